import SluiceRunner
import Testing

@Suite("Known failures")
struct KnownFailuresTests {
  private static let problem = Problem(
    kind: .ruleViolation, rule: "a.b", message: "why", body: "why", line: 3)

  private static func result(_ outcome: CaseResult.Outcome) -> CaseResult {
    CaseResult(id: "p/unit/f/one", outcome: outcome)
  }

  @Test("are read with comments, empty lines and ids that have spaces")
  func parsing() throws {
    let list = try KnownFailures(
      parsing: "# why\n\na.b p/unit/f/one of many\r\nSubjectHung x/y  # and more\n")
    #expect(
      list.entries == [
        "p/unit/f/one of many": KnownFailures.Entry(cause: "a.b", line: 3),
        "x/y": KnownFailures.Entry(cause: "SubjectHung", line: 4),
      ])
  }

  @Test("are refused where a line has no case, or one that stands already")
  func mistakes() {
    #expect(throws: KnownFailuresError.incomplete(line: 2, "a.b")) {
      try KnownFailures(parsing: "# list\na.b  \n")
    }
    #expect(throws: KnownFailuresError.repeated(line: 3, id: "x", first: 1)) {
      try KnownFailures(parsing: "a.b x\nc.d y\nc.d x\n")
    }
  }

  @Test("are written sorted by bytes, as they are read")
  func writing() throws {
    let text = KnownFailures.text([("b x", "z.a"), ("é", "a.b"), ("Z", "a.b"), ("a", "a.b")])
    #expect(text == "a.b Z\na.b a\na.b é\nz.a b x\n")
    #expect(try KnownFailures(parsing: text).entries.count == 4)
  }

  @Test("turn a failure as listed into a skip that says so")
  func known() throws {
    let list = try KnownFailures(parsing: "a.b p/unit/f/one")
    let skipped = CaseResult.Outcome.skipped("known failure: why")
    #expect(list.applied(to: Self.result(.failed(Self.problem))).outcome == skipped)
    #expect(list.applied(to: Self.result(.errored(Self.problem))).outcome == skipped)
  }

  @Test("leave a failure by anything else as it is")
  func other() throws {
    let list = try KnownFailures(parsing: "c.d p/unit/f/one")
    let failed = Self.result(.failed(Self.problem))
    #expect(list.applied(to: failed) == failed)
    #expect(KnownFailures().applied(to: failed) == failed)
  }

  @Test("fail a listed case that passes")
  func passing() throws {
    let list = try KnownFailures(parsing: "a.b p/unit/f/one")
    let result = list.applied(to: Self.result(.passed))
    #expect(
      result.summary
        == "failed PassesUnexpectedly: passes unexpectedly: listed as a known failure of a.b")
  }

  @Test("name a problem by its rule, or else by its kind")
  func cause() {
    #expect(Self.problem.cause == "a.b")
    let crash = Problem(kind: .subjectCrashed, message: "", body: "", line: 1)
    #expect(crash.cause == "SubjectCrashed")
  }
}
