extension Parser {
  /// Reads a value.
  mutating func parseValue(_ what: String = "a value") throws(LineAbandoned) -> SyntaxValue {
    let token = current
    let kind: SyntaxValue.Kind
    switch token.kind {
    case .integer(let value): kind = .int(value)
    case .double(let value): kind = .double(value)
    case .duration(let value): kind = .duration(value)
    case .string(let value): kind = .string(value)
    case .text(let value): kind = .text(value)
    case .path(let path): kind = .path(path)
    case .variable(let name): kind = .variable(name)
    case .wildcard: kind = .wildcard
    case .eventName(let name):
      guard allowsEventNames else { throw misplacedEventName(name) }
      kind = .symbol(name)
    case .word(let name): return try parseWord(name)
    case .punctuation(.openSquare): return try parseArray()
    case .punctuation(.openCurly): return try parseObject()
    default:
      try checkUnclosed()
      throw expected(what)
    }
    advance()
    return SyntaxValue(kind, at: span(token))
  }

  private mutating func misplacedEventName(_ name: String) -> LineAbandoned {
    fail(
      .misplacedEventName, "'\(name)' names an event, and only a schedule has events",
      notes: ["a comment needs a space before its #"])
  }

  private mutating func parseWord(_ name: String) throws(LineAbandoned) -> SyntaxValue {
    try checkUnclosed()
    let token = current
    advance()
    if isGluedParenthesis {
      let call = try parseCall(SyntaxName(name, at: span(token)))
      return SyntaxValue(.call(call), at: span(from: token.start))
    }
    let kind: SyntaxValue.Kind =
      switch name {
      case "null": .null
      case "true": .bool(true)
      case "false": .bool(false)
      default: .symbol(name)
      }
    return SyntaxValue(kind, at: span(token))
  }

  /// Reads the arguments of a call whose name has been read.
  mutating func parseCall(_ name: SyntaxName) throws(LineAbandoned) -> SyntaxCall {
    SyntaxCall(name: name, arguments: try parseArguments())
  }

  /// Reads arguments in round brackets.
  mutating func parseArguments() throws(LineAbandoned) -> [SyntaxCall.Argument] {
    try open(.closeRound)
    var arguments: [SyntaxCall.Argument] = []
    while !isNext(.closeRound) {
      var label: SyntaxName?
      if case .word(let text) = current.kind, following.kind == .punctuation(.colon) {
        label = SyntaxName(text, at: span(current))
        advance()
        advance()
      }
      arguments.append(SyntaxCall.Argument(label: label, value: try parseValue("an argument")))
      if try !separator() { break }
    }
    try close()
    return arguments
  }

  private mutating func parseArray() throws(LineAbandoned) -> SyntaxValue {
    let start = current.start
    try open(.closeSquare)
    var array = SyntaxArray(elements: [])
    while !isNext(.closeSquare) {
      if try parseEllipsis(after: array.elements.count) {
        array.isOpen = true
        break
      }
      array.elements.append(try parseValue("an element"))
      if try !separator() { break }
    }
    try close()
    return SyntaxValue(.array(array), at: span(from: start))
  }

  private mutating func parseObject() throws(LineAbandoned) -> SyntaxValue {
    let start = current.start
    try open(.closeCurly)
    var object = SyntaxObject(members: [])
    var keys: [String: SourceSpan] = [:]
    while !isNext(.closeCurly) {
      if try parseEllipsis(after: 1) {
        object.isOpen = true
        break
      }
      let key = try parseKey()
      if let first = keys.updateValue(key.span, forKey: key.text) {
        log.report(
          .duplicateKey, "the key '\(key.text)' stands twice in this object", at: key.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      }
      let value = try parseValue()
      object.members.append(
        SyntaxObject.Member(key: key.text, keySpan: key.span, value: value))
      if try !separator() { break }
    }
    try close()
    return SyntaxValue(.object(object), at: span(from: start))
  }

  private mutating func parseKey() throws(LineAbandoned) -> SyntaxName {
    let token = current
    let key: String
    switch token.kind {
    case .word(let text):
      try checkUnclosed()
      key = text
    case .string(let text): key = text
    default:
      try checkUnclosed()
      throw expected("a key", notes: ["a key that is no word stands in quotes"])
    }
    advance()
    if !isNext(.colon) {
      try checkUnclosed()
      throw fail(.unexpectedToken, "':' is expected after the key '\(key)'")
    }
    advance()
    return SyntaxName(key, at: span(token))
  }

  /// Reads `...` and the comma that may follow it; something else after it is an error.
  private mutating func parseEllipsis(after count: Int) throws(LineAbandoned) -> Bool {
    guard current.kind == .ellipsis else { return false }
    let token = current
    guard let opener = openers.last else { return false }
    if count == 0 {
      throw fail(
        .misplacedEllipsis, "'...' follows at least one element", at: token,
        notes: ["write _ for anything at all"])
    }
    advance()
    _ = take(.comma)
    if !isNext(opener.closer) {
      try checkUnclosed()
      if isCloser(current) { throw unclosed(opener) }
      throw fail(
        .misplacedEllipsis, "'...' stands last, and \(current.noun) follows it", at: token)
    }
    return true
  }

  // MARK: Brackets

  /// Reads an opening bracket; until ``close()`` line breaks do not count.
  private mutating func open(_ closer: Token.Punctuation) throws(LineAbandoned) {
    let token = current
    if openers.count >= ScenarioLimits.depth {
      throw fail(
        .tooDeep, "values may be nested \(ScenarioLimits.depth) deep, not deeper", at: token)
    }
    advance()
    openers.append(Opener(token: token, closer: closer))
  }

  private mutating func close() throws(LineAbandoned) {
    guard let opener = openers.last else { return }
    guard isNext(opener.closer) else { throw unclosed(opener) }
    advance()
    openers.removeLast()
  }

  /// Reads a comma; false if the closing bracket comes instead.
  private mutating func separator() throws(LineAbandoned) -> Bool {
    if take(.comma) { return true }
    guard let opener = openers.last else { return false }
    if isNext(opener.closer) { return false }
    try checkUnclosed()
    if isCloser(current) { throw unclosed(opener) }
    if isNext(.openRound), case .word = look(at: max(index - 1, 0)).kind {
      throw spaceBeforeArguments()
    }
    let opened = Diagnostic.Label(span: span(opener.token), message: "opened here")
    throw fail(
      .unexpectedToken,
      "',' or '\(opener.closer.rawValue)' is expected here, not \(current.noun)", label: opened)
  }

  private func isCloser(_ token: Token) -> Bool {
    switch token.kind {
    case .punctuation(.closeRound), .punctuation(.closeSquare), .punctuation(.closeCurly): true
    default: false
    }
  }

  /// The error for `name (`.
  mutating func spaceBeforeArguments() -> LineAbandoned {
    fail(
      .spaceBeforeArguments, "no space stands between a name and its arguments",
      notes: ["write name(…)"])
  }

  /// Reports the innermost bracket if the next line can only begin something else.
  private mutating func checkUnclosed() throws(LineAbandoned) {
    guard let opener = openers.last else { return }
    if current.kind == .end { throw unclosed(opener) }
    var place = index
    while look(at: place).kind == .newline { place += 1 }
    if isStatementStart(place) { throw unclosed(opener) }
  }

  private mutating func unclosed(_ opener: Opener) -> LineAbandoned {
    let token = current
    if token.kind != .invalid {
      log.report(
        .unclosedBracket, "this \(opener.token.noun) is never closed", at: span(opener.token),
        label: Diagnostic.Label(
          span: span(token), message: "'\(opener.closer.rawValue)' is missing before this"))
    }
    return LineAbandoned()
  }
}
