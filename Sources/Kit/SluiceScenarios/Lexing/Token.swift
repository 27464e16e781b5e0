/// The smallest piece of a file that means something.
struct Token {
  enum Kind: Equatable {
    case newline
    case end
    case word(String)
    /// A word with `#` and a number, as forced schedules write it.
    case eventName(String)
    case variable(String)
    case integer(Int64)
    case double(Double)
    case duration(Int64)
    case string(String)
    case text(String)
    case path(SyntaxPath)
    case wildcard
    case ellipsis
    case punctuation(Punctuation)
    /// Something that the lexer has reported already.
    case invalid
  }

  enum Punctuation: String {
    case colon = ":"
    case comma = ","
    case openRound = "("
    case closeRound = ")"
    case openSquare = "["
    case closeSquare = "]"
    case openCurly = "{"
    case closeCurly = "}"
    case bar = "|"
    case at = "@"
    case plus = "+"
    case assign = "="
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="

    /// The mark that begins with a byte.
    init?(_ byte: UInt8, followedByEqualSign isPair: Bool) {
      switch (byte, isPair) {
      case (UInt8(ascii: "="), true): self = .equal
      case (UInt8(ascii: "!"), true): self = .notEqual
      case (UInt8(ascii: "<"), true): self = .lessOrEqual
      case (UInt8(ascii: ">"), true): self = .greaterOrEqual
      case (UInt8(ascii: "="), _): self = .assign
      case (UInt8(ascii: ":"), _): self = .colon
      case (UInt8(ascii: ","), _): self = .comma
      case (UInt8(ascii: "("), _): self = .openRound
      case (UInt8(ascii: ")"), _): self = .closeRound
      case (UInt8(ascii: "["), _): self = .openSquare
      case (UInt8(ascii: "]"), _): self = .closeSquare
      case (UInt8(ascii: "{"), _): self = .openCurly
      case (UInt8(ascii: "}"), _): self = .closeCurly
      case (UInt8(ascii: "|"), _): self = .bar
      case (UInt8(ascii: "@"), _): self = .at
      case (UInt8(ascii: "+"), _): self = .plus
      default: return nil
      }
    }
  }

  var kind: Kind
  var start: Int
  var end: Int
  /// Whether nothing but spaces stands before it in its line.
  var startsLine: Bool

  /// What the token is, for messages.
  var noun: String {
    switch kind {
    case .newline: "the end of the line"
    case .end: "the end of the file"
    case .word(let text), .eventName(let text): "'\(text)'"
    case .variable(let name): "'$\(name)'"
    case .integer: "an integer"
    case .double: "a double"
    case .duration: "a duration"
    case .string: "a string"
    case .text: "a text"
    case .path(let path): "the path '\(path.text)'"
    case .wildcard: "'_'"
    case .ellipsis: "'...'"
    case .punctuation(let mark): "'\(mark.rawValue)'"
    case .invalid: "something unreadable"
    }
  }
}
