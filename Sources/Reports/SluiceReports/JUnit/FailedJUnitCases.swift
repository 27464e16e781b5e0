package import Foundation

/// A case as a JUnit report names it.
package struct JUnitCaseName: Sendable, Hashable {
  private let suite: ByteOrderedName
  private let name: ByteOrderedName

  /// The name of a case that is reported.
  ///
  /// - Throws: `ReportError.unusableCase` if no report can have it.
  package init(_ report: CaseReport) throws(ReportError) {
    let clean = try JUnitCase(report)
    self.init(suite: clean.suite.string, name: clean.name.string)
  }

  fileprivate init(suite: String, name: String) {
    self.suite = ByteOrderedName(suite)
    self.name = ByteOrderedName(name)
  }
}

/// The cases of a JUnit report that failed or could not be judged, and what its run was of.
///
/// Every dialect is read, and reports of other programs in the same shape.
package struct FailedJUnitCases {
  /// The cases.
  package let names: Set<JUnitCaseName>
  /// The properties of the first suite that has any.
  package let properties: [String: String]

  /// Reads a report.
  ///
  /// - Parameter report: Its bytes.
  /// - Throws: `JUnitReadingError` for what is no JUnit report, or is a part of one.
  package init(reading report: Data) throws(JUnitReadingError) {
    var names: Set<JUnitCaseName> = []
    let facts = try JUnitReader.read(report) { testcase in
      guard testcase.outcome.problem != nil else { return }
      names.insert(JUnitCaseName(suite: testcase.suite, name: testcase.name))
    }
    self.names = names
    properties = facts.properties
  }
}
