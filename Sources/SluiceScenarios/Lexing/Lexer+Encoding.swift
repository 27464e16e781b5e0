extension Lexer {
  /// Reports ill-formed UTF-8, once a line.
  mutating func checkEncoding() {
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
  static func sequenceLength(in bytes: [UInt8], at place: Int) -> Int {
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
