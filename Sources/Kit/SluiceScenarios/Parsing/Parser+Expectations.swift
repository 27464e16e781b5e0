extension Parser {
  /// Reads what follows `expect`, if it is a probe.
  mutating func parseProbe() throws(LineAbandoned) -> SyntaxProbe? {
    let token = current
    guard case .word(let word) = token.kind else { return nil }
    let next = following
    let isCall = next.kind == .punctuation(.openRound) && next.start == token.end
    guard isCall || comparison(next) != nil else { return nil }
    advance()
    let name = SyntaxName(word, at: span(token))
    let call = isCall ? try parseCall(name) : SyntaxCall(name: name, arguments: [])
    guard let comparison = comparison(current) else {
      throw expected("one of == != <= >=")
    }
    advance()
    return SyntaxProbe(name: name, call: call, comparison: comparison, value: try parseValue())
  }

  private func comparison(_ token: Token) -> ProbeComparison? {
    guard case .punctuation(let mark) = token.kind else { return nil }
    return ProbeComparison(rawValue: mark.rawValue)
  }

  /// Reads an expectation of a timeline.
  mutating func parseExpect() throws(LineAbandoned) -> SyntaxStep.Action {
    let start = current
    advance()
    if let probe = try parseProbe() {
      try requireLineEnd()
      return .expectProbe(probe)
    }
    if case .word(let word) = current.kind, following.kind == .punctuation(.assign) {
      throw fail(
        .unexpectedToken, "a comparison is written ==", at: following,
        label: Diagnostic.Label(span: span(current), message: "'\(word)' is compared"))
    }
    let stream = try parseStream()
    guard let word = currentWord, Words.outcomes.contains(word) else {
      throw unknownOutcome(stream)
    }
    if word == "silent" { return try parseSilence(stream) }
    if word == "nexts", following.kind == .newline {
      advance()
      let place = span(from: start.start)
      advance()
      return .expectOutcome(stream, .nextsTable(try parseTable(owner: place)), bound: nil)
    }
    let outcome = try parseOutcome(word)
    let bound = try parseBound()
    try requireLineEnd()
    return .expectOutcome(stream, outcome, bound: bound)
  }

  private mutating func unknownOutcome(_ stream: SyntaxValue) -> LineAbandoned {
    let notes = ["a stream can be expected: " + Words.outcomes.joined(separator: ", ")]
    guard let word = currentWord else {
      return expected("what '\(stream)' does", notes: notes)
    }
    return fail(
      .unknownOutcome, "a stream can't be expected to '\(word)'", notes: notes,
      suggestion: Suggestion.nearest(to: word, among: Words.outcomes))
  }

  private mutating func parseSilence(
    _ stream: SyntaxValue
  ) throws(LineAbandoned) -> SyntaxStep.Action {
    advance()
    guard take(word: "until") else { throw expected("'until'") }
    let time = try parseTime()
    try requireLineEnd()
    return .expectSilence(stream, until: time)
  }

  private mutating func parseOutcome(_ word: String) throws(LineAbandoned) -> SyntaxOutcome {
    advance()
    switch word {
    case "next": return .next(try parseValue("the value"))
    case "nexts": return .nexts(try parseNexts())
    case "error":
      let name = try requireName("the name of an error")
      let fields = isNext(.openCurly) ? try parseValue() : nil
      return .error(name, fields: fields)
    case "finish": return .finish
    case "ended": return .ended
    case "added": return .added
    default: return .removed(promptly: take(word: "promptly"))
    }
  }

  private mutating func parseNexts() throws(LineAbandoned) -> SyntaxValue {
    let token = current
    let value = try parseValue("an array or a table")
    switch value.kind {
    case .array, .variable: return value
    case .call(let call) where call.name.text == Repetition.name: return value
    default:
      throw fail(
        .unexpectedToken, "'nexts' is followed by an array or a table, not by \(value.noun)",
        at: token, notes: ["one element is expected with: next"])
    }
  }

  private mutating func parseBound() throws(LineAbandoned) -> SyntaxBound? {
    guard take(word: "within") else { return nil }
    if case .duration = current.kind { return .time(try parseTime()) }
    let value = try parseNumber("a number of steps or a duration")
    if take(word: "steps") || take(word: "step") { return .steps(value) }
    guard case .variable = value.kind else { throw expected("'steps'") }
    return .time(value)
  }
}
