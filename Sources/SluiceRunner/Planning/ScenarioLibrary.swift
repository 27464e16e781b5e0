import Foundation
public import SluiceScenarios

/// The reader of scenario files below one root, against the words of all products.
public struct ScenarioLibrary {
  /// The words.
  public let registry: Registry
  /// Where paths begin.
  public let root: ScenarioRoot

  /// A library below a root.
  public init(registry: Registry, root: ScenarioRoot) {
    self.registry = registry
    self.root = root
  }

  /// Reads and checks a file with everything that it uses.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The checked file, or what is wrong with it.
  /// - Throws: `PlanError` if the file can't be read.
  public func read(_ shownPath: String) throws(PlanError) -> ScenarioReader.Result {
    let bytes: [UInt8]
    do {
      bytes = try ScenarioLibrary.bytes(at: root.path(of: shownPath))
    } catch {
      throw .unreadable(shownPath, reason: error.localizedDescription)
    }
    let reader = ScenarioReader(registry: registry) { [root] used in
      try? ScenarioLibrary.bytes(at: root.path(of: used))
    }
    return reader.read(path: shownPath, bytes: bytes)
  }

  private static func bytes(at path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path)))
  }
}
