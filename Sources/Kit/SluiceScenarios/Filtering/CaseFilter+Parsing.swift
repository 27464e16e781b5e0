extension CaseFilter {
  /// What reading a filter gave.
  package struct ParseResult: Sendable {
    /// The filter, or nil if it can't be read.
    package var filter: CaseFilter?
    /// What is wrong with it.
    package var diagnostics: [Diagnostic]
    /// The filter's text as the file in which the diagnostics' spans are; its path is the origin.
    package var sources: SourceMap
  }

  /// Reads a filter.
  ///
  /// - Parameters:
  ///   - text: The filter.
  ///   - origin: Where it comes from, as diagnostics name it.
  /// - Returns: The filter, or what is wrong with it.
  package static func parse(_ text: String, origin: String = "--filter") -> ParseResult {
    let source = SourceFile(path: origin, text: text)
    var parser = FilterParser(bytes: source.bytes)
    let condition = parser.parse()
    return ParseResult(
      filter: condition.map(CaseFilter.init(condition:)), diagnostics: parser.diagnostics,
      sources: SourceMap(files: [source]))
  }
}

/// Recursive descent over the bytes of a filter.
private struct FilterParser {
  struct Abandoned: Error {}

  let bytes: [UInt8]
  var index = 0
  var depth = 0
  var diagnostics: [Diagnostic] = []

  mutating func parse() -> CaseFilter.Condition? {
    do throws(Abandoned) {
      let condition = try parseAny()
      guard let next = peek() else { return condition }
      if next == UInt8(ascii: ")") { throw fail("this ')' closes nothing") }
      throw fail("'&' or '|' is missing before this")
    } catch {
      return nil
    }
  }

  /// The next byte that is no space.
  private mutating func peek() -> UInt8? {
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    return index < bytes.count ? bytes[index] : nil
  }

  private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: scalar) else { return false }
    index += 1
    return true
  }

  private mutating func fail(
    _ message: String, _ code: DiagnosticCode = .malformedFilter, from start: Int? = nil,
    suggestion: String? = nil
  ) -> Abandoned {
    let start = min(start ?? index, bytes.count)
    var end = max(start, start < bytes.count ? start + 1 : start)
    if index > end { end = min(index, bytes.count) }
    while end < bytes.count, bytes[end].isContinuation { end += 1 }
    let notes =
      code == .unknownFilterKey
      ? ["the keys are: " + CaseFilter.Key.allCases.map(\.rawValue).joined(separator: ", ")] : []
    diagnostics.append(
      Diagnostic(
        code, message, at: SourceSpan(file: 0, start: start, end: end), notes: notes,
        suggestion: suggestion))
    return Abandoned()
  }

  private mutating func parseAny() throws(Abandoned) -> CaseFilter.Condition {
    var parts = [try parseAll()]
    while take("|") { parts.append(try parseAll()) }
    return parts.count == 1 ? parts[0] : .any(parts)
  }

  private mutating func parseAll() throws(Abandoned) -> CaseFilter.Condition {
    var parts = [try parseTerm()]
    while take("&") { parts.append(try parseTerm()) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  private mutating func parseTerm() throws(Abandoned) -> CaseFilter.Condition {
    guard let next = peek() else { throw fail("the filter ends where a condition is needed") }
    guard depth < ScenarioLimits.depth else { throw fail("the filter is nested too deep") }
    depth += 1
    defer { depth -= 1 }
    switch next {
    case UInt8(ascii: "!"):
      index += 1
      return .not(try parseTerm())
    case UInt8(ascii: "("):
      let opener = index
      index += 1
      let condition = try parseAny()
      if peek() == nil { throw fail("this '(' is never closed", from: opener) }
      guard take(")") else { throw fail("'&', '|' or ')' is missing before this") }
      return condition
    case UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: ")"):
      throw fail("a condition is needed before this")
    default: return try parseGlob()
    }
  }

  private mutating func parseGlob() throws(Abandoned) -> CaseFilter.Condition {
    let start = index
    let head = try parseWord(stopsAtColon: true)
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":"),
      bytes[start] != UInt8(ascii: "\"")
    else { return .glob(nil, Glob(head)) }
    guard let key = CaseFilter.Key(rawValue: head) else {
      let keys = CaseFilter.Key.allCases.map(\.rawValue)
      throw fail(
        "no condition has the key '\(head)'", .unknownFilterKey, from: start,
        suggestion: Suggestion.nearest(to: head, among: keys))
    }
    index += 1
    let valueStart = index
    let value = try parseWord(stopsAtColon: false)
    if value.isEmpty { throw fail("'\(head):' needs a value", from: start) }
    checkLayer(key, value, from: valueStart)
    if !diagnostics.isEmpty { throw Abandoned() }
    return .glob(key, Glob(value))
  }

  /// A layer that does not exist selects nothing, which is surely not meant.
  private mutating func checkLayer(_ key: CaseFilter.Key, _ value: String, from start: Int) {
    let layers = ScenarioLayer.allCases.map(\.rawValue)
    guard key == .layer, !layers.contains(where: Glob(value).matches) else { return }
    _ = fail(
      "no layer matches '\(value)'", from: start,
      suggestion: Suggestion.nearest(to: value, among: layers))
  }

  private mutating func parseWord(stopsAtColon: Bool) throws(Abandoned) -> String {
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") { return try parseQuoted() }
    let start = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: " "), UInt8(ascii: "&"), UInt8(ascii: "|"), UInt8(ascii: "!"),
        UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "\""):
        return String(decoding: bytes[start..<index], as: UTF8.self)
      case UInt8(ascii: ":") where stopsAtColon:
        return String(decoding: bytes[start..<index], as: UTF8.self)
      default: index += 1
      }
    }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  /// Reads a glob in quotes; backslashes stay in it, for the glob to understand.
  private mutating func parseQuoted() throws(Abandoned) -> String {
    let start = index
    index += 1
    let contentStart = index
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\\") where index + 1 < bytes.count: index += 2
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return String(decoding: bytes[contentStart..<index], as: UTF8.self)
      default: index += 1
      }
    }
    throw fail("this quote is never closed", from: start)
  }
}
