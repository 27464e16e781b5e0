import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("Racing stream")
struct RacingStreamTests {
  @Test("are named apart from all other subjects")
  func names() {
    let names = ShippedGate.harness.products.flatMap { product in
      product.subjects.map { subject in "\(subject.stream) \(subject.name)" }
    }
    #expect(Set(names).count == names.count)
  }

  /// How many streams share the cases in which they are played here, each case played by one.
  private static let sharing = 12

  @Test(
    "is right under the canonical schedule where no fault is forced, in its own case and some more",
    arguments: zip(0..<RacingStreams.all.count, RacingStreams.all))
  func canonical(_ number: Int, _ racing: RacingSubject) throws {
    let cases = try ShippedScenarios.cases().filter { scenario in
      scenario.place.product == "listener" && !scenario.forcesAFault
    }
    let own = Set(
      stride(from: number, to: cases.count, by: Self.sharing).map { cases[$0].id }
        + [racing.caseID])
    let results = try ShippedScenarios.run(racing.subject.name) { scenario in
      own.contains(scenario.id)
    }
    for (scenario, result) in results {
      #expect(result.failure?.message == nil, "\(scenario.id)")
    }
    #expect(results.contains { scenario, _ in scenario.id == racing.caseID })
  }

  @Test("has a case that finds nothing wrong with the right streams", arguments: RacingStreams.all)
  func right(_ racing: RacingSubject) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == racing.caseID })
    for name in ["reference", "reference-draining", "standard"] {
      let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: name)
      let result = CaseExplorer(of: scenario, playedBy: runner)
        .result(of: .sample(first: 1, count: 200))
      #expect(result.failure?.message == nil, "\(name)")
    }
  }

  @Test(
    "is found by the default schedules for at least 95 of 100 run seeds, by its rule",
    arguments: RacingStreams.all)
  func found(_ racing: RacingSubject) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == racing.caseID })
    let runner = CaseRunner(
      products: ShippedGate.harness.products, subjectName: racing.subject.name)
    var found = 0
    var otherwise: [UInt64: String] = [:]
    for seed in 0..<100 as Range<UInt64> {
      let cause = CaseExplorer(of: scenario, playedBy: runner, seed: seed)
        .firstFailure(ofSchedules: Exploration.defaultSchedules)
      if cause == racing.rule {
        found += 1
      } else if let cause {
        otherwise[seed] = cause
      }
    }
    #expect(found >= 95, "\(racing.subject.name)")
    #expect(otherwise.isEmpty, "\(racing.subject.name)")
  }
}

@Suite("Racing stream in all cases", .campaign)
struct RacingStreamCampaign {
  @Test(
    "is right under the canonical schedule wherever no fault is forced",
    arguments: RacingStreams.all)
  func canonical(_ racing: RacingSubject) throws {
    let cases = try ShippedRun(
      of: racing.subject.name, "Scenarios/listener", "--schedules", "0"
    ).cases
    let forced = try Set(ShippedScenarios.cases().filter(\.forcesAFault).map(\.id))
    #expect(cases.filter { $0.isBlamed && !forced.contains($0.id) }.map(\.id) == [])
    #expect(cases.contains { $0.id == racing.caseID && !forced.contains($0.id) })
  }
}

extension ScenarioCase {
  /// Whether one of its lines happens inside a call of the backend by force.
  fileprivate var forcesAFault: Bool {
    timeline.contains { step in
      if case .during = step.mode { true } else { false }
    }
  }
}
