import SluiceRunner
import SluiceText
import Testing

@Suite("Tally of rules")
struct RuleTallyTests {
  private static func result(
    held: [String], inapplicable: [String: String]
  ) -> CaseResult {
    var result = CaseResult(id: "a", outcome: .passed)
    result.rules =
      held.map { id in RuleResult(rule: id, verdict: .held) }
      + inapplicable.sorted { one, other in one.key < other.key }.map { id, reason in
        RuleResult(rule: id, verdict: .inapplicable, reason: reason)
      }
    return result
  }

  private static func rules(of tally: RuleTally) -> [String: NotTested.Rule] {
    let own = tally.unexercised().filter { rule in rule.id.hasPrefix("own.") }
    return Dictionary(uniqueKeysWithValues: own.map { rule in (rule.id, rule) })
  }

  @Test("says of a rule that it applies nowhere only where it applies in no case")
  func applicability() throws {
    var tally = RuleTally(own: ["own.held", "own.never", "own.sometimes", "own.silent"])
    #expect(Self.rules(of: tally).values.allSatisfy { rule in !rule.isApplicable })
    let first = Self.result(
      held: ["own.held"], inapplicable: ["own.never": "no socket", "own.sometimes": "no value"])
    for result in [first, first, Self.result(held: [], inapplicable: ["own.never": "no app"])] {
      tally.count(result)
    }
    let rules = Self.rules(of: tally)
    #expect(rules["own.held"] == nil)
    #expect(rules["own.never"]?.isApplicable == false)
    #expect(rules["own.never"]?.reason == "inapplicable: no app")
    #expect(rules["own.sometimes"]?.isApplicable == true)
    #expect(rules["own.sometimes"]?.reason == "inapplicable in some cases: no value")
    #expect(rules["own.silent"]?.isApplicable == true)
    #expect(rules["own.silent"]?.reason == nil)
  }

  @Test("counts a case that says the same as the one before, or nothing, as no further one")
  func repeated() {
    var (once, often) = (RuleTally(own: ["own.a"]), RuleTally(own: ["own.a"]))
    let result = Self.result(held: [], inapplicable: ["own.a": "no socket"])
    once.count(result)
    for _ in 0..<3 {
      often.count(result)
      often.count(CaseResult(id: "b", outcome: .skipped("not now")))
    }
    #expect(Self.rules(of: once) == Self.rules(of: often))
    #expect(Self.rules(of: once)["own.a"]?.isApplicable == false)
  }
}
