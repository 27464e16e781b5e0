import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import Testing

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
  @Test(
    "find nothing wrong with the right streams",
    arguments: ["reference", "reference-draining", "standard"])
  func right(_ name: String) throws {
    for (scenario, result) in try ShippedScenarios.run(name) {
      switch result.outcome {
      case .passed, .skipped: break
      case .failed(let problem), .errored(let problem):
        Issue.record("\(scenario.id): \(problem.message)")
      }
    }
  }

  @Test(
    "find the two mistakes of the plain shapes, and no other", arguments: ["proposal", "vendor"])
  func plain(_ name: String) throws {
    var causes: Set<String> = []
    // What the plain way makes of other products has more to it, and is listed case by case.
    let results = try ShippedScenarios.run(name) { scenario in
      ["firestore", "listener"].contains(scenario.place.product)
    }
    for (_, result) in results {
      switch result.outcome {
      case .passed, .skipped: break
      case .failed(let problem), .errored(let problem): causes.insert(problem.cause)
      }
    }
    #expect(causes == ["errors.sync-error-removes", "reentrancy.emit-in-remove"])
  }

  @Test("exercise every rule with the reference")
  func exercised() throws {
    var exercised: Set<String> = []
    for (_, result) in try ShippedScenarios.run("reference") {
      for rule in result.rules where rule.verdict != .inapplicable { exercised.insert(rule.rule) }
    }
    // No scenario assigns to an object; the tests of `assign(to:on:)` do. The reference streams
    // give each consumer all values; some of the self-test divide them.
    let others: Set = [FaultyAssignsStrongly.rule, Rule.concurrentNextContained.id]
    #expect(exercised == Set(Rule.catalogue.map { rule in rule.id }).subtracting(others))
  }

  @Test("name only rules that they exercise with the reference")
  func named() throws {
    for (scenario, result) in try ShippedScenarios.run("reference") {
      if case .skipped = result.outcome { continue }
      let verdicts = result.rules.filter { rule in rule.verdict == .held }
      let held = Set(verdicts.map { rule in rule.rule })
      #expect(Set(scenario.rules).subtracting(held) == [], "\(scenario.id)")
    }
  }
}
