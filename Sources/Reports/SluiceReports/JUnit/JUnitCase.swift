import SluiceText

/// A case as JUnit XML takes it: cleaned, trimmed, within the limits.
///
/// Where a reader's limit forbids what the case says, the report says it elsewhere, in a property,
/// and loses nothing: names that are too long, files that are no plain relative path.
package struct JUnitCase {
  /// The suite the case stands in.
  package let suite: CleanText
  /// The name of the case in the report.
  package let name: CleanText
  /// The qualifier of the name in the report.
  package let classname: CleanText
  /// The file, if it is a plain relative path.
  package let file: CleanText?
  /// The line in the file.
  package let line: Int?
  /// Facts that found no place elsewhere.
  fileprivate let displaced: [(name: CleanText, value: CleanText)]
  /// The result itself.
  package let report: CaseReport

  /// The greatest length of `classname.name` in scalars that all readers keep.
  package static let longestQualifiedName = 512
  private static let longestClassname = 255

  /// Cleans a result and looks for what can't be reported.
  ///
  /// - Throws: `ReportError.unusableCase` if a name is blank, a number makes no sense, or the type
  ///   of a problem is missing or would be taken for a data type.
  package init(_ report: CaseReport) throws(ReportError) {
    self.report = report
    let fullName = CleanText(line: report.name)
    let fullClassname = CleanText(line: report.classname)
    suite = CleanText(line: report.suite)
    if let reason = Self.objection(
      to: report, named: [("suite", suite), ("classname", fullClassname), ("name", fullName)])
    {
      throw .unusableCase(id: report.id, reason: reason)
    }
    classname = Self.shortened(fullClassname, to: Self.longestClassname)
    name = Self.shortened(
      fullName, to: Self.longestQualifiedName - 1, behind: classname)
    var displaced: [(name: CleanText, value: CleanText)] = []
    if classname != fullClassname {
      displaced.append((name: CleanText("sluice.classname"), value: fullClassname))
    }
    if name != fullName { displaced.append((name: CleanText("sluice.name"), value: fullName)) }
    let file = report.place.map { CleanText($0.file) }
    let isPlain = file.map { Self.isPlainRelativePath($0.string) } ?? false
    if let place = report.place, !isPlain {
      displaced.append((name: CleanText("sluice.place"), value: CleanText(place.description)))
    }
    self.file = isPlain ? file : nil
    line = isPlain ? report.place?.line : nil
    self.displaced = displaced
  }

  /// What makes two cases one in the eyes of a reader.
  package var fingerprint: UInt64 {
    Fingerprint(of: suite.string, classname.string, name.string).value
  }

  /// Where the case is written down, for messages.
  package var placeDescription: String {
    let place = report.place?.description ?? "an unknown place"
    return CleanText(line: "\(place) (\(report.id))").string
  }
}

extension JUnitCase {
  /// Words that some readers take for the data type of what follows, and convert it.
  private static let dataTypes: Set<String> = [
    "array", "base64binary", "binary", "boolean", "date", "datetime", "decimal", "double",
    "duration", "file", "float", "hexbinary", "integer", "string", "symbol", "time", "yaml",
  ]

  private static func objection(
    to report: CaseReport, named: [(label: StaticString, value: CleanText)]
  ) -> String? {
    for (label, value) in named where value.isBlank { return "its \(label) is blank" }
    if let line = report.place?.line, line < 1 { return "line \(line) does not exist" }
    if let assertions = report.assertions, assertions < 0 {
      return "it has \(assertions) assertions"
    }
    if min(report.virtualTime, report.realTime) < .zero { return "it took less than no time" }
    if report.properties.contains(where: { CleanText(line: $0.name).isBlank }) {
      return "a property has no name"
    }
    guard let type = report.outcome.problem?.type else { return nil }
    if CleanText(line: type).isBlank { return "its problem has no type" }
    if dataTypes.contains(CleanText(line: type).string.lowercased()) {
      return "readers take its type '\(type)' for a data type"
    }
    return nil
  }

  /// The text, or its beginning with a fingerprint of the whole, so that two long names stay two.
  private static func shortened(
    _ text: CleanText, to limit: Int, behind prefix: CleanText? = nil
  ) -> CleanText {
    // A text has at most as many scalars as bytes.
    let bytes = text.string.utf8.count + (prefix?.string.utf8.count ?? 0)
    guard bytes > limit else { return text }
    let limit = limit - (prefix?.string.unicodeScalars.count ?? 0)
    let scalars = text.string.unicodeScalars
    guard scalars.count > limit else { return text }
    let ending = "… #" + Fingerprint(of: text.string).hexadecimal
    return CleanText(
      line: String(scalars.prefix(limit - ending.unicodeScalars.count)) + ending)
  }

  /// Whether a path begins at the root of the project, and never leaves it.
  private static func isPlainRelativePath(_ path: String) -> Bool {
    let bytes = path.utf8Span.span
    guard !bytes.isEmpty, bytes[0] != UInt8(ascii: "/") else { return false }
    // How long the part of the path is so far, and whether it has dots alone.
    var (length, isDots) = (0, true)
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "\\"): return false
      case UInt8(ascii: "/"):
        if isDots, length == 2 { return false }
        (length, isDots) = (0, true)
      case let byte:
        length += 1
        isDots = isDots && byte == UInt8(ascii: ".")
      }
    }
    return !(isDots && length == 2)
  }
}

// MARK: - As XML

extension XMLBuffer {
  /// The cap for a message, which readers show in a list: in bytes of UTF-8.
  private static let messageCap = 4_096

  /// Adds a `testcase` element, indented as a child of a suite.
  package mutating func testcase(
    _ testcase: JUnitCase, clock: ReportClock, dialect: JUnitDialect = .complete
  ) {
    markup("    ")
    openingTag(of: testcase)
    attribute("time", Milliseconds(testcase.report.time(on: clock)))
    if dialect.hasFactsOfCases {
      if let file = testcase.file { attribute("file", file) }
      if let line = testcase.line { attribute("line", line) }
      if let assertions = testcase.report.assertions { attribute("assertions", assertions) }
    }
    let start = bytes.count
    markup(">\n")
    let inside = bytes.count
    if dialect.hasFactsOfCases { properties(of: testcase) }
    outcome(testcase.report.outcome)
    if dialect.hasOutputOfCases { systemOut(testcase.report.output) }
    if bytes.count > inside {
      markup("    </testcase>\n")
    } else {
      takeBack(to: start)
      markup("/>\n")
    }
  }

  /// Adds the beginning of a case's tag: what makes it unique within its suite.
  package mutating func openingTag(of testcase: JUnitCase) {
    markup("<testcase")
    attribute("name", testcase.name)
    attribute("classname", testcase.classname)
  }

  /// Adds a `property` element.
  package mutating func property(
    _ name: CleanText, _ value: CleanText, opening: XMLMarkup = "        <property"
  ) {
    markup(opening)
    attribute("name", name)
    attribute("value", value)
    markup("/>\n")
  }

  private mutating func properties(of testcase: JUnitCase) {
    guard !testcase.report.properties.isEmpty || !testcase.displaced.isEmpty else { return }
    markup("      <properties>\n")
    for fact in testcase.report.properties {
      property(CleanText(line: fact.name), CleanText(fact.value))
    }
    for fact in testcase.displaced {
      property(fact.name, fact.value)
    }
    markup("      </properties>\n")
  }

  private mutating func outcome(_ outcome: CaseOutcome) {
    switch outcome {
    case .passed: break
    case .failure(let problem):
      markup("      <failure")
      self.problem(problem)
      markup("</failure>\n")
    case .error(let problem):
      markup("      <error")
      self.problem(problem)
      markup("</error>\n")
    case .skipped(let message):
      let reason = CleanText(message, cap: Self.messageCap)
      markup("      <skipped")
      attribute("message", reason.isBlank ? CleanText("skipped without a reason") : reason)
      markup("/>\n")
    }
  }

  /// Adds the attributes and the text of a problem.
  ///
  /// The text begins with the message, because some readers show only the one and some only the
  /// other. A message that is blank once it is cleaned gives way to the type.
  private mutating func problem(_ problem: CaseOutcome.Problem) {
    let type = CleanText(line: problem.type)
    var message = CleanText(problem.message, cap: Self.messageCap)
    if message.isBlank { message = type }
    attribute("message", message)
    attribute("type", type)
    markup(">")
    let body = CleanText(problem.body)
    if body.string.utf8.starts(with: message.string.utf8) {
      text(body)
    } else if body.isBlank {
      text(message)
    } else {
      // Not the cleaned body: what is cut twice would tell a wrong number of bytes left out.
      text(CleanText("\(message.string)\n\(problem.body)"))
    }
  }

  /// Adds what a case wrote, and the advice on it.
  private mutating func systemOut(_ output: String) {
    let output = CleanText(output)
    guard !output.string.isEmpty else { return }
    markup("      <system-out>")
    text(output)
    markup("</system-out>\n")
  }
}
