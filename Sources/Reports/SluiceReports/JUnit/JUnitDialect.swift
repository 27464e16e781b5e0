/// Which readers a JUnit report is for.
package enum JUnitDialect: String, Sendable, Hashable, CaseIterable {
  /// All that readers of pipelines understand: places, properties and checks of each case.
  case complete = "junit"
  /// What Jenkins' schema of JUnit 10 allows: no places, and no properties of a case.
  case junit10
  /// What the schema of Maven's Surefire 3.0 allows: a file for each suite, without places and
  /// properties of a case.
  case surefire
  /// What the Windy Road schema of Ant's reports allows: suites with numbers, a host and instants
  /// without a zone, and nothing of what a case wrote.
  case windyroad

  /// Whether a case says its file, line and number of checks, and has properties.
  var hasFactsOfCases: Bool { self == .complete }

  /// Whether what a case wrote stands in it.
  var hasOutputOfCases: Bool { self != .windyroad }

  /// Whether each suite is a file of its own.
  package var isFolder: Bool { self == .surefire }
}
