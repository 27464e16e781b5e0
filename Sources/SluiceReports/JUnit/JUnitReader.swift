package import Foundation

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What a JUnit report says of its whole run.
package struct JUnitFacts: Sendable, Hashable {
  /// The properties of the first suite that has any.
  package var properties: [String: String] = [:]
  /// The earliest instant that stands in it, as it is written.
  package var timestamp: String?
  /// The machines.
  package var hosts: Set<String> = []
}

/// Reads JUnit reports, a case at a time.
package enum JUnitReader {
  /// Reads a report.
  ///
  /// What stands in the kit's own dialect comes back as it was written there: cleaned and cut, with
  /// times in milliseconds, and without what no report has.
  ///
  /// - Parameters:
  ///   - report: Its bytes.
  ///   - each: Told of each case, in order; an error of its ends the reading.
  /// - Returns: What stands there of the whole run.
  /// - Throws: `JUnitReadingError` for what is no JUnit report, or is a part of one.
  package static func read(
    _ report: Data, each: (CaseReport) -> Void
  ) throws(JUnitReadingError) -> JUnitFacts {
    try withoutActuallyEscaping(each) { each throws(JUnitReadingError) in
      let elements = JUnitElements(each)
      let parser = XMLParser(data: report)
      parser.delegate = elements
      let isWhole = parser.parse()
      if let error = elements.error { throw error }
      // Of nothing at all the parser says that it is whole.
      guard isWhole, elements.isInside else { throw .malformed(line: 1, column: 1) }
      return elements.facts
    }
  }
}

/// Why a file can't be read as a JUnit report.
package enum JUnitReadingError: Error, Equatable, CustomStringConvertible {
  /// It does not begin as one: here the name of its root.
  case otherRoot(String)
  /// It is no XML, or ends before its root does, as is seen here.
  case malformed(line: Int, column: Int)
  /// A case has an attribute with a value that no report has.
  case wrongAttribute(String, value: String, testcase: String)

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .otherRoot(let name): "it is no JUnit report: its root is '\(name)'"
    case .malformed(let line, let column):
      "it is no JUnit report, or a part of one: \(line):\(column) is not as in XML"
    case .wrongAttribute(let name, let value, let testcase):
      "of the case '\(CleanText(line: testcase).string)' the \(name) is "
        + "'\(CleanText(line: value).string)'"
    }
  }
}

/// Makes cases of the elements of a report, as they come.
private final class JUnitElements: NSObject, XMLParserDelegate {
  private let each: (CaseReport) -> Void
  private(set) var facts = JUnitFacts()
  private(set) var error: JUnitReadingError?
  private(set) var isInside = false
  private var suite = ""
  /// The case that is under way.
  private var testcase: CaseReport?
  /// The text that is kept, of an outcome or of what the case wrote.
  private var text: String?

  init(_ each: @escaping (CaseReport) -> Void) { self.each = each }

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
    case "testsuites": note(attributes)
    case "testsuite":
      suite = attributes["name"] ?? ""
      note(attributes)
    case "testcase": testcase = begun(attributes)
    case "property": add(attributes)
    case "failure", "error", "skipped":
      testcase?.outcome = outcome(element, attributes)
      text = ""
    case "system-out": text = ""
    default: break
    }
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) { text?.append(string) }

  func parser(_ parser: XMLParser, foundCDATA block: Data) {
    text?.append(String(decoding: block, as: UTF8.self))
  }

  func parser(
    _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
    qualifiedName: String?
  ) {
    switch element {
    case "testcase":
      if let testcase { each(testcase) }
      testcase = nil
    case "failure", "error", "skipped": testcase?.outcome.take(text ?? "")
    case "system-out": testcase?.systemOut = text ?? ""
    default: return
    }
    text = nil
  }

  func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
    error = error ?? .malformed(line: parser.lineNumber, column: parser.columnNumber)
  }

  /// Notes the instant and the machine of a suite.
  private func note(_ attributes: [String: String]) {
    if let timestamp = attributes["timestamp"] {
      facts.timestamp = min(timestamp, facts.timestamp ?? timestamp)
    }
    if let host = attributes["hostname"] { facts.hosts.insert(host) }
  }

  private func begun(_ attributes: [String: String]) -> CaseReport {
    let name = attributes["name"] ?? ""
    var report = CaseReport(
      suite: suite, classname: attributes["classname"] ?? suite, name: name, id: name)
    let line = value(of: "line", in: attributes, name) { text in Int(text) }
    if let line, line < 1 { refuse("line", "\(line)", name) }
    report.place = attributes["file"].map { file in SourcePlace(file: file, line: line) }
    report.assertions = value(of: "assertions", in: attributes, name) { text in Int(text) }
    let seconds = value(of: "time", in: attributes, name) { text in Double(text) } ?? 0
    let isTime = seconds.isFinite && seconds >= 0 && seconds < 1e12
    if !isTime { refuse("time", "\(seconds)", name) }
    let time = Duration.milliseconds(isTime ? Int64((seconds * 1_000).rounded()) : 0)
    (report.virtualTime, report.realTime) = (time, time)
    return report
  }

  /// The value of an attribute of a case; nil where it has none.
  private func value<Value>(
    of key: String, in attributes: [String: String], _ testcase: String,
    _ read: (String) -> Value?
  ) -> Value? {
    guard let text = attributes[key] else { return nil }
    let value = read(text)
    if value == nil { refuse(key, text, testcase) }
    return value
  }

  private func refuse(_ attribute: String, _ value: String, _ testcase: String) {
    error = error ?? .wrongAttribute(attribute, value: value, testcase: testcase)
  }

  private func add(_ attributes: [String: String]) {
    guard let key = attributes["name"] else { return }
    let value = attributes["value"] ?? ""
    if testcase != nil {
      testcase?.properties.append(ReportProperty(name: key, value: value))
    } else if facts.properties[key] == nil {
      facts.properties[key] = value
    }
  }

  private func outcome(_ element: String, _ attributes: [String: String]) -> CaseOutcome {
    let message = attributes["message"] ?? ""
    let problem = CaseOutcome.Problem(type: attributes["type"] ?? element, message: message)
    return switch element {
    case "failure": .failure(problem)
    case "error": .error(problem)
    default: .skipped(message: message)
    }
  }
}

extension CaseOutcome {
  /// Takes the text that stands in its element.
  fileprivate mutating func take(_ text: String) {
    switch self {
    case .failure(var problem):
      problem.body = text
      self = .failure(problem)
    case .error(var problem):
      problem.body = text
      self = .error(problem)
    case .passed, .skipped: break
    }
  }
}
