/// The parts of a scenario in their order.
enum ScenarioPart: Int {
  case attributes
  case given
  case timeline
  case finally

  init?(section word: String) {
    switch word {
    case "given": self = .given
    case "timeline": self = .timeline
    case "finally": self = .finally
    default: return nil
    }
  }
}

extension Parser {
  /// What is known about a scenario while its lines are read.
  struct ScenarioState {
    var scenario: SyntaxScenario
    var part = ScenarioPart.attributes
    var sections: [String: SourceSpan] = [:]
    /// Whether a line of the present section was wrong, so that it is not empty.
    var lineCount = 0
  }

  /// Reads a scenario with all its lines.
  mutating func parseScenario() {
    let word = span(current)
    var state = ScenarioState(
      scenario: SyntaxScenario(name: SyntaxName("", at: word), span: word))
    attempt { parser throws(LineAbandoned) in
      parser.advance()
      let name = try parser.requireString("the name of a scenario")
      state.scenario.name = name
      state.scenario.span = word.union(name.span)
      try parser.requireLineEnd()
    }
    skipEmptyLines()
    while current.kind != .end, !isTopLevelLine {
      attempt { parser throws(LineAbandoned) in
        try parser.parseScenarioLine(&state)
      }
      skipEmptyLines()
    }
    finishSection(state)
    if state.sections["timeline"] == nil {
      reportEmpty(
        "the scenario has no timeline", at: state.scenario.span,
        notes: ["its steps follow the line: timeline"])
    }
    tree.scenarios.append(state.scenario)
  }

  private mutating func parseScenarioLine(_ state: inout ScenarioState) throws(LineAbandoned) {
    if let word = currentWord, isSectionLine(word) {
      if let part = ScenarioPart(section: word) {
        return try beginSection(part, word, &state)
      }
      if state.part != .attributes {
        log.report(
          .misplacedLine, "'\(word)' stands before given, timeline and finally",
          at: span(current),
          notes: ["the order is: attributes and tables, given, timeline, finally"])
      }
      return try parseAttribute(word, &state)
    }
    state.lineCount += 1
    switch state.part {
    case .attributes: throw unknownAttribute()
    case .given: try parseGiven(&state.scenario)
    case .timeline: state.scenario.steps.append(try parseStep())
    case .finally: try parseFinally(&state.scenario)
    }
  }

  private mutating func beginSection(
    _ part: ScenarioPart, _ word: String, _ state: inout ScenarioState
  ) throws(LineAbandoned) {
    let place = span(current)
    finishSection(state)
    if let first = state.sections[word] {
      log.report(
        .duplicateAttribute, "'\(word)' stands twice in this scenario", at: place,
        label: Diagnostic.Label(span: first, message: "here first"))
    } else if part.rawValue < state.part.rawValue {
      log.report(
        .misplacedLine, "'\(word)' comes too late", at: place,
        notes: ["the order is: attributes and tables, given, timeline, finally"])
    }
    state.sections[word] = state.sections[word] ?? place
    state.part = part
    state.lineCount = 0
    advance()
    try requireLineEnd()
  }

  private mutating func finishSection(_ state: ScenarioState) {
    let words: [ScenarioPart: String] = [
      .given: "given", .timeline: "timeline", .finally: "finally",
    ]
    guard state.lineCount == 0, let word = words[state.part], let place = state.sections[word]
    else { return }
    reportEmpty("no line follows '\(word)'", at: place)
  }

  private mutating func unknownAttribute() -> LineAbandoned {
    if let word = currentWord, Words.steps.contains(word) || following.kind == .punctuation(.assign)
    {
      return fail(
        .misplacedLine, "steps follow the line 'timeline', which is missing before this")
    }
    if isNext(.bar) { return fail(.malformedTable, "this row belongs to no table") }
    if isNext(.at) || isNext(.plus) {
      return fail(
        .misplacedLine, "steps follow the line 'timeline', which is missing before this")
    }
    guard let word = currentWord else {
      return fail(.unknownLine, "no line of a scenario begins with \(current.noun)")
    }
    return fail(
      .unknownLine, "no line of a scenario begins with '\(word)'",
      suggestion: Suggestion.nearest(to: word, among: Words.attributes + Words.sections))
  }

  private mutating func parseGiven(_ scenario: inout SyntaxScenario) throws(LineAbandoned) {
    let start = current.start
    let name = try requireName("a call")
    if isNext(.openRound), !isGluedParenthesis { throw spaceBeforeArguments() }
    guard isGluedParenthesis else {
      throw expected(
        "'('", notes: ["'given' has calls only; what happens over time follows 'timeline'"])
    }
    let call = try parseCall(name)
    let place = span(from: start)
    try requireLineEnd()
    let table = isTableNext ? try parseTable(owner: place) : nil
    scenario.given.append(SyntaxScenario.Given(call: call, table: table, span: place))
  }

  private mutating func parseFinally(_ scenario: inout SyntaxScenario) throws(LineAbandoned) {
    let start = current.start
    guard take(word: "expect") else {
      throw fail(
        .misplacedLine, "a line of 'finally' is: expect PROBE == VALUE")
    }
    guard let probe = try parseProbe() else {
      throw fail(
        .misplacedLine, "'finally' has probes only, such as: expect firestore.listeners == 0",
        notes: ["what a stream does is expected in the timeline"])
    }
    scenario.finally.append(SyntaxScenario.FinalProbe(probe: probe, span: span(from: start)))
    try requireLineEnd()
  }
}
