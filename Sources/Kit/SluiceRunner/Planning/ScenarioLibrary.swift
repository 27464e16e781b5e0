package import SluiceScenarios
import Synchronization

/// The scenario files below one root, read and checked against the words of all products.
///
/// Each file is read once: what a run was planned with is what it runs, whatever becomes of the
/// file meanwhile.
package final class ScenarioLibrary: Sendable {
  /// The words.
  package let registry: Registry
  /// Where paths begin.
  package let root: ScenarioRoot
  private let known = Mutex<[String: ScenarioReader.Result]>([:])

  /// A library below a root.
  package init(registry: Registry, root: ScenarioRoot) {
    self.registry = registry
    self.root = root
  }

  /// A file, checked with everything that it uses.
  ///
  /// A file that it uses and that can't be read is one of the mistakes that the result holds.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The checked file, or what is wrong with it.
  /// - Throws: `PlanError.unreadable` or `.tooLarge` if the file itself can't be read.
  package func read(_ shownPath: String) throws(PlanError) -> ScenarioReader.Result {
    if let result = known.withLock({ known in known[shownPath] }) { return result }
    let bytes = try FileContent.bytes(at: root.path(of: shownPath), shownAs: shownPath)
    guard bytes.count < FileContent.longest else {
      throw .tooLarge(shownPath, limit: FileContent.longest - 1)
    }
    let reader = ScenarioReader(registry: registry) { [root] used in
      try? FileContent.bytes(at: root.path(of: used), shownAs: used)
    }
    let result = reader.read(path: shownPath, bytes: bytes)
    known.withLock { known in known[shownPath] = result }
    return result
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
