package import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

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
    let reader = JUnitReader()
    let parser = XMLParser(data: report)
    parser.delegate = reader
    let isWhole = parser.parse()
    if let error = reader.error { throw error }
    // Of nothing at all the parser says that it is whole.
    guard isWhole, reader.isInside else { throw .malformed(line: 1, column: 1) }
    names = reader.names
    properties = reader.properties
  }
}

/// Why a file can't be read as a JUnit report.
package enum JUnitReadingError: Error, Equatable, CustomStringConvertible {
  /// It does not begin as one: here the name of its root.
  case otherRoot(String)
  /// It is no XML, or ends before its root does, as is seen here.
  case malformed(line: Int, column: Int)

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .otherRoot(let name): "it is no JUnit report: its root is '\(name)'"
    case .malformed(let line, let column):
      "it is no JUnit report, or a part of one: \(line):\(column) is not as in XML"
    }
  }
}

/// Takes the cases that failed out of the elements of a report, as they come.
private final class JUnitReader: NSObject, XMLParserDelegate {
  private(set) var names: Set<JUnitCaseName> = []
  private(set) var properties: [String: String] = [:]
  private(set) var error: JUnitReadingError?

  private(set) var isInside = false
  private var suite = ""
  private var name: String?
  private var hasFailed = false

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String] = [:]
  ) {
    if !isInside, element != "testsuites", element != "testsuite" {
      error = .otherRoot(element)
      return parser.abortParsing()
    }
    isInside = true
    switch element {
    case "testsuite": suite = attributes["name"] ?? ""
    case "testcase":
      name = attributes["name"] ?? ""
      hasFailed = false
    case "failure", "error": hasFailed = true
    case "property" where name == nil:
      guard let key = attributes["name"], properties[key] == nil else { break }
      properties[key] = attributes["value"] ?? ""
    default: break
    }
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    guard element == "testcase" else { return }
    if hasFailed, let name { names.insert(JUnitCaseName(suite: suite, name: name)) }
    name = nil
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    error = error ?? .malformed(line: parser.lineNumber, column: parser.columnNumber)
  }
}
