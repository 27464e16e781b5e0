package import Foundation

/// What a JUnit report says of its whole run.
package struct JUnitFacts: Sendable, Hashable {
  /// The properties of the first suite that has any.
  package var properties: [String: String] = [:]
  /// The earliest instant that stands in it, as it is written.
  package var timestamp: String?
  /// The machines.
  package var hosts: Set<String> = []
  /// The totals of its cases; the time is that of the report.
  package var totals = ReportTotals()
  /// The first count of the root that differs from those of the cases; nil if none does.
  package var wrongCount: WrongCount? {
    let counts = [
      ("tests", totals.cases), ("failures", totals.failures), ("errors", totals.errors),
      ("skipped", totals.skipped),
    ]
    for (name, actual) in counts {
      guard let declared = rootCounts[name], declared != "\(actual)" else { continue }
      return WrongCount(name: name, declared: declared, actual: actual)
    }
    return nil
  }

  /// A count of the root that differs from that of the cases.
  package struct WrongCount: Sendable, Hashable {
    /// The attribute.
    package var name: String
    /// Its value.
    package var declared: String
    /// The count of the cases.
    package var actual: Int
  }

  /// The attributes of the root that count cases.
  fileprivate var rootCounts: [String: String] = [:]
}

/// Reads JUnit reports, a case at a time.
package enum JUnitReader {
  /// Reads a report.
  ///
  /// A report in the kit's own dialect comes back as it was written: cleaned and cut, with times in
  /// milliseconds, and without the parts that no report has.
  ///
  /// - Parameters:
  ///   - report: Its bytes.
  ///   - each: Told of each case, in order, also of those before an error.
  /// - Returns: The facts about the whole run.
  /// - Throws: `JUnitReadingError` for a file that is not a whole JUnit report.
  package static func read(
    _ report: Data, each: (CaseReport) -> Void
  ) throws(JUnitReadingError) -> JUnitFacts {
    var cases = JUnitCaseReader(report)
    while let testcase = try cases.next() { each(testcase) }
    return cases.facts
  }
}

/// Why a file can't be read as a JUnit report.
package enum JUnitReadingError: Error, Equatable, CustomStringConvertible {
  /// It does not begin as one: here the name of its root.
  case otherRoot(String)
  /// It is no XML, or ends before its root does.
  case malformed(XMLSyntaxError)
  /// A case has an element in it that can only be outside of cases.
  case nested(String, testcase: String, XMLLocation)
  /// A case has an attribute with a value that no report has.
  case wrongAttribute(String, value: String, testcase: String, XMLLocation)

  /// The reason in a sentence.
  package var description: String {
    switch self {
    case .otherRoot(let name):
      "it is no JUnit report: its root is '\(CleanText(line: name).string)'"
    case .malformed(let error): "it is no JUnit report, or a part of one: \(error)"
    case .nested(let element, let testcase, let location):
      "it is no JUnit report: \(location): a '\(element)' is in the case "
        + "'\(CleanText(line: testcase).string)'"
    case .wrongAttribute(let name, let value, let testcase, let location):
      "\(location): of the case '\(CleanText(line: testcase).string)' the \(name) is "
        + "'\(CleanText(line: value).string)'"
    }
  }
}

/// Pull reader of the cases of a JUnit report.
///
/// It knows no dialect: elements and attributes that it has no use for are skipped, since reports
/// of other programs have many.
package struct JUnitCaseReader {
  /// The elements that matter, by their names.
  private enum Element: String {
    case suites = "testsuites"
    case suite = "testsuite"
    case testcase
    case property
    case failure
    case error
    case skipped
    case output = "system-out"
  }

  /// Use of a kept text.
  private enum Purpose {
    case outcome
    case output
  }

  /// The facts about the whole run, from the part that has been read.
  package private(set) var facts = JUnitFacts()
  private var parser: XMLPullParser
  /// The open elements; nil for one that does not matter.
  private var open: [Element?] = []
  /// The names of the open suites.
  private var suites: [String] = []
  /// The case that is under way.
  private var testcase: CaseReport?
  /// The text that is kept, and how many elements are open where it ends.
  private var kept: (text: String, purpose: Purpose, depth: Int)?

  /// Creates a reader that has read nothing.
  ///
  /// - Parameter report: The bytes of a report.
  package init(_ report: Data) { parser = XMLPullParser(report) }

  /// How many bytes and attributes have been looked at so far.
  package var examined: Int { parser.examined }

  /// Reads on to the end of the next case.
  ///
  /// - Returns: The case; nil at the end of a whole report.
  /// - Throws: `JUnitReadingError` for a file that is not a whole JUnit report.
  package mutating func next() throws(JUnitReadingError) -> CaseReport? {
    while let event = try event() {
      switch event {
      case .startElement:
        let element = try elementToBegin()
        try begin(element)
        open.append(element)
      case .text where kept != nil:
        let text = try characters()
        kept?.text += text
      case .text: break
      case .endElement: if let testcase = end() { return testcase }
      }
    }
    return nil
  }

  private mutating func elementToBegin() throws(JUnitReadingError) -> Element? {
    let name = try elementName()
    let element = Element(rawValue: name)
    if open.isEmpty, element != .suites, element != .suite { throw .otherRoot(name) }
    return element
  }

  private mutating func begin(_ element: Element?) throws(JUnitReadingError) {
    switch element {
    case .suites, .suite, .testcase:
      if let testcase {
        throw .nested(element?.rawValue ?? "", testcase: testcase.name, parser.location)
      }
      guard element != .testcase else {
        testcase = try beginCase()
        return
      }
      if element == .suite { suites.append(try attribute("name") ?? "") }
      try noteRun()
    case .property: try addProperty()
    case .failure, .error, .skipped: try takeOutcome(of: element)
    case .output:
      // The output of a failed attempt is in an element of that, and is not the case's.
      guard kept == nil, case .testcase?? = open.last else { return }
      kept = ("", .output, open.count)
    case nil: break
    }
  }

  /// Closes the last open element; the result is the case that ends with it.
  private mutating func end() -> CaseReport? {
    let element = open.removeLast()
    if let (text, purpose, depth) = kept, depth == open.count {
      kept = nil
      switch purpose {
      case .outcome: testcase?.outcome.take(text)
      // JUnit's own writer gives a case two elements of output.
      case .output: testcase?.systemOut += text
      }
    }
    switch element {
    case .suite: suites.removeLast()
    case .testcase:
      defer { testcase = nil }
      if let testcase { facts.totals.count(testcase.outcome, time: testcase.virtualTime) }
      return testcase
    default: break
    }
    return nil
  }
}

// MARK: - Elements

extension JUnitCaseReader {
  /// Notes the instant and the machine of a suite.
  private mutating func noteRun() throws(JUnitReadingError) {
    if open.isEmpty {
      for name in ["tests", "failures", "errors", "skipped"] {
        facts.rootCounts[name] = try attribute(name)
      }
    }
    if let timestamp = try attribute("timestamp") {
      facts.timestamp = min(timestamp, facts.timestamp ?? timestamp)
    }
    if let host = try attribute("hostname") { facts.hosts.insert(host) }
  }

  private mutating func beginCase() throws(JUnitReadingError) -> CaseReport {
    let name = try attribute("name") ?? ""
    let suite = suites.last ?? ""
    var report = CaseReport(
      suite: suite, classname: try attribute("classname") ?? suite, name: name, id: name)
    let line = try number("line", name) { text in Int(text) }
    if let line, line < 1 { throw wrong("line", "\(line)", name) }
    report.place = try attribute("file").map { file in SourcePlace(file: file, line: line) }
    report.assertions = try number("assertions", name) { text in Int(text) }
    let seconds = try number("time", name) { text in Double(text) } ?? 0
    guard seconds.isFinite, seconds >= 0, seconds < 1e12 else {
      throw wrong("time", "\(seconds)", name)
    }
    let time = Duration.milliseconds(Int64((seconds * 1_000).rounded()))
    (report.virtualTime, report.realTime) = (time, time)
    return report
  }

  /// The value of an attribute of a case; nil where it has none.
  private mutating func number<Value>(
    _ key: String, _ testcase: String, _ read: (String) -> Value?
  ) throws(JUnitReadingError) -> Value? {
    guard let text = try attribute(key) else { return nil }
    guard let value = read(text) else { throw wrong(key, text, testcase) }
    return value
  }

  private func wrong(_ key: String, _ value: String, _ testcase: String) -> JUnitReadingError {
    .wrongAttribute(key, value: value, testcase: testcase, parser.location)
  }

  private mutating func addProperty() throws(JUnitReadingError) {
    guard let key = try attribute("name") else { return }
    let value = try attribute("value") ?? ""
    if testcase != nil {
      testcase?.properties.append(ReportProperty(name: key, value: value))
    } else if facts.properties[key] == nil {
      facts.properties[key] = value
    }
  }

  /// Gives the case the outcome of an element, at any depth in it, unless it has one as severe.
  ///
  /// Programs write several: one for each failed expectation, another for a failed teardown. A
  /// later one must not make a red case green. An error outranks a failure, as it says that the
  /// case could not be judged. Of equals the first stays, since it is the likely cause of the rest.
  private mutating func takeOutcome(of element: Element?) throws(JUnitReadingError) {
    guard let earlier = testcase?.outcome else { return }
    let message = try attribute("message") ?? ""
    let problem = CaseOutcome.Problem(
      type: try attribute("type") ?? element?.rawValue ?? "", message: message)
    let outcome: CaseOutcome =
      switch element {
      case .failure: .failure(problem)
      case .error: .error(problem)
      default: .skipped(message: message)
      }
    guard outcome.severity > earlier.severity else { return }
    testcase?.outcome = outcome
    if kept == nil { kept = ("", .outcome, open.count) }
  }
}

// MARK: - The parser, with the reader's errors

extension JUnitCaseReader {
  private mutating func event() throws(JUnitReadingError) -> XMLPullParser.Event? {
    do { return try parser.next() } catch { throw .malformed(error) }
  }

  private mutating func elementName() throws(JUnitReadingError) -> String {
    do { return try parser.elementName() } catch { throw .malformed(error) }
  }

  private mutating func attribute(_ key: String) throws(JUnitReadingError) -> String? {
    do { return try parser.value(of: key) } catch { throw .malformed(error) }
  }

  private mutating func characters() throws(JUnitReadingError) -> String {
    do { return try parser.characters() } catch { throw .malformed(error) }
  }
}

extension CaseOutcome {
  /// The rank by which an outcome replaces another of the same case.
  fileprivate var severity: Int {
    switch self {
    case .passed: 0
    case .skipped: 1
    case .failure: 2
    case .error: 3
    }
  }

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
