extension Parser {
  /// Reads the whole file.
  mutating func parseFile() {
    skipEmptyLines()
    if currentWord == "format" {
      attempt { parser throws(LineAbandoned) in try parser.parseFormat() }
    } else {
      _ = fail(
        .missingFormat, "the file does not begin with its format",
        notes: ["the first line is: format 1"])
    }
    skipEmptyLines()
    while current.kind != .end {
      attempt { parser throws(LineAbandoned) in try parser.parseTopLevel() }
      skipEmptyLines()
    }
  }

  private mutating func parseFormat() throws(LineAbandoned) {
    advance()
    guard case .integer(let version) = current.kind else { throw expected("a version") }
    if version != 1 {
      throw fail(
        .unsupportedFormat, "format \(version) is not known", notes: ["this version reads format 1"]
      )
    }
    advance()
    try requireLineEnd()
  }

  private mutating func parseTopLevel() throws(LineAbandoned) {
    switch currentWord {
    case "format": throw fail(.duplicateAttribute, "'format' stands once, in the first line")
    case "use": try parseUse()
    case "let": try parseLet()
    case "flow": parseFlow()
    case "scenario": parseScenario()
    case let word?: throw unknownTopLevel(word)
    case nil:
      if isNext(.bar) {
        throw fail(.malformedTable, "this row belongs to no table")
      }
      throw fail(
        .unknownLine, "a line outside of a scenario begins with use, let, flow or scenario")
    }
  }

  private mutating func unknownTopLevel(_ word: String) -> LineAbandoned {
    if Words.lineStarters.contains(word) {
      return fail(.misplacedLine, "'\(word)' belongs inside a scenario")
    }
    return fail(
      .unknownLine, "no line outside of a scenario begins with '\(word)'",
      suggestion: Suggestion.nearest(to: word, among: Words.topLevel))
  }

  private mutating func parseUse() throws(LineAbandoned) {
    advance()
    let path = try requireString("the path of a file")
    tree.uses.append(SyntaxFile.Use(path: path.text, span: path.span))
    try requireLineEnd()
  }

  private mutating func parseLet() throws(LineAbandoned) {
    advance()
    let name = try requireVariableName("the name of a value")
    tree.lets.append(SyntaxFile.Let(name: name, value: nil))
    try require(.assign)
    tree.lets[tree.lets.count - 1].value = try parseValue()
    try requireLineEnd()
  }

  /// Reads a name that `$` can stand before, so without `-` and `.`.
  mutating func requireVariableName(_ what: String) throws(LineAbandoned) -> SyntaxName {
    let name = try requireName(what)
    if !WordText.isVariableName(name.text) { reportUnusable(name) }
    return name
  }

  mutating func reportUnusable(_ name: SyntaxName) {
    let letters = name.text.map { letter in letter == "-" || letter == "." ? "_" : letter }
    log.report(
      .unusableName, "'$\(name.text)' would not be read as one variable", at: name.span,
      notes: ["a variable's name has letters, digits and _ only"], suggestion: String(letters))
  }

  private mutating func parseFlow() {
    let word = span(current)
    var flow = SyntaxFile.Flow(name: SyntaxName("", at: word), parameters: [], steps: [])
    attempt { parser throws(LineAbandoned) in
      flow.isBroken = true
      try parser.parseFlowHeader(&flow)
      flow.isBroken = false
    }
    skipEmptyLines()
    var lineCount = 0
    while current.kind != .end, !isTopLevelLine {
      lineCount += 1
      attempt { parser throws(LineAbandoned) in try parser.parseFlowLine(&flow) }
      skipEmptyLines()
    }
    if lineCount == 0 {
      reportEmpty("the flow '\(flow.name.text)' has no steps", at: word.union(flow.name.span))
    }
    tree.flows.append(flow)
  }

  private mutating func parseFlowHeader(_ flow: inout SyntaxFile.Flow) throws(LineAbandoned) {
    advance()
    flow.name = try requireName("the name of a flow")
    if isNext(.openRound) { flow.parameters = try parseParameters() }
    try requireLineEnd()
  }

  private mutating func parseParameters() throws(LineAbandoned) -> [SyntaxName] {
    let opener = current
    var parameters: [SyntaxName] = []
    advance()
    while !isNext(.closeRound) {
      if current.kind == .newline {
        throw fail(
          .unclosedBracket, "this '(' is never closed", at: opener,
          label: Diagnostic.Label(span: span(current), message: "')' is missing before this"))
      }
      if parameters.count == ScenarioLimits.depth {
        throw fail(.numberOutOfRange, "a flow has at most \(ScenarioLimits.depth) parameters")
      }
      let name = try requireVariableName("the name of a parameter")
      if let first = parameters.first(where: { parameter in parameter.text == name.text }) {
        log.report(
          .duplicateName, "the parameter '\(name.text)' stands twice", at: name.span,
          label: Diagnostic.Label(span: first.span, message: "here first"))
      }
      parameters.append(name)
      if !take(.comma) { break }
    }
    try require(.closeRound)
    return parameters
  }

  private mutating func parseFlowLine(_ flow: inout SyntaxFile.Flow) throws(LineAbandoned) {
    if let word = currentWord, isSectionLine(word) {
      throw fail(
        .misplacedLine, "'\(word)' can't stand in a flow", notes: ["a flow has steps only"])
    }
    let step = try parseStep()
    if let stamp = step.stamp, stamp.isAbsolute {
      log.report(
        .absoluteStampInFlow, "a flow can't have an absolute stamp", at: stamp.span,
        notes: ["it may be played at any time; write + and a duration"])
    }
    flow.steps.append(step)
  }

  mutating func reportEmpty(_ message: String, at span: SourceSpan, notes: [String] = []) {
    log.report(.emptySection, message, at: span, notes: notes)
  }

  /// Whether the line begins the next part of the file.
  var isTopLevelLine: Bool {
    guard let word = currentWord else { return false }
    return Words.topLevel.contains(word) && following.kind != .punctuation(.assign)
  }

  /// Whether the line begins with an attribute's or a section's word.
  func isSectionLine(_ word: String) -> Bool {
    (Words.attributes.contains(word) || Words.sections.contains(word))
      && following.kind != .punctuation(.assign)
  }
}
