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
  /// Facts about the case, with those that found no place elsewhere.
  package let properties: [(name: CleanText, value: CleanText)]
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
    if let reason = Self.objection(to: report) {
      throw .unusableCase(id: report.id, reason: reason)
    }
    self.report = report
    let fullName = CleanText(line: report.name)
    let fullClassname = CleanText(line: report.classname)
    let classname = Self.shortened(fullClassname, to: Self.longestClassname)
    let room = Self.longestQualifiedName - classname.string.unicodeScalars.count - 1
    let name = Self.shortened(fullName, to: room)
    var properties = report.properties.map { property in
      (name: CleanText(line: property.name), value: CleanText(property.value))
    }
    if classname != fullClassname {
      properties.append((name: CleanText("sluice.classname"), value: fullClassname))
    }
    if name != fullName { properties.append((name: CleanText("sluice.name"), value: fullName)) }
    let file = report.place.map { CleanText($0.file) }
    let isPlain = file.map { Self.isPlainRelativePath($0.string) } ?? false
    if let place = report.place, !isPlain {
      properties.append(
        (name: CleanText("sluice.place"), value: CleanText(place.description)))
    }
    suite = CleanText(line: report.suite)
    self.name = name
    self.classname = classname
    self.file = isPlain ? file : nil
    line = isPlain ? report.place?.line : nil
    self.properties = properties
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

  private static func objection(to report: CaseReport) -> String? {
    let named = [("suite", report.suite), ("classname", report.classname), ("name", report.name)]
    for (label, value) in named where CleanText(line: value).isBlank {
      return "its \(label) is blank"
    }
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
  private static func shortened(_ text: CleanText, to limit: Int) -> CleanText {
    let scalars = text.string.unicodeScalars
    guard scalars.count > limit else { return text }
    let ending = "… #" + Fingerprint(of: text.string).hexadecimal
    return CleanText(
      line: String(scalars.prefix(limit - ending.unicodeScalars.count)) + ending)
  }

  private static func isPlainRelativePath(_ path: String) -> Bool {
    let scalars = path.unicodeScalars
    guard let first = scalars.first, first != "/", !scalars.contains("\\") else { return false }
    return !scalars.split(separator: "/").contains {
      String.UnicodeScalarView($0).elementsEqual("..".unicodeScalars)
    }
  }
}

// MARK: - As XML

extension XMLBuffer {
  /// The cap for a message, which readers show in a list: in bytes of UTF-8.
  private static let messageCap = 4_096

  /// Adds a `testcase` element, indented as a child of a suite.
  package mutating func testcase(_ testcase: JUnitCase, clock: ReportClock) {
    markup("    ")
    openingTag(of: testcase)
    attribute("time", CleanText("\(Milliseconds(testcase.report.time(on: clock)))"))
    if let file = testcase.file { attribute("file", file) }
    if let line = testcase.line { attribute("line", line) }
    if let assertions = testcase.report.assertions { attribute("assertions", assertions) }
    guard hasChildren(testcase) else {
      markup("/>\n")
      return
    }
    markup(">\n")
    properties(testcase.properties, indentation: "      ")
    outcome(testcase.report.outcome)
    systemOut(testcase.report.systemOut)
    markup("    </testcase>\n")
  }

  /// Adds the beginning of a case's tag: what makes it unique within its suite.
  package mutating func openingTag(of testcase: JUnitCase) {
    markup("<testcase")
    attribute("name", testcase.name)
    attribute("classname", testcase.classname)
  }

  /// Adds a `properties` element, unless it would be empty.
  package mutating func properties(
    _ properties: [(name: CleanText, value: CleanText)], indentation: StaticString
  ) {
    guard !properties.isEmpty else { return }
    markup(indentation)
    markup("<properties>\n")
    for property in properties {
      markup(indentation)
      markup("  <property")
      attribute("name", property.name)
      attribute("value", property.value)
      markup("/>\n")
    }
    markup(indentation)
    markup("</properties>\n")
  }
}

extension XMLBuffer {
  private func hasChildren(_ testcase: JUnitCase) -> Bool {
    testcase.report.outcome != .passed || !testcase.properties.isEmpty
      || !testcase.report.systemOut.isEmpty
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

  private mutating func systemOut(_ output: String) {
    let output = CleanText(output)
    guard !output.string.isEmpty else { return }
    markup("      <system-out>")
    text(output)
    markup("</system-out>\n")
  }
}
