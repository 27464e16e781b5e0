extension Lexer {
  /// Reads what begins with a letter, a digit or one of `_ $ - . ~ /`.
  mutating func lexRun() {
    let start = index
    if let end = pathEnd(from: start) { return lexPath(until: end) }
    switch bytes[start] {
    case UInt8(ascii: "$"): lexVariable()
    case UInt8(ascii: "."): lexEllipsis()
    case UInt8(ascii: "-"): lexNumber()
    case UInt8(ascii: "~"): stray()
    case let byte where WordText.isDigit(byte): lexNumber()
    default: lexWord()
    }
  }

  /// Where letters of words, numbers, variables and paths end, if a slash is among them.
  ///
  /// Where none is, that is found out once for all that is cut out of the same letters.
  private mutating func pathEnd(from start: Int) -> Int? {
    guard start >= plainRunEnd else { return nil }
    var end = start
    var hasSlash = false
    while let next = byte(at: end), Lexer.isRun(next) {
      if next == UInt8(ascii: "/") { hasSlash = true }
      end += 1
    }
    if hasSlash { return end }
    plainRunEnd = end
    return nil
  }

  private mutating func lexWord() {
    let start = index
    guard let end = WordText.identifierEnd(in: bytes.all, from: start) else {
      index += 1
      return add(.wildcard, from: start)
    }
    index = end
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    guard byte(at: end) == UInt8(ascii: "#"), byte(at: end + 1).map(WordText.isDigit) == true else {
      return add(.word(text), from: start)
    }
    index += 1
    while let next = byte(at: index), WordText.isDigit(next) { index += 1 }
    add(.eventName(String(decoding: bytes[start..<index], as: UTF8.self)), from: start)
  }

  private mutating func lexVariable() {
    let start = index
    index += 1
    while let next = byte(at: index), WordText.isWord(next) { index += 1 }
    if index == start + 1 {
      report(.malformedVariable, "a name must follow the dollar sign", start, index)
      return add(.invalid, from: start)
    }
    add(.variable(String(decoding: bytes[(start + 1)..<index], as: UTF8.self)), from: start)
  }

  private mutating func lexEllipsis() {
    let start = index
    let dot = UInt8(ascii: ".")
    guard byte(at: index + 1) == dot, byte(at: index + 2) == dot else { return stray() }
    index += 3
    add(.ellipsis, from: start)
  }

  /// Reports a character that may begin a path but does not.
  mutating func stray() {
    let start = index
    index += 1
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    report(.unexpectedCharacter, "'\(text)' has no meaning here", start, index)
    add(.invalid, from: start)
  }

  private mutating func lexPath(until end: Int) {
    let start = index
    index = end
    let slash = UInt8(ascii: "/")
    if end == start + 1 {
      return add(.path(SyntaxPath(segments: [], isAbsolute: true)), from: start)
    }
    var path = SyntaxPath(segments: [], isAbsolute: bytes[start] == slash)
    var partStart = path.isAbsolute ? start + 1 : start
    while partStart <= end {
      let partEnd = bytes.firstIndex(of: slash, from: partStart, before: end) ?? end
      guard let segment = segment(partStart, partEnd) else {
        return add(.invalid, from: start)
      }
      path.segments.append(segment)
      partStart = partEnd + 1
    }
    add(.path(path), from: start)
  }

  private mutating func segment(_ start: Int, _ end: Int) -> SyntaxPath.Segment? {
    let dollar = UInt8(ascii: "$")
    if start == end {
      report(
        .malformedPath, "a path can't have an empty part", start - 1, start,
        notes: ["a path with other characters, such as a URL, stands in quotes"])
      return nil
    }
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    if bytes[start] == dollar {
      let name = String(text.dropFirst())
      if WordText.isVariableName(name) { return .variable(name) }
    }
    if bytes[start..<end].contains(dollar) {
      report(.malformedPath, "a variable is a whole part of a path", start, end)
      return nil
    }
    return .literal(text)
  }
}
