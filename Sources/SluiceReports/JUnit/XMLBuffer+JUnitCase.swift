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
