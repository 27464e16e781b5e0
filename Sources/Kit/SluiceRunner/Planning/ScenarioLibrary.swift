package import SluiceScenarios
import Synchronization

/// The scenario files below one root, read and checked against the words of all products.
///
/// The bytes of each file are read once and kept, so a run plays what it was planned with even if
/// a file changes meanwhile. A checked file takes some thirty times as much memory as its text. So
/// only the files that were asked for last are kept checked, and others are checked again.
package final class ScenarioLibrary: Sendable {
  /// The words.
  package let registry: Registry
  /// Where paths begin.
  package let root: ScenarioRoot
  private let contents = Mutex<[String: [UInt8]]>([:])
  private let checked: Mutex<RecentFiles>

  /// A library below a root.
  ///
  /// - Parameters:
  ///   - registry: The words.
  ///   - root: Where paths begin.
  ///   - capacity: The bytes of text that are kept checked: at most twice as many are.
  package init(registry: Registry, root: ScenarioRoot, capacity: Int = 1 << 19) {
    self.registry = registry
    self.root = root
    checked = Mutex(RecentFiles(capacity: capacity))
  }

  /// A file, checked with everything that it uses.
  ///
  /// A file that it uses and that can't be read is one of the mistakes that the result holds.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The checked file, or what is wrong with it.
  /// - Throws: `PlanError.unreadable` or `.tooLarge` if the file itself can't be read.
  package func read(_ shownPath: String) throws(PlanError) -> ScenarioReader.Result {
    if let result = checked.withLock({ files in files.result(of: shownPath) }) { return result }
    let bytes = try bytes(of: shownPath)
    guard bytes.count < FileContent.longest else {
      throw .tooLarge(shownPath, limit: FileContent.longest - 1)
    }
    let reader = ScenarioReader(registry: registry) { used in try? self.bytes(of: used) }
    let result = reader.read(path: shownPath, bytes: bytes)
    checked.withLock { files in files.keep(result, of: shownPath, textLength: bytes.count) }
    return result
  }

  /// The bytes that a file had when it was first read.
  private func bytes(of shownPath: String) throws(PlanError) -> [UInt8] {
    if let known = contents.withLock({ contents in contents[shownPath] }) { return known }
    let bytes = try FileContent.bytes(at: root.path(of: shownPath), shownAs: shownPath)
    contents.withLock { contents in contents[shownPath] = bytes }
    return bytes
  }
}

/// The checked files that were asked for last, in two generations.
///
/// A file that is asked for moves to the younger generation. When that is full, it becomes the
/// older one, and the older one is forgotten: no list of uses is kept, and nothing is searched.
private struct RecentFiles {
  /// How many bytes of text fill a generation.
  let capacity: Int
  private var younger: [String: Checked] = [:]
  private var older: [String: Checked] = [:]
  private var length = 0

  private struct Checked {
    var result: ScenarioReader.Result
    var textLength: Int
  }

  init(capacity: Int) { self.capacity = capacity }

  /// The result of a file; nil if it is not kept.
  mutating func result(of path: String) -> ScenarioReader.Result? {
    if let checked = younger[path] { return checked.result }
    guard let checked = older.removeValue(forKey: path) else { return nil }
    keep(checked.result, of: path, textLength: checked.textLength)
    return checked.result
  }

  /// Keeps a result.
  mutating func keep(_ result: ScenarioReader.Result, of path: String, textLength: Int) {
    if length + textLength > capacity, !younger.isEmpty {
      older = younger
      younger = [:]
      length = 0
    }
    let replaced = younger.updateValue(
      Checked(result: result, textLength: textLength), forKey: path)
    if replaced == nil { length += textLength }
  }
}

/// The libraries of one process: one for each root, so that no file is read twice.
package final class ScenarioLibraries: Sendable {
  private let known = Mutex<[ScenarioRoot: ScenarioLibrary]>([:])

  /// No library so far.
  package init() {}

  /// The library below a root; all that is asked for here has the same words.
  package func library(of registry: Registry, below root: ScenarioRoot) -> ScenarioLibrary {
    known.withLock { known in
      if let library = known[root] { return library }
      let library = ScenarioLibrary(registry: registry, root: root)
      known[root] = library
      return library
    }
  }
}

/// The cases that requests ask for, in a worker or in the run's own process.
package struct RequestedCases: Sendable {
  /// The words.
  package let registry: Registry
  private let shipped: ShippedScenarios?
  private let libraries: ScenarioLibraries

  /// The cases of all files.
  ///
  /// - Parameters:
  ///   - registry: The words of all products.
  ///   - shippedScenarios: The scenarios that come with the kit, where a run can be of them.
  ///   - libraries: What this process has read already.
  package init(
    registry: Registry, shippedScenarios: ShippedScenarios?,
    libraries: ScenarioLibraries = ScenarioLibraries()
  ) {
    self.registry = registry
    shipped = shippedScenarios
    self.libraries = libraries
  }

  /// A case that a run was planned with; nil if its file has it no longer.
  ///
  /// - Throws: `PlanError` for a file that can't be read, or is wrong by now.
  func scenario(
    _ id: String, in shownPath: String, below path: String
  ) throws(PlanError) -> ScenarioCase? {
    try file(shownPath, below: path).scenarioCase(id: id)
  }

  /// A file that a run was planned with.
  ///
  /// - Throws: `PlanError` if it can't be read, or is wrong by now.
  package func file(_ shownPath: String, below path: String) throws(PlanError) -> ScenarioFile {
    let library = libraries.library(
      of: registry, below: ScenarioRoot(path: path, shipped: shipped))
    guard let file = try library.read(shownPath).file else { throw .spoiled(shownPath) }
    return file
  }
}
