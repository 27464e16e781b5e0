import SluiceSpies

/// Durations in the notation of the language.
enum DurationText {
  /// The units as diagnostics list them, the smallest first.
  static let list = "ns, us, ms, s, min and h"
}

/// The letters of words.
enum WordText {
  static func isLetter(_ byte: UInt8) -> Bool {
    let lower = byte | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  /// Whether a byte may stand inside a word and a variable's name: an ASCII letter, digit or `_`.
  static func isWord(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "_")
  }

  /// Whether a whole string is one identifier of the language.
  static func isIdentifier(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return !bytes.isEmpty && identifierEnd(in: bytes, from: 0) == bytes.count
  }

  /// Whether a string can follow a dollar sign.
  static func isVariableName(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isWord)
  }

  /// Where the identifier that begins at a place ends, or nil if none begins there.
  static func identifierEnd(in bytes: [UInt8], from start: Int) -> Int? {
    guard start < bytes.count else { return nil }
    let first = bytes[start]
    let second = start + 1 < bytes.count ? bytes[start + 1] : 0
    guard isLetter(first) || (first == UInt8(ascii: "_") && isWord(second)) else { return nil }
    var index = start + 1
    while index < bytes.count {
      let byte = bytes[index]
      if isWord(byte) {
        index += 1
      } else if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "."), index + 1 < bytes.count,
        isWord(bytes[index + 1])
      {
        index += 2
      } else {
        break
      }
    }
    WorkCounter.looked(index - start)
    return index
  }
}

/// The words that have a meaning of their own.
enum Words {
  static let topLevel = ["format", "use", "let", "flow", "scenario"]
  static let attributes = [
    "rule", "tags", "edition", "requires", "about", "xfail", "skip", "limit", "schedules", "seed",
    "matrix", "schedule",
  ]
  static let sections = ["given", "timeline", "finally"]
  /// The words that begin a step, besides a name.
  static let steps = [
    "now", "race", "during", "cancel", "break", "drop", "release", "pull", "play", "expect",
  ]
  static let outcomes = [
    "next", "nexts", "error", "finish", "ended", "added", "removed", "silent",
  ]
  private static let others = [
    "add", "remove", "deliver", "iterate", "main", "at", "promptly", "until", "within", "step",
    "steps", "null", "true", "false",
  ]

  static let options = SyntaxOption.Kind.allCases.map(\.rawValue)

  /// The words that can't name a stream.
  static let reserved = Set(topLevel + attributes + sections + steps + outcomes + others + options)

  /// The words with which a line outside brackets begins.
  static let lineStarters = Set(topLevel + attributes + sections + steps)
}

/// What stands behind `nexts` for many elements that look alike: `repeat(PATTERN, COUNT)`.
enum Repetition {
  /// The word.
  static let name = "repeat"
  /// How many elements it can stand for.
  static let counts: ClosedRange<Int64> = 1...10_000
}
