import SluiceScenarios
package import SluiceText

/// The name and the place under which a run reports a case.
package struct CaseListing: Codable, Sendable, Equatable {
  /// Its number among all cases of the run, those of other shards too, from 0.
  package var number: Int
  /// The suite that reports count it in.
  package var suite: String
  /// The name that people read.
  package var name: String
  /// The path of its file as reports show it.
  package var file: String
  /// The line where it begins, from 1.
  package var line: Int

  /// The listing of a case of a plan.
  init(_ scenario: ScenarioCase, number: Int) {
    self.number = number
    suite = scenario.suite
    name = scenario.name
    file = scenario.path
    line = scenario.line
  }
}

extension CaseListing: CheckedContent {
  /// Checks its number and its line.
  package func check() throws(ContentFlaw) {
    try check("number", number, in: 0..<CountLimits.cases.upperBound)
    try check("line", line, in: CountLimits.line)
  }
}
