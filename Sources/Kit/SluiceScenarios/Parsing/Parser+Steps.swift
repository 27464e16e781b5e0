import SluiceSpies

extension Parser {
  /// Reads one step with its line end and its table.
  mutating func parseStep() throws(LineAbandoned) -> SyntaxStep {
    let start = current.start
    if isNext(.bar) { throw fail(.malformedTable, "this row belongs to no table") }
    let stamp = try parseStamp()
    let mode = try parseMode()
    let action = try parseAction(lineStart: start)
    let end = lastContentEnd(from: start)
    if let place = mode.span { checkMode(mode, at: place, stamp: stamp, action: action) }
    let place = SourceSpan(file: file, start: start, end: end)
    return SyntaxStep(stamp: stamp, mode: mode, action: action, span: place)
  }

  /// The end of the first line of the step that begins at a place.
  private func lastContentEnd(from start: Int) -> Int {
    var place = index - 1
    while place > 0, look(at: place).kind == .newline || look(at: place).kind == .end { place -= 1 }
    return max(start, look(at: max(place, 0)).end)
  }

  private mutating func checkMode(
    _ mode: SyntaxStep.Mode, at place: SourceSpan, stamp: SyntaxStep.Stamp?,
    action: SyntaxStep.Action
  ) {
    if action.isExpectation {
      log.report(
        .misplacedMode, "an expectation happens when everything at its instant has happened",
        at: place, notes: ["now, race and during are for lines that make something happen"])
    } else if case .play = action {
      log.report(
        .misplacedMode, "a flow has several lines, and the mode belongs to one of them", at: place,
        notes: ["write the mode inside the flow"])
    } else if case .now = mode, let stamp {
      log.report(
        .misplacedMode, "'now' follows directly after the line before, so it has no stamp",
        at: stamp.span, label: Diagnostic.Label(span: place, message: "now here"))
    }
  }

  private mutating func parseStamp() throws(LineAbandoned) -> SyntaxStep.Stamp? {
    let token = current
    guard isNext(.at) || isNext(.plus) else { return nil }
    let isAbsolute = isNext(.at)
    advance()
    let value = try parseTime()
    return SyntaxStep.Stamp(
      isAbsolute: isAbsolute, value: value, span: span(token).union(value.span))
  }

  /// Reads a duration or a variable.
  mutating func parseTime() throws(LineAbandoned) -> SyntaxValue {
    switch current.kind {
    case .duration, .variable: return try parseValue()
    case .integer(let value):
      throw fail(
        .unexpectedToken, "a duration needs a unit", notes: ["the units are \(DurationText.list)"],
        suggestion: value >= 0 ? "\(value)ms" : nil)
    default: throw expected("a duration")
    }
  }

  private mutating func parseMode() throws(LineAbandoned) -> SyntaxStep.Mode {
    let token = current
    guard let word = currentWord, following.kind != .punctuation(.assign) else { return .ordinary }
    switch word {
    case "now":
      advance()
      return .now(span(token))
    case "race":
      advance()
      return .race(span(token))
    case "during":
      advance()
      return try parsePoint(from: token)
    default: return .ordinary
    }
  }

  private mutating func parsePoint(from start: Token) throws(LineAbandoned) -> SyntaxStep.Mode {
    let points = InjectionPoint.allCases.map(\.rawValue)
    guard let word = currentWord, let point = InjectionPoint(rawValue: word) else {
      throw fail(
        .unexpectedToken, "'during' is followed by add(…), remove(…), deliver(…) or read(…)",
        suggestion: currentWord.flatMap { word in Suggestion.nearest(to: word, among: points) })
    }
    advance()
    if isNext(.openRound), !isGluedParenthesis { throw spaceBeforeArguments() }
    try require(.openRound)
    let stream = try parseStream()
    let call = take(.comma) ? try parseInjectedCall() : nil
    try require(.closeRound)
    return .during(point, stream, call: call, span(from: start.start))
  }

  /// Reads which of several calls is meant.
  private mutating func parseInjectedCall() throws(LineAbandoned) -> SyntaxValue {
    guard currentWord == "last" else { return try parseNumber("the number of a call, or 'last',") }
    defer { advance() }
    return SyntaxValue(.symbol("last"), at: span(current))
  }

  /// Reads the name of a stream, or a variable that stands for one.
  mutating func parseStream() throws(LineAbandoned) -> SyntaxValue {
    let token = current
    switch token.kind {
    case .variable(let name):
      advance()
      return SyntaxValue(.variable(name), at: span(token))
    case .word(let name):
      if Words.reserved.contains(name) { throw reserved(name) }
      advance()
      return SyntaxValue(.symbol(name), at: span(token))
    default: throw expected("the name of a stream")
    }
  }

  private mutating func reserved(_ name: String) -> LineAbandoned {
    fail(
      .reservedWord, "'\(name)' is a word of the language and can't name a stream")
  }

  private mutating func parseAction(lineStart: Int) throws(LineAbandoned) -> SyntaxStep.Action {
    if following.kind == .punctuation(.assign) {
      let name = try parseStream()
      advance()
      return try parseStart(name)
    }
    guard let word = currentWord else {
      throw expected("a step", notes: ["such as a call, cancel L or expect L next 1"])
    }
    if let control = StreamControl(rawValue: word), !isCallNext {
      advance()
      let action = SyntaxStep.Action.control(control, stream: try parseStream())
      try requireLineEnd()
      return action
    }
    switch word {
    case "pull": return try parsePull()
    case "play": return try parsePlay()
    case "expect": return try parseExpect()
    case "iterate":
      throw fail(
        .unexpectedToken, "a second iterator needs a name of its own",
        notes: ["write: NAME = iterate STREAM"])
    default: return try parsePerform(word, lineStart: lineStart)
    }
  }

  private var isCallNext: Bool {
    following.kind == .punctuation(.openRound) && following.start == current.end
  }

  private mutating func parsePerform(
    _ word: String, lineStart: Int
  ) throws(LineAbandoned) -> SyntaxStep.Action {
    if isSectionLine(word) || Words.topLevel.contains(word) {
      throw fail(.misplacedLine, "'\(word)' begins a section and can't stand in a step")
    }
    guard isCallNext else {
      let token = current
      advance()
      if isNext(.openRound) { throw spaceBeforeArguments() }
      throw fail(
        .unknownLine, "no step begins with '\(word)'", at: token,
        suggestion: Suggestion.nearest(to: word, among: Words.steps))
    }
    let name = try requireName("a call")
    let call = try parseCall(name)
    let place = span(from: lineStart)
    try requireLineEnd()
    return .perform(call, table: isTableNext ? try parseTable(owner: place) : nil)
  }

  private mutating func parsePull() throws(LineAbandoned) -> SyntaxStep.Action {
    advance()
    let stream = try parseStream()
    let count = current.kind == .newline ? nil : try parseNumber("a number of elements")
    try requireLineEnd()
    return .pull(stream, count: count)
  }

  /// Reads an integer or a variable.
  mutating func parseNumber(_ what: String) throws(LineAbandoned) -> SyntaxValue {
    switch current.kind {
    case .integer, .variable: return try parseValue()
    default: throw expected(what)
    }
  }

  private mutating func parsePlay() throws(LineAbandoned) -> SyntaxStep.Action {
    let start = current.start
    advance()
    let name = try requireName("the name of a flow")
    if isNext(.openRound), !isGluedParenthesis { throw spaceBeforeArguments() }
    let arguments = isGluedParenthesis ? try parseArguments() : []
    let place = span(from: start)
    try requireLineEnd()
    return .play(name, arguments: arguments, span: place)
  }
}
