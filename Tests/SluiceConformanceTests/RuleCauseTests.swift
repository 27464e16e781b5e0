import SluiceConformance
import Testing

@Suite("Rule causes")
struct RuleCauseTests {
  private static let deciding = Rule.catalogue.filter { rule in !rule.causes.isEmpty }

  @Test(
    "each cause is taken by a log of its rule that violates it, and not by all", arguments: deciding
  )
  func isTaken(rule: Rule) {
    let told = rule.examples.filter { example in example.expectation == .violating }
      .map { example in
        example.blamed.flatMap { blamed in
          rule.likelyCause(ofViolationAt: blamed, in: example.evidence)
        }
      }
    for cause in rule.causes {
      let count = told.count { text in text == cause.text }
      #expect(count > 0, "no example of \(rule.id) takes: \(cause.text)")
      #expect(count < told.count, "every example of \(rule.id) takes: \(cause.text)")
    }
  }

  @Test("a rule has its causes beside one for the logs that decide nothing")
  func haveFallback() {
    #expect(Self.deciding.count > 15)
    for rule in Self.deciding { #expect(rule.usualCause != nil, "\(rule.id)") }
  }

  @Test("the first cause that a log speaks for is told, and else the usual one")
  func firstWins() {
    var rule = Rule.suspendedRemoves
    rule.usualCause = "fallback"
    let log = rule.examples.first { example in example.expectation == .violating }
    func told(_ causes: [Rule.Cause]) -> String? {
      rule.causes = causes
      return log.flatMap { log in
        log.blamed.flatMap { rule.likelyCause(ofViolationAt: $0, in: log.evidence) }
      }
    }
    #expect(told([]) == "fallback")
    #expect(told([.usual("never") { _, _ in false }]) == "fallback")
    #expect(
      told([
        .usual("never") { _, _ in false }, .usual("first") { _, _ in true },
        .usual("second") { _, _ in true },
      ]) == "first")
  }

  @Test("a condition is asked with the log and the entry to blame")
  func asksWithBlame() {
    for rule in Self.deciding {
      for example in rule.examples where example.expectation == .violating {
        guard let blamed = example.blamed else { continue }
        var asking = rule
        asking.causes = [
          .usual("asked") { evidence, place in
            place == blamed && evidence.entries.count == example.lines.count
          }
        ]
        #expect(asking.likelyCause(ofViolationAt: blamed, in: example.evidence) == "asked")
      }
    }
  }

  @Test("no condition traps, whichever entry is to blame")
  func isTotal() {
    for rule in Self.deciding {
      for example in rule.examples where example.lines.count < 40 {
        let evidence = example.evidence
        for place in -1...evidence.entries.count {
          #expect(rule.likelyCause(ofViolationAt: place, in: evidence) != nil)
        }
      }
    }
  }
}
