import SluiceSpies

extension Parser {
  /// Reads an attribute, a matrix or a schedule.
  mutating func parseAttribute(
    _ word: String, _ state: inout ScenarioState
  ) throws(LineAbandoned) {
    let place = span(current)
    if !["rule", "tags", "requires", "matrix"].contains(word) {
      if let first = state.sections[word] {
        log.report(
          .duplicateAttribute, "'\(word)' stands twice in this scenario", at: place,
          label: Diagnostic.Label(span: first, message: "here first"))
      }
      state.sections[word] = state.sections[word] ?? place
    }
    advance()
    switch word {
    case "rule": state.scenario.rules += try parseNames("a rule")
    case "tags": state.scenario.tags += try parseNames("a tag")
    case "edition": state.scenario.edition = try parseEdition()
    case "requires": state.scenario.requires += try parseNames("a trait")
    case "about": state.scenario.about = try parseReason(mayBeText: true)
    case "xfail": state.scenario.xfail = try parseReason(mayBeText: false)
    case "skip": state.scenario.skip = try parseReason(mayBeText: false)
    case "limit": state.scenario.limit = try parseLimit()
    case "schedules": state.scenario.schedules = Int(try parseCount("schedules", 0...1_000_000))
    case "seed": state.scenario.seed = try parseCount("seed", Int64.min...Int64.max)
    default:
      try requireLineEnd()
      allowsEventNames = word == "schedule"
      defer { allowsEventNames = false }
      let table = try parseTable(owner: place)
      if word == "matrix" {
        state.scenario.matrices.append(table)
      } else {
        state.scenario.schedule = table
      }
      return
    }
    try requireLineEnd()
  }

  private mutating func parseNames(_ what: String) throws(LineAbandoned) -> [SyntaxName] {
    var names = [try requireName("the name of \(what)")]
    while take(.comma) { names.append(try requireName("the name of \(what)")) }
    return names
  }

  private mutating func parseEdition() throws(LineAbandoned) -> (Edition, SourceSpan) {
    let token = current
    guard case .double = token.kind else {
      throw expected("an edition", notes: ["it is a year and a month, as in \(Edition.first)"])
    }
    do throws(EditionError) {
      // A month may end in a zero, which no double keeps.
      let edition = try Edition(text(of: token))
      advance()
      return (edition, span(token))
    } catch {
      throw fail(.unknownEdition, error.description)
    }
  }

  private mutating func parseReason(
    mayBeText: Bool
  ) throws(LineAbandoned) -> SyntaxScenario.Reason {
    let token = current
    let text: String
    switch token.kind {
    case .string(let value): text = value
    case .text(let value) where mayBeText: text = value
    default: throw expected(mayBeText ? "a string or a text" : "a reason in quotes")
    }
    if text.unicodeScalars.allSatisfy({ scalar in scalar == " " || scalar == "\n" }) {
      throw fail(.numberOutOfRange, "this can't be empty")
    }
    advance()
    return SyntaxScenario.Reason(text: text, span: span(token))
  }

  private mutating func parseLimit() throws(LineAbandoned) -> ScenarioLimit {
    let token = current
    switch token.kind {
    case .duration(let nanoseconds):
      if nanoseconds == 0 { throw fail(.numberOutOfRange, "a limit is more than nothing") }
      advance()
      return .time(nanoseconds)
    case .integer:
      let count = try parseCount("limit", 1...Int64(Int32.max))
      guard take(word: "steps") else { throw expected("'steps'") }
      return .steps(Int(count))
    default: throw expected("a number of steps or a duration")
    }
  }

  private mutating func parseCount(
    _ what: String, _ range: ClosedRange<Int64>
  ) throws(LineAbandoned) -> Int64 {
    guard case .integer(let value) = current.kind else { throw expected("an integer") }
    guard range.contains(value) else {
      throw fail(
        .numberOutOfRange,
        "'\(what)' goes from \(range.lowerBound) to \(range.upperBound), not \(value)")
    }
    advance()
    return value
  }
}
