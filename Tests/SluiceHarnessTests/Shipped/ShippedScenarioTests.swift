import FaultyStreams
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Shipped scenarios")
struct ShippedScenarioTests {
  /// One in so many cases is played with streams other than the reference.
  private static let stride = 12
  /// What the plain shapes do wrong.
  fileprivate static let mistakes: Set = ["errors.sync-error-removes", "reentrancy.emit-in-remove"]

  @Test("find nothing wrong with the reference")
  func reference() throws {
    for (scenario, result) in try ShippedScenarios.ofReference() {
      #expect(result.failure?.message == nil, "\(scenario.id)")
    }
  }

  @Test(
    "find nothing wrong with other right streams, one in twelve of them",
    arguments: ["reference-draining", "standard"])
  func right(_ name: String) throws {
    for (scenario, result) in try Self.someResults(of: name) {
      #expect(result.failure?.message == nil, "\(scenario.id)")
    }
  }

  @Test(
    "find the two mistakes of the plain shapes, and no other, those about them and one in twelve",
    arguments: ["proposal", "vendor"])
  func plain(_ name: String) throws {
    // What the plain way makes of other products has more to it, and is listed case by case.
    let results = try Self.someResults(
      of: name, in: ["firestore", "listener"], about: Self.mistakes)
    #expect(Set(results.compactMap { $0.1.failure?.cause }) == Self.mistakes)
  }

  /// The results of some cases of all products or a few, and of those about some rules.
  private static func someResults(
    of name: String, in products: Set<String> = [], about rules: Set<String> = []
  ) throws -> [(ScenarioCase, CaseResult)] {
    var place = 0
    return try ShippedScenarios.run(name) { scenario in
      guard products.isEmpty || products.contains(scenario.place.product) else { return false }
      place += 1
      return place.isMultiple(of: stride) || !rules.isDisjoint(with: scenario.rules)
    }
  }

  @Test("exercise every rule with the reference")
  func exercised() throws {
    var exercised: Set<String> = []
    for (_, result) in try ShippedScenarios.ofReference() {
      for rule in result.rules where rule.verdict != .inapplicable { exercised.insert(rule.rule) }
    }
    // No scenario assigns to an object; the tests of `assign(to:on:)` do. The reference streams
    // give each consumer all values, read no present value, are read from no object, and register
    // when they are first asked. Streams of the self-test do otherwise.
    let others: Set = [
      FaultyAssignsStrongly.rule, Rule.concurrentNextContained.id, Rule.presentCurrent.id,
      Rule.declaredPoint.id, Rule.ownerDropEnds.id,
    ]
    #expect(exercised == Set(Rule.catalogue.map { rule in rule.id }).subtracting(others))
  }

  @Test("name only rules that they exercise with the reference")
  func named() throws {
    for (scenario, result) in try ShippedScenarios.ofReference() {
      if case .skipped = result.outcome { continue }
      let verdicts = result.rules.filter { rule in rule.verdict == .held }
      let held = Set(verdicts.map { rule in rule.rule })
      #expect(Set(scenario.rules).subtracting(held) == [], "\(scenario.id)")
    }
  }
}

@Suite("All shipped scenarios", .campaign)
struct ShippedScenarioCampaign {
  @Test(
    "find nothing wrong with the right streams",
    arguments: ["reference", "reference-draining", "standard"])
  func right(_ name: String) throws {
    let run = try ShippedRun(of: name, "--schedules", "0")
    #expect(run.call.exitCode == 0, "\(run.call.errors)")
    #expect(run.cases.filter(\.isBlamed).map(\.id) == [])
    #expect(run.cases.contains { one in one.outcome == "passed" })
  }

  @Test(
    "find the two mistakes of the plain shapes, and no other", arguments: ["proposal", "vendor"])
  func plain(_ name: String) throws {
    let run = try ShippedRun(
      of: name, "Scenarios/firestore", "Scenarios/listener", "--schedules", "0")
    let blamed = run.cases.filter(\.isBlamed)
    #expect(
      Set(blamed.map { one in one.rules.first ?? one.type ?? "" }) == ShippedScenarioTests.mistakes)
  }
}
