import SluiceSpies

/// The division of a file's bytes into tokens.
///
/// Line breaks are tokens everywhere; the parser passes over them inside brackets. What can't be
/// read is reported here and becomes an invalid token, so that the parser stays silent about it and
/// goes on with the next line.
struct Lexer {
  let bytes: LookedBytes
  let file: Int
  var index = 0
  var tokens: [Token] = []
  var diagnostics: [Diagnostic] = []
  private var atLineStart = true
  /// Where the letters end in which a run has been found that has no slash.
  var plainRunEnd = 0
  /// How many errors there are in the present line; more than can be told are not kept.
  private var errorsOfLine = 0

  init(_ source: SourceFile, file: Int) {
    bytes = LookedBytes(all: source.bytes)
    self.file = file
    tokens.reserveCapacity(bytes.count / 4)
  }

  /// All tokens, the last of which is the end.
  mutating func run() {
    checkEncoding()
    errorsOfLine = 0
    if bytes.all.starts(with: [0xEF, 0xBB, 0xBF]) {
      report(.controlCharacter, "a byte order mark stands before the text", 0, 3)
      index = 3
    }
    while index < bytes.count { step() }
    add(.newline, from: bytes.count)
    add(.end, from: bytes.count)
  }

  private mutating func step() {
    let start = index
    switch bytes[index] {
    case UInt8(ascii: " "):
      index += 1
    case UInt8(ascii: "\t"):
      index += 1
      report(.tab, "a tab stands here; write spaces", start, index)
    case UInt8(ascii: "\n"):
      index += 1
      add(.newline, from: start)
      atLineStart = true
      errorsOfLine = 0
    case UInt8(ascii: "\r"):
      carriageReturn()
    case UInt8(ascii: "#"):
      comment()
    case UInt8(ascii: "\""):
      lexQuoted()
    case let byte where Lexer.isRun(byte):
      lexRun()
    default:
      lexPunctuation()
    }
  }

  private mutating func carriageReturn() {
    let start = index
    index += 1
    if byte(at: index) == UInt8(ascii: "\n") { return }
    report(.controlCharacter, "a carriage return stands here without a line feed", start, index)
  }

  private mutating func comment() {
    while index < bytes.count, bytes[index] != UInt8(ascii: "\n") {
      if bytes[index] == UInt8(ascii: "\t") {
        report(.tab, "a tab stands here; write spaces", index, index + 1)
      }
      index += 1
    }
  }

  /// Whether a byte may be part of a word, a number, a variable or a path.
  static func isRun(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "~"), UInt8(ascii: "/"),
      UInt8(ascii: "$"):
      true
    default: WordText.isWord(byte)
    }
  }

  func byte(at place: Int) -> UInt8? {
    place < bytes.count ? bytes[place] : nil
  }

  func span(_ start: Int, _ end: Int) -> SourceSpan {
    SourceSpan(file: file, start: start, end: end)
  }

  mutating func add(_ kind: Token.Kind, from start: Int) {
    tokens.append(Token(kind: kind, start: start, end: index, startsLine: atLineStart))
    atLineStart = false
  }

  mutating func report(
    _ code: DiagnosticCode, _ message: String, _ start: Int, _ end: Int, notes: [String] = [],
    suggestion: String? = nil
  ) {
    errorsOfLine += 1
    guard errorsOfLine <= 2 * ScenarioLimits.diagnosticsOfLine else { return }
    diagnostics.append(
      Diagnostic(code, message, at: span(start, end), notes: notes, suggestion: suggestion))
  }

  private mutating func lexPunctuation() {
    let start = index
    let isPair = byte(at: index + 1) == UInt8(ascii: "=")
    guard let mark = Token.Punctuation(bytes[index], followedByEqualSign: isPair) else {
      return unexpectedCharacter()
    }
    index += mark.rawValue.utf8.count
    add(.punctuation(mark), from: start)
  }

  private mutating func unexpectedCharacter() {
    let start = index
    index += 1
    if bytes[start] >= 0x80, Lexer.sequenceLength(in: bytes, at: start) == 0 {
      return add(.invalid, from: start)
    }
    while let next = byte(at: index), next.isContinuation { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let value = text.unicodeScalars.first?.value ?? 0
    if value < 0x20 || value == 0x7F {
      let digits = String(value, radix: 16, uppercase: true)
      report(.controlCharacter, "the control character U+\(digits) stands here", start, index)
    } else {
      let notes =
        value >= 0x80 ? ["outside strings and comments only ASCII is read; write it in quotes"] : []
      report(.unexpectedCharacter, "'\(text)' has no meaning here", start, index, notes: notes)
    }
    add(.invalid, from: start)
  }
}

// MARK: - Encoding

extension Lexer {
  /// Reports ill-formed UTF-8, once a line.
  private mutating func checkEncoding() {
    let bytes = bytes
    var place = 0
    var reportedLine = false
    while place < bytes.count {
      let first = bytes[place]
      if first < 0x80 {
        if first == UInt8(ascii: "\n") { reportedLine = false }
        place += 1
        continue
      }
      let length = Lexer.sequenceLength(in: bytes, at: place)
      if length == 0, !reportedLine {
        reportedLine = true
        errorsOfLine = 0
        let digits = String(first, radix: 16, uppercase: true)
        report(
          .notUTF8, "the byte 0x\(digits) is not UTF-8", place, place + 1,
          notes: ["scenario files are UTF-8 without a byte order mark"])
      }
      place += max(1, length)
    }
  }

  /// The length of the well-formed sequence of several bytes at a place, or 0 if it is ill-formed.
  ///
  /// The ranges are those of table 3-7 of the Unicode Standard: no surrogates, no overlong forms.
  private static func sequenceLength(in bytes: LookedBytes, at place: Int) -> Int {
    let first = bytes[place]
    let (length, second): (Int, ClosedRange<UInt8>) =
      switch first {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE, 0xEF: (3, 0x80...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0x80...0xBF)
      }
    guard length > 0, place + length <= bytes.count, second.contains(bytes[place + 1]) else {
      return 0
    }
    for index in (place + 2)..<max(place + 2, place + length) where !bytes[index].isContinuation {
      return 0
    }
    return length
  }
}

/// The bytes of a file, each look at one of which is a step for `WorkCounter`.
struct LookedBytes {
  /// The bytes for whoever counts their looks themselves.
  let all: [UInt8]

  var count: Int { all.count }

  subscript(place: Int) -> UInt8 {
    WorkCounter.looked()
    return all[place]
  }

  subscript(range: Range<Int>) -> ArraySlice<UInt8> {
    WorkCounter.looked(range.count)
    return all[range]
  }

  /// Where a byte stands first, from a place on and before another.
  func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int? {
    var place = start
    while place < end {
      if self[place] == byte { return place }
      place += 1
    }
    return nil
  }
}
