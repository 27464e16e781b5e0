import SluiceScenarios

/// A case by what reports show of it.
package struct NamedCase: Hashable {
  /// What two cases may not have in common.
  struct Name: Hashable {
    /// The suite as reports show it.
    var suite: String
    /// The name as reports show it.
    var name: String
  }

  /// The suite and the name.
  let name: Name
  /// The id; a file of the caller's may be called like one of the kit's, and its cases like those.
  let id: String
  /// The path of its file as reports show it.
  let path: String
  /// The line where it begins, from 1.
  let line: Int

  init(_ scenario: ScenarioCase, _ naming: (String) -> String) {
    name = Name(suite: naming(scenario.suite), name: naming(scenario.name))
    id = scenario.id
    path = scenario.path
    line = scenario.line
  }

  /// A number that is equal for texts that `String` takes for equal.
  var fingerprint: UInt64 {
    var hasher = Hasher()
    hasher.combine(name)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}
