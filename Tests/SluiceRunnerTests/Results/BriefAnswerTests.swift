import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Brief answers")
struct BriefAnswerTests {
  /// A case that passed, with everything that a brief answer can tell of one.
  private static let passed: CaseResult = {
    var result = CaseResult(id: "p/unit/f/a name: é \u{202E}/x=\"1\"", outcome: .passed)
    result.assertions = 3
    result.steps = 14
    result.virtualNanoseconds = 5
    result.schedules.tried = 66
    result.schedules.distinct = 65
    result.schedules.outcomes = 4
    result.schedules.redundant = 2
    result.schedules.checked = 9
    result.schedules.failures = 1
    result.schedules.isExhausted = true
    result.rules = [
      RuleResult(rule: "a.held", verdict: .held),
      RuleResult(rule: "b.without-meaning", verdict: .inapplicable, reason: "no app: 1"),
      RuleResult(rule: "c.without-meaning", verdict: .inapplicable, reason: "no app: 1"),
      RuleResult(rule: "d.implied", verdict: .impliedViolation, reason: ""),
    ]
    return result
  }()

  /// What else a result may have: none of it may be lost.
  private static let extras: [@Sendable (inout CaseResult) -> Void] = [
    { $0.outcome = .skipped("why") },
    { result in
      result.outcome = .failed(CaseFailure(.limitReached, "why", line: 1))
    },
    { $0.schedule = "v1" }, { $0.scenarioText = "format 1" }, { $0.divergence = "there" },
    { $0.digests = [1] }, { $0.logs = [LogSample(wholeLog: ["x"], of: "the canonical schedule")] },
    { $0.realNanoseconds = 1 }, { $0.races = [] }, { $0.id = "a\tb" }, { $0.id = "a\nb" },
    { $0.rules = [RuleResult(rule: "a", verdict: .inapplicable, reason: "a\tb")] },
  ]

  @Test("are read as they were written, with and without rules")
  func roundTrip() throws {
    var served = Self.passed
    served.schedules.isExhausted = false
    served.schedules.haveServed = true
    for result in [Self.passed, served, CaseResult(id: "x", outcome: .passed)] {
      let line = try #require(BriefAnswer.line(of: result))
      #expect(!line.contains("\n"))
      #expect(try BriefAnswer.result(in: line, of: result.id) == result)
      let outcome = WorkerOutcome.answered(line, output: CapturedOutput())
      #expect(try Self.result(of: outcome, id: result.id) == result)
    }
  }

  @Test("are not given of what has more to tell", arguments: extras.indices)
  func more(_ index: Int) {
    var result = Self.passed
    Self.extras[index](&result)
    #expect(BriefAnswer.line(of: result) == nil)
  }

  @Test("leave other answers to others")
  func others() throws {
    for line in ["", "{}", "passed", "given up", "Passed\tx"] {
      #expect(try BriefAnswer.result(in: line, of: "x") == nil)
    }
  }

  @Test(
    "that are damaged are an error of the case, and cost no other",
    arguments: [
      "passed\t", "passed\tx", "passed\tx\t1\t2\t3\t4\t5\t6\t7\t8\t9\t1",
      "passed\tx\t1\t2\t3\t4\t5\t6\t7\t8\t9\t1\t0",
      "passed\tx\t1\t2\t3\t4\t5\t6\t7\t8\t9\t2\t0\t",
      "passed\tx\t1\t2\t3\t4\t5\tsix\t7\t8\t9\t1\t0\t",
      "passed\tx\t1\t2\t3\t4\t5\t6\t7\t8\t9\t1\t0\t?a",
      "passed\tx\t1\t2\t3\t4\t5\t6\t7\t8\t9\t1\t0\t-a:1",
      "passed\tx\t99999999999999999999\t",
      "passed\tx\t-1\t2\t3\t4\t5\t6\t7\t8\t9\t1\t0\t",
      "passed\tx\t1\t9223372036854775807\t3\t4\t5\t6\t7\t8\t9\t1\t0\t",
      "passed\tx\t1\t2\t-3\t4\t5\t6\t7\t8\t9\t1\t0\t",
      "passed\ty\t1\t2\t3\t4\t5\t6\t7\t8\t9\t1\t0\t",
    ])
  func damaged(_ line: String) throws {
    #expect(throws: CaseLineError.self) { try BriefAnswer.result(in: line, of: "x") }
    let outcome = WorkerOutcome.answered(line, output: CapturedOutput())
    #expect(try Self.result(of: outcome, id: "x").failure?.kind == .answerUnusable)
  }

  private static func result(of outcome: WorkerOutcome, id: String) throws -> CaseResult {
    var scenario = try Play.scenario("S = toy.values()")
    scenario.id = id
    return CaseResult(outcome, of: scenario, again: "again")
  }
}
