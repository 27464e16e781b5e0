import SluiceRunner
import SluiceText
import Testing

@Suite("Known failures")
struct KnownFailuresTests {
  private static let id = "p/unit/f/one"
  private static let failure: CaseFailure = {
    var failure = CaseFailure(.ruleViolation, rule: "errors.terminal-once", "why", line: 3)
    failure.details = ["more"]
    return failure
  }()

  /// An outcome as it stands with a list of one line.
  private static func outcome(
    _ outcome: CaseResult.Outcome, with line: String
  ) throws -> CaseResult {
    let list = try KnownFailures(parsing: line)
    return list.applied(to: CaseResult(id: id, outcome: outcome), line: 7, again: "again")
  }

  @Test("are read with comments, empty lines and ids that have spaces")
  func parsing() throws {
    let list = try KnownFailures(
      parsing: "# why\n\nerrors.terminal-once p/unit/f/one of many\r\n  SubjectHung  x/y # z \n")
    #expect(list.entries.count == 2)
    let first = list.entries["p/unit/f/one of many"]
    #expect(first?.cause == "errors.terminal-once" && first?.line == 3)
    let second = list.entries["x/y # z"]
    #expect(second?.cause == "SubjectHung" && second?.line == 4)
  }

  @Test(
    "are refused with the place of the mistake",
    arguments: [
      ("# list\nerrors.terminal-once  \n", 2, 21, "'errors.terminal-once' is followed by no case"),
      ("SubjectHung x\n\nSubjectHung x", 3, 13, "'x' stands already in line 1"),
      (" a.b x", 1, 2, "there is no rule or problem 'a.b'"),
      (
        "errors.terminal-onse x", 1, 1,
        "there is no rule or problem 'errors.terminal-onse'; did you mean errors.terminal-once?"
      ),
    ])
  func mistakes(_ text: String, _ line: Int, _ column: Int, _ message: String) {
    let error = #expect(throws: ListError.self) { try KnownFailures(parsing: text) }
    #expect(error?.place == ListError.Place(line: line, column: column))
    #expect(error?.description == message)
  }

  @Test("are written sorted by bytes, as they are read")
  func writing() throws {
    let text = KnownFailures.text([
      ("b x", "SubjectHung"), ("é", "Escaped"), ("Z", "Escaped"), ("a", "Escaped"),
    ])
    #expect(text == "Escaped Z\nEscaped a\nEscaped é\nSubjectHung b x\n")
    #expect(try KnownFailures(parsing: text).entries.count == 4)
  }

  @Test("turn a failure as listed into a skip that says so")
  func known() throws {
    let line = "errors.terminal-once \(Self.id)"
    #expect(
      try Self.outcome(.failed(Self.failure), with: line).summary == "skipped: known failure: why")
    #expect(
      try Self.outcome(.errored(Self.failure), with: line).summary
        == "skipped: known failure: why")
  }

  @Test("leave a failure by anything else a failure, and say what was listed")
  func other() throws {
    let result = try Self.outcome(.failed(Self.failure), with: "SubjectHung \(Self.id)")
    #expect(result.summary == "failed RuleViolation: why")
    #expect(
      result.failure?.text().rendered
        == "why\n listed as a known failure of SubjectHung in line 1 of the list\nmore")
  }

  @Test("may say several causes, or any, or that the case need not fail")
  func several() throws {
    let known = "skipped: known failure: why"
    for word in ["SubjectHung|errors.terminal-once", "any", "any|passes"] {
      #expect(try Self.outcome(.failed(Self.failure), with: "\(word) \(Self.id)").summary == known)
    }
    let others = "SubjectHung|Escaped|passes \(Self.id)"
    #expect(
      try Self.outcome(.failed(Self.failure), with: others).summary == "failed RuleViolation: why")
    #expect(try Self.outcome(.passed, with: others).summary == "passed")
    for word in ["any", "SubjectHung|Escaped"] {
      let result = try Self.outcome(.passed, with: "\(word) \(Self.id)")
      #expect(result.failure?.kind == .passesUnexpectedly)
    }
    let error = #expect(throws: ListError.self) { try KnownFailures(parsing: "any|a.b x") }
    #expect(error?.description == "there is no rule or problem 'a.b'")
  }

  @Test("are written with what they fail by under several seeds, each cause once")
  func severalSeeds() {
    #expect(KnownFailures.word(for: ["b", "a", "b"]) == "a|b")
    #expect(KnownFailures.word(for: ["b", nil, "a"]) == "a|b|passes")
    #expect(KnownFailures.word(for: ["a"]) == "a")
  }

  @Test("leave what is not listed as it is")
  func unlisted() throws {
    let result = CaseResult(id: Self.id, outcome: .failed(Self.failure))
    #expect(try Self.outcome(result.outcome, with: "SubjectHung other") == result)
  }

  @Test("fail a listed case that passes or is skipped")
  func passing() throws {
    let line = "errors.terminal-once \(Self.id)"
    let passed = try Self.outcome(.passed, with: line)
    #expect(
      passed.summary == """
        failed PassesUnexpectedly: passes unexpectedly: listed as a known failure of \
        errors.terminal-once
        """)
    #expect(passed.failure?.line == 7)
    #expect(try Self.outcome(.skipped("x"), with: line).failure?.kind == .passesUnexpectedly)
  }

  @Test("let a case pass whose listed failure is advice, and say so there")
  func advice() throws {
    let advice = CaseFailure(
      .ruleViolation, rule: "errors.terminal-once", "errors.terminal-once: twice", line: 3)
    var result = CaseResult(id: Self.id, outcome: .passed)
    result.advice = [advice]
    for cause in ["errors.terminal-once", "any", "SubjectHung|errors.terminal-once"] {
      let list = try KnownFailures(parsing: "\(cause) \(Self.id)")
      let passed = list.applied(to: result, line: 7, again: "")
      #expect(passed.outcome == .passed)
      #expect(passed.knownCause == "errors.terminal-once")
      #expect(
        passed.advice?.first?.notes == [
          " listed as a known failure of \(cause) in line 1 of the list"
        ])
    }
    let other = try KnownFailures(parsing: "ordering.fifo \(Self.id)")
    #expect(other.applied(to: result, line: 7, again: "").failure?.kind == .passesUnexpectedly)
  }

  @Test("count as played, also where the subject crashed in the first run")
  func played() throws {
    let crash = CaseFailure(.subjectCrashed, "subject crashed", line: 3)
    let known = try Self.outcome(.errored(crash), with: "SubjectCrashed \(Self.id)")
    #expect(known.summary.hasPrefix("skipped"))
    #expect(known.knownCause == "SubjectCrashed")
    #expect(known.schedules.tried == 0)
    var parts = NotTested()
    parts.count(known)
    #expect(parts.cases == 1 && parts.played == 1)
    parts.count(CaseResult(id: "another", outcome: .skipped("inapplicable")))
    #expect(parts.cases == 2 && parts.leftOut.map(\.reason) == ["inapplicable"])
  }

  @Test("name a problem by its rule, or else by its kind")
  func cause() {
    #expect(Self.failure.cause == "errors.terminal-once")
    let crash = CaseFailure(.subjectCrashed, "", line: 1)
    #expect(crash.cause == "SubjectCrashed")
  }
}
