extension Parser {
  /// Reads what follows `NAME =`.
  mutating func parseStart(_ stream: SyntaxValue) throws(LineAbandoned) -> SyntaxStep.Action {
    if currentWord == "iterate" {
      advance()
      let source = try parseStream()
      return .iterate(stream, of: source, options: try parseOptions())
    }
    let token = current
    if case .word(let word) = token.kind {
      advance()
      if isNext(.openRound), !isGluedParenthesis { throw spaceBeforeArguments() }
      guard isGluedParenthesis else {
        throw fail(
          .unexpectedToken, "a stream is a call, and '\(word)' has no arguments", at: token,
          suggestion: "\(word)()")
      }
      let call = try parseCall(SyntaxName(word, at: span(token)))
      let source = SyntaxValue(.call(call), at: span(from: token.start))
      return .start(stream, source: source, options: try parseOptions())
    }
    guard case .variable = token.kind else {
      throw expected("a stream, such as firestore.document-snapshots(cities/SF)")
    }
    let source = try parseValue()
    return .start(stream, source: source, options: try parseOptions())
  }

  private mutating func parseOptions() throws(LineAbandoned) -> [SyntaxOption] {
    var options: [SyntaxOption] = []
    var known: [SyntaxOption.Kind: SourceSpan] = [:]
    while current.kind != .newline, current.kind != .end {
      let option = try parseOption()
      if let first = known[option.kind] {
        log.report(
          .badOption, "the option '\(option.kind.rawValue)' stands twice", at: option.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      } else {
        known[option.kind] = option.span
      }
      options.append(option)
    }
    checkManual(options)
    try requireLineEnd()
    return options
  }

  private mutating func parseOption() throws(LineAbandoned) -> SyntaxOption {
    let start = current.start
    guard let word = currentWord, let kind = SyntaxOption.Kind(rawValue: word) else {
      throw fail(
        .badOption,
        "an option of the stream or the end of the line is expected, not \(current.noun)",
        notes: ["the options are: " + Words.options.joined(separator: ", ")],
        suggestion: currentWord.flatMap { word in
          Suggestion.nearest(to: word, among: Words.options)
        })
    }
    advance()
    var value: SyntaxValue?
    switch kind {
    case .manual, .held, .leaves, .precancelled, .lenient, .map: break
    case .filter, .first: value = try parseValue()
    case .demand, .prefix: value = try parseNumber("a number of elements")
    case .throws:
      guard take(word: "at") else { throw expected("'at'") }
      value = try parseNumber("the number of an element")
    case .on: guard take(word: "main") else { throw expected("'main'") }
    case .in: value = try parseStream()
    case .busy: value = try parseTime()
    }
    return SyntaxOption(kind: kind, value: value, span: span(from: start))
  }

  /// A manual consumer has no loop, so nothing can be said about the body of one.
  private mutating func checkManual(_ options: [SyntaxOption]) {
    guard let manual = options.first(where: { option in option.kind == .manual }) else { return }
    for option in options {
      switch option.kind {
      case .demand, .busy, .throws:
        log.report(
          .badOption, "'\(option.kind.rawValue)' is about a loop, and a manual stream has none",
          at: option.span, label: Diagnostic.Label(span: manual.span, message: "manual here"))
      default: break
      }
    }
  }
}
