import SluiceSpies

/// The syntax tree of one file, and what is wrong with it.
///
/// Recursive descent over tokens. A method that finds the line wrong reports it and throws
/// ``LineAbandoned``; the loop over lines catches it and goes on with the next line, so that one
/// run shows all errors.
struct Parser {
  /// The line is wrong and reported.
  struct LineAbandoned: Error {}

  /// A bracket that is open while its content is read.
  struct Opener {
    var token: Token
    var closer: Token.Punctuation
  }

  let tokens: [Token]
  let source: SourceFile
  let file: Int
  var index = 0
  var openers: [Opener] = []
  /// Whether words with `#` and a number may stand: in the table of a forced schedule.
  var allowsEventNames = false
  var tree = SyntaxFile()
  let log: DiagnosticLog

  /// Reads a file.
  static func parse(_ source: SourceFile, file: Int, into log: DiagnosticLog) -> SyntaxFile {
    log.open(source, file: file)
    guard withinLimits(source, file: file, log: log) else { return SyntaxFile() }
    var lexer = Lexer(source, file: file)
    lexer.run()
    for diagnostic in lexer.diagnostics { log.report(diagnostic) }
    var parser = Parser(tokens: lexer.tokens, source: source, file: file, log: log)
    parser.parseFile()
    return parser.tree
  }

  private static func withinLimits(
    _ source: SourceFile, file: Int, log: DiagnosticLog
  ) -> Bool {
    if let place = source.firstOfNoText {
      log.report(
        .notText, "this file is no text: it has bytes that no text has",
        at: SourceSpan(file: file, start: place, end: place))
      return false
    }
    let size = source.bytes.count
    if size > ScenarioLimits.fileBytes {
      let place = ScenarioLimits.fileBytes
      log.report(
        .fileTooLarge, "the file has \(size) bytes; \(place) are allowed",
        at: SourceSpan(file: file, start: place, end: place))
      return false
    }
    if source.lineCount > ScenarioLimits.lines {
      let place = source.lineStarts[ScenarioLimits.lines]
      log.report(
        .tooManyLines,
        "the file has \(source.lineCount) lines; \(ScenarioLimits.lines) are allowed",
        at: SourceSpan(file: file, start: place, end: place))
      return false
    }
    return true
  }

  // MARK: Looking at tokens

  /// The token at a place.
  func look(at place: Int) -> Token {
    WorkCounter.looked()
    return tokens[place]
  }

  /// The next token; inside brackets line breaks do not count.
  var current: Token { look(at: currentIndex) }

  private var currentIndex: Int {
    var place = index
    if !openers.isEmpty {
      while look(at: place).kind == .newline, place + 1 < tokens.count { place += 1 }
    }
    return place
  }

  /// The token after the next one.
  var following: Token { look(at: min(currentIndex + 1, tokens.count - 1)) }

  /// The end of the token before the next one.
  var previousEnd: Int { index > 0 ? look(at: index - 1).end : 0 }

  mutating func advance() {
    index = min(currentIndex + 1, tokens.count - 1)
  }

  /// The text of a token, letter by letter.
  func text(of token: Token) -> String {
    String(decoding: source.bytes[token.start..<token.end], as: UTF8.self)
  }

  func span(_ token: Token) -> SourceSpan {
    SourceSpan(file: file, start: token.start, end: token.end)
  }

  /// The span from a place to the end of the last token that was read.
  func span(from start: Int) -> SourceSpan {
    SourceSpan(file: file, start: start, end: max(start, previousEnd))
  }

  /// The word that comes next, if it is one.
  var currentWord: String? {
    if case .word(let text) = current.kind { text } else { nil }
  }

  func isNext(_ mark: Token.Punctuation) -> Bool {
    current.kind == .punctuation(mark)
  }

  mutating func take(_ mark: Token.Punctuation) -> Bool {
    guard isNext(mark) else { return false }
    advance()
    return true
  }

  mutating func take(word: String) -> Bool {
    guard currentWord == word else { return false }
    advance()
    return true
  }

  /// Whether the next token is an opening bracket without a space before it.
  var isGluedParenthesis: Bool {
    let next = look(at: index)
    return next.kind == .punctuation(.openRound) && index > 0 && next.start == previousEnd
  }

  // MARK: Reporting

  /// Reports something at the next token and gives the line up.
  ///
  /// Nothing is said about a token that the lexer has reported already.
  mutating func fail(
    _ code: DiagnosticCode = .unexpectedToken, _ message: String, at token: Token? = nil,
    label: Diagnostic.Label? = nil, notes: [String] = [], suggestion: String? = nil
  ) -> LineAbandoned {
    let token = token ?? current
    if token.kind != .invalid {
      log.report(
        code, message, at: span(token), label: label, notes: notes, suggestion: suggestion)
    }
    return LineAbandoned()
  }

  /// Reports that something else was needed than the next token.
  mutating func expected(_ what: String, notes: [String] = []) -> LineAbandoned {
    fail(.unexpectedToken, "\(what) is expected here, not \(current.noun)", notes: notes)
  }

  mutating func require(_ mark: Token.Punctuation) throws(LineAbandoned) {
    guard take(mark) else { throw expected("'\(mark.rawValue)'") }
  }

  mutating func requireName(_ what: String) throws(LineAbandoned) -> SyntaxName {
    guard case .word(let text) = current.kind else { throw expected(what) }
    let name = SyntaxName(text, at: span(current))
    advance()
    return name
  }

  mutating func requireString(_ what: String) throws(LineAbandoned) -> SyntaxName {
    guard case .string(let text) = current.kind else {
      throw expected(what + " in quotes")
    }
    let name = SyntaxName(text, at: span(current))
    advance()
    return name
  }

  /// Reads the end of the line.
  mutating func requireLineEnd() throws(LineAbandoned) {
    switch current.kind {
    case .newline: advance()
    case .end: return
    default:
      throw fail(.trailingInput, "the line is complete before \(current.noun)")
    }
  }

  // MARK: Recovery

  /// Reads one line, or several that belong together; if they are wrong, goes on behind them.
  ///
  /// Always makes progress, whatever the body does.
  ///
  /// - Parameters:
  ///   - ownsTable: Whether rows that follow belong to the line, so that they are passed over too.
  ///   - body: The reading of the line.
  mutating func attempt(
    ownsTable: Bool = true, _ body: (inout Parser) throws(LineAbandoned) -> Void
  ) {
    let start = index
    var hasFailed = false
    do throws(LineAbandoned) {
      try body(&self)
    } catch {
      hasFailed = true
      noteBrokenStream(from: start)
      recover(from: start)
    }
    openers = []
    if ownsTable, isNext(.bar), index > start, hasFailed { skipRows() }
    if index == start { advance() }
    if log.isFull { index = tokens.count - 1 }
  }

  private mutating func skipRows() {
    while isNext(.bar) {
      while current.kind != .newline, current.kind != .end { advance() }
      while current.kind == .newline { advance() }
    }
  }

  /// Remembers the stream that a wrong line would have started, so that its uses are not reported
  /// too.
  private mutating func noteBrokenStream(from start: Int) {
    var place = start
    while look(at: place).kind != .newline, look(at: place).kind != .end {
      if case .word(let name) = look(at: place).kind,
        look(at: place + 1).kind == .punctuation(.assign)
      {
        tree.brokenStreams.insert(name)
        return
      }
      place += 1
    }
  }

  /// Passes over what remains of a wrong line.
  ///
  /// Where it went wrong inside brackets, that is everything up to where they close, or up to the
  /// next line that can only be the beginning of another step or section.
  private mutating func recover(from start: Int) {
    var depth = openers.count
    openers = []
    if depth == 0, index > start, look(at: index - 1).kind == .newline { return }
    while look(at: index).kind != .end {
      let token = look(at: index)
      if token.startsLine, depth > 0, index > start, isStatementStart(index) { return }
      switch token.kind {
      case .newline where depth <= 0:
        index += 1
        return
      case .punctuation(.openRound), .punctuation(.openSquare), .punctuation(.openCurly):
        depth += 1
      case .punctuation(.closeRound), .punctuation(.closeSquare), .punctuation(.closeCurly):
        depth -= 1
      case .invalid:
        depth = 0
      default: break
      }
      index += 1
    }
  }

  /// Whether a token is an opening bracket without a space before it.
  private func isGlued(_ place: Int) -> Bool {
    look(at: place).kind == .punctuation(.openRound)
      && look(at: place).start == look(at: place - 1).end
  }

  /// Whether what stands before a line is complete, so that no further value can begin there.
  private func isAfterValue(_ place: Int) -> Bool {
    var before = place - 1
    while before >= 0, look(at: before).kind == .newline { before -= 1 }
    guard before >= 0 else { return true }
    switch look(at: before).kind {
    case .punctuation(.comma), .punctuation(.colon), .punctuation(.openRound),
      .punctuation(.openSquare), .punctuation(.openCurly), .punctuation(.bar):
      return false
    default: return true
    }
  }

  /// Whether a line can only begin a step or a section, so that brackets before it are unclosed.
  func isStatementStart(_ place: Int) -> Bool {
    let token = look(at: place)
    guard token.startsLine else { return false }
    switch token.kind {
    case .punctuation(.at), .punctuation(.plus), .punctuation(.bar): return true
    case .word(let text):
      var next = place + 1
      if look(at: next).kind == .punctuation(.assign) { return true }
      if isGlued(next) { return isAfterValue(place) }
      guard Words.lineStarters.contains(text) else { return false }
      while look(at: next).kind == .newline { next += 1 }
      switch look(at: next).kind {
      case .punctuation(.colon), .punctuation(.comma), .punctuation(.openRound),
        .punctuation(.closeRound), .punctuation(.closeSquare), .punctuation(.closeCurly),
        .ellipsis:
        return false
      default: return true
      }
    default: return false
    }
  }
}
