import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import SluiceText
import Testing

@Suite("A result in an edition")
struct CountedEditionTests {
  /// A case of the edition 2027.01.
  private static func later() throws -> ScenarioCase {
    var scenario = try Play.scenario("S = toy.values()")
    scenario.edition = try Edition("2027.01")
    return scenario
  }

  private static func result(_ kind: CaseFailure.Kind) -> CaseResult {
    let failure = CaseFailure(kind, "it failed", line: 3, again: "again")
    return CaseResult(id: "x", outcome: kind.isFailure ? .failed(failure) : .errored(failure))
  }

  @Test(
    "passes with its failure as advice where its case came later, however it failed",
    arguments: CaseFailure.Kind.allCases.filter { kind in kind != .answerUnusable })
  func advice(_ kind: CaseFailure.Kind) throws {
    let scenario = try Self.later()
    let counted = Self.result(kind).counted(by: .first, of: scenario)
    #expect(counted.outcome == .passed)
    let advice = try #require(counted.advice?.first)
    #expect(counted.advice?.count == 1)
    #expect(advice.kind == kind && advice.again == "again")
    #expect(advice.notes == [" came with edition 2027.01; the gate has 2026.12"])
    #expect(Self.result(kind).counted(by: scenario.edition, of: scenario) == Self.result(kind))
  }

  @Test("stays an error where no answer can be trusted, and as it is for a case that is not later")
  func others() throws {
    let untrusted = Self.result(.answerUnusable)
    #expect(untrusted.counted(by: .first, of: try Self.later()) == untrusted)
    let old = try Play.scenario("S = toy.values()")
    let crashed = Self.result(.subjectCrashed)
    #expect(crashed.counted(by: .first, of: old) == crashed)
    for outcome in [CaseResult.Outcome.passed, .skipped("why")] {
      let result = CaseResult(id: "x", outcome: outcome)
      #expect(result.counted(by: .first, of: try Self.later()) == result)
    }
  }

  @Test("would change where what is advice fails then, and not where it fails already")
  func change() throws {
    let rule = Rule(
      id: "later.rule", statement: "it holds", level: .must, edition: try Edition("2027.01"),
      rationale: "Why not.", underThreads: .counts
    ) { _ in .notExercised }
    let change = EditionChange(from: .first, level: .must, rules: RuleBook(own: [rule]))
    let old = try Play.scenario("S = toy.values()")
    var advised = CaseResult(id: "x", outcome: .passed)
    advised.advice = ["reentrancy.emit-in-remove", rule.id].map { (id: String) in
      CaseFailure(.ruleViolation, rule: id, "\(id): broken", line: 3)
    }
    let changed = change.result(advised, of: old)
    #expect(changed.failure?.rule == rule.id && changed.failure?.notes == [])
    #expect(changed.advice == nil)
    let failed = change.result(Self.result(.subjectHung), of: old)
    #expect(failed.outcome == .skipped("fails in edition 2026.12, too: it failed"))
    let untrusted = Self.result(.answerUnusable)
    #expect(change.result(untrusted, of: old) == untrusted)
    let later = try Self.later()
    let crashed = Self.result(.subjectCrashed).counted(by: .first, of: later)
    guard case .errored(let failure) = change.result(crashed, of: later).outcome else {
      Issue.record("a later case that crashes is no error of the upgrade")
      return
    }
    #expect(failure.kind == .subjectCrashed)
  }
}
