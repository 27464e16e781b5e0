package import SluiceScenarios

/// The reader of scenario files below one root, against the words of all products.
package struct ScenarioLibrary {
  /// The words.
  package let registry: Registry
  /// Where paths begin.
  package let root: ScenarioRoot

  /// A library below a root.
  package init(registry: Registry, root: ScenarioRoot) {
    self.registry = registry
    self.root = root
  }

  /// Reads and checks a file with everything that it uses.
  ///
  /// A file that it uses and that can't be read is one of the mistakes that the result holds.
  ///
  /// - Parameter shownPath: The path as reports show it.
  /// - Returns: The checked file, or what is wrong with it.
  /// - Throws: `PlanError.unreadable` or `.tooLarge` if the file itself can't be read.
  package func read(_ shownPath: String) throws(PlanError) -> ScenarioReader.Result {
    let bytes = try FileContent.bytes(at: root.path(of: shownPath), shownAs: shownPath)
    guard bytes.count < FileContent.longest else {
      throw .tooLarge(shownPath, limit: FileContent.longest - 1)
    }
    let reader = ScenarioReader(registry: registry) { [root] used in
      try? FileContent.bytes(at: root.path(of: used), shownAs: used)
    }
    return reader.read(path: shownPath, bytes: bytes)
  }
}
