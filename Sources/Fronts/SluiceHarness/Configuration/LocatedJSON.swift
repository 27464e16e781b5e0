import SluiceRunner
import SluiceScenarios

/// A value of JSON, with the place where it stands.
struct LocatedJSON {
  /// What it is.
  indirect enum Value {
    /// Members in the order of the text.
    case object([Member])
    case list([LocatedJSON])
    case text(String)
    /// A number, as it is written.
    case number(String)
    case boolean(Bool)
    case null
  }

  /// A key with its value.
  struct Member {
    let key: String
    let place: ListError.Place
    let value: LocatedJSON
  }

  /// Where it begins.
  let place: ListError.Place
  let value: Value

  /// What it is called in messages.
  var kind: String {
    switch value {
    case .object: "an object"
    case .list: "a list"
    case .text: "a text"
    case .number: "a number"
    case .boolean(let flag): "\(flag)"
    case .null: "null"
    }
  }

  /// Reads a text that is one value.
  ///
  /// - Throws: `LocatedJSONError` for the first mistake, a key that stands twice in an object among
  ///   them.
  init(reading text: String) throws(LocatedJSONError) {
    var reader = LocatedJSONReader(text)
    self = try reader.document()
  }

  fileprivate init(_ place: ListError.Place, _ value: Value) {
    self.place = place
    self.value = value
  }
}

/// A mistake in a text that should be JSON.
struct LocatedJSONError: Error {
  let place: ListError.Place
  let reason: String
}

/// Reads JSON by scalars, and counts lines and columns.
private struct LocatedJSONReader {
  /// How deep values may stand in each other.
  private static let deepest = 16

  private var rest: Substring.UnicodeScalarView
  private var place = ListError.Place(line: 1, column: 1)

  init(_ text: String) {
    rest = text[...].unicodeScalars
  }

  mutating func document() throws(LocatedJSONError) -> LocatedJSON {
    if rest.first == "\u{FEFF}" { rest.removeFirst() }
    let value = try value(depth: 0)
    skipSpace()
    guard rest.isEmpty else { throw mistake("there is more behind the end") }
    return value
  }

  private func mistake(
    _ reason: String, at other: ListError.Place? = nil
  ) -> LocatedJSONError {
    LocatedJSONError(place: other ?? place, reason: reason)
  }

  private mutating func take() -> Unicode.Scalar? {
    guard let scalar = rest.popFirst() else { return nil }
    if scalar == "\n" {
      place = ListError.Place(line: place.line + 1, column: 1)
    } else {
      place.column += 1
    }
    return scalar
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard rest.first == scalar else { return false }
    _ = take()
    return true
  }

  private mutating func skipSpace() {
    while let next = rest.first, [" ", "\t", "\n", "\r"].contains(next) { _ = take() }
  }

  private mutating func value(depth: Int) throws(LocatedJSONError) -> LocatedJSON {
    skipSpace()
    let start = place
    guard depth < Self.deepest else { throw mistake("values stand too deep in each other") }
    switch rest.first {
    case "{": return LocatedJSON(start, .object(try members(depth: depth)))
    case "[": return LocatedJSON(start, .list(try elements(depth: depth)))
    case "\"": return LocatedJSON(start, .text(try text()))
    default: break
    }
    var word = ""
    while let next = rest.first,
      next.properties.isAlphabetic || "+-.0123456789".unicodeScalars.contains(next)
    {
      word.unicodeScalars.append(next)
      _ = take()
    }
    switch word {
    case "true": return LocatedJSON(start, .boolean(true))
    case "false": return LocatedJSON(start, .boolean(false))
    case "null": return LocatedJSON(start, .null)
    case "":
      throw mistake(
        rest.isEmpty ? "the text ends where a value should be" : "here should be a value")
    default:
      guard word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil else {
        throw mistake("'\(word)' is no value", at: start)
      }
      return LocatedJSON(start, .number(word))
    }
  }

  private mutating func members(depth: Int) throws(LocatedJSONError) -> [LocatedJSON.Member] {
    _ = take()
    var members: [LocatedJSON.Member] = []
    var lines: [String: Int] = [:]
    skipSpace()
    if take("}") { return members }
    while true {
      skipSpace()
      let start = place
      guard rest.first == "\"" else { throw mistake("here should be a key in quotes") }
      let key = try text()
      if let line = lines.updateValue(start.line, forKey: key) {
        throw mistake("the key '\(key)' is already in line \(line)", at: start)
      }
      skipSpace()
      guard take(":") else { throw mistake("here should be a colon") }
      members.append(
        LocatedJSON.Member(key: key, place: start, value: try value(depth: depth + 1)))
      skipSpace()
      if take("}") { return members }
      guard take(",") else { throw mistake("here should be a comma or a brace") }
    }
  }

  private mutating func elements(depth: Int) throws(LocatedJSONError) -> [LocatedJSON] {
    _ = take()
    var elements: [LocatedJSON] = []
    skipSpace()
    if take("]") { return elements }
    while true {
      elements.append(try value(depth: depth + 1))
      skipSpace()
      if take("]") { return elements }
      guard take(",") else { throw mistake("here should be a comma or a bracket") }
    }
  }

  private mutating func text() throws(LocatedJSONError) -> String {
    let start = place
    _ = take()
    var text = ""
    while true {
      switch take() {
      case nil, "\n": throw mistake("the text that begins here has no end", at: start)
      case "\"": return text
      case "\\": text.unicodeScalars.append(try escaped())
      case let scalar?: text.unicodeScalars.append(scalar)
      }
    }
  }

  private mutating func escaped() throws(LocatedJSONError) -> Unicode.Scalar {
    let start = place
    switch take() {
    case "\"": return "\""
    case "\\": return "\\"
    case "/": return "/"
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "u":
      var digits = ""
      for _ in 0..<4 { if let digit = take() { digits.unicodeScalars.append(digit) } }
      // The initializer takes a sign, too.
      guard digits.first?.isHexDigit == true, let number = UInt32(digits, radix: 16),
        let scalar = Unicode.Scalar(number)
      else {
        throw mistake("'\\u\(digits)' is no character of its own", at: start)
      }
      return scalar
    default: throw mistake("no such escape", at: start)
    }
  }
}
