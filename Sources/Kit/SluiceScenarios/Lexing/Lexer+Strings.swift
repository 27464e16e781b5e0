extension Lexer {
  /// Reads a string or, after three quotes, a text.
  mutating func lexQuoted() {
    let quote = UInt8(ascii: "\"")
    if byte(at: index + 1) == quote, byte(at: index + 2) == quote {
      lexText()
    } else {
      lexString()
    }
  }

  private mutating func lexString() {
    let start = index
    var content: [UInt8] = []
    index += 1
    while let next = byte(at: index), next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
      switch next {
      case UInt8(ascii: "\""):
        index += 1
        return add(.string(String(decoding: content, as: UTF8.self)), from: start)
      case UInt8(ascii: "\\"):
        lexEscape(into: &content)
      case UInt8(ascii: "\t"):
        report(.tab, "a tab stands here; write \\t", index, index + 1, suggestion: "\\t")
        index += 1
      case 0..<0x20:
        report(
          .controlCharacter, "a control character stands in a string; write it as \\u00XX", index,
          index + 1)
        index += 1
      default:
        content.append(next)
        index += 1
      }
    }
    report(
      .unterminatedString, "this string has no closing quote in its line", start, index,
      notes: ["a text of several lines stands between three quotes"])
    add(.invalid, from: start)
  }

  private mutating func lexEscape(into content: inout [UInt8]) {
    let start = index
    index += 1
    guard let letter = byte(at: index) else { return }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
      content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      index += 1
      return lexUnicodeEscape(from: start, into: &content)
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      return
    default:
      index += 1
      while let next = byte(at: index), next.isContinuation { index += 1 }
      return badEscape(
        start, "this escape does not exist; there are \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX")
    }
    index += 1
  }

  private mutating func lexUnicodeEscape(from start: Int, into content: inout [UInt8]) {
    guard let first = hexadecimalDigits() else {
      return badEscape(start, "\\u needs four hexadecimal digits")
    }
    guard UTF16.isLeadSurrogate(first) || UTF16.isTrailSurrogate(first) else {
      content.append(contentsOf: String(decoding: [first], as: UTF16.self).utf8)
      return
    }
    if UTF16.isLeadSurrogate(first), byte(at: index) == UInt8(ascii: "\\"),
      byte(at: index + 1) == UInt8(ascii: "u")
    {
      index += 2
      if let second = hexadecimalDigits(), UTF16.isTrailSurrogate(second) {
        content.append(contentsOf: String(decoding: [first, second], as: UTF16.self).utf8)
        return
      }
    }
    badEscape(start, "half of a surrogate pair stands alone")
  }

  private mutating func hexadecimalDigits() -> UInt16? {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = byte(at: index), let number = Character(UnicodeScalar(digit)).hexDigitValue
      else { return nil }
      value = value << 4 | UInt16(number)
      index += 1
    }
    return value
  }

  private mutating func badEscape(_ start: Int, _ message: String) {
    report(.badEscape, message, start, index)
  }

  private mutating func lexText() {
    let start = index
    let quote = UInt8(ascii: "\"")
    index += 3
    let contentStart = index
    while index < bytes.count {
      if bytes[index] == quote, byte(at: index + 1) == quote, byte(at: index + 2) == quote {
        let content = Lexer.unindented(bytes[contentStart..<index])
        index += 3
        return add(.text(content), from: start)
      }
      if bytes[index] == UInt8(ascii: "\t") {
        report(.tab, "a tab stands here; write spaces", index, index + 1)
      }
      index += 1
    }
    report(.unterminatedText, "this text is not closed by three quotes", start, start + 3)
    index =
      bytes.firstIndex(of: UInt8(ascii: "\n"), from: start, before: bytes.count) ?? bytes.count
    add(.invalid, from: start)
  }

  /// The lines of a text without their common indentation.
  ///
  /// A line break directly behind the opening quotes and a last line of nothing but spaces are not
  /// part of the text. Line breaks become line feeds; there are no escapes.
  static func unindented(_ content: ArraySlice<UInt8>) -> String {
    let space = UInt8(ascii: " ")
    var lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { line in line.last == UInt8(ascii: "\r") ? line.dropLast() : line }
    guard lines.count > 1 else { return String(decoding: content, as: UTF8.self) }
    let startsOnOwnLine = lines[0].allSatisfy { byte in byte == space }
    if startsOnOwnLine { lines.removeFirst() }
    if let last = lines.last, last.allSatisfy({ byte in byte == space }) { lines.removeLast() }
    let indented = startsOnOwnLine ? lines[...] : lines.dropFirst()
    let margins = indented.compactMap { line in
      line.firstIndex { $0 != space }.map { $0 - line.startIndex }
    }
    let margin = margins.min() ?? 0
    let stripped = lines.enumerated().map { entry in
      let isIndented = startsOnOwnLine || entry.offset > 0
      return String(
        decoding: isIndented ? entry.element.dropFirst(margin) : entry.element, as: UTF8.self)
    }
    return stripped.joined(separator: "\n")
  }
}
