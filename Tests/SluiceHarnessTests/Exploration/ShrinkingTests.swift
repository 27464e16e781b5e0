import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
import SluiceText
import Testing

@Suite("Shrinking")
struct ShrinkingTests {
  @Test(
    "brings a failure that was found far from the canonical schedule down to 3 departures or fewer",
    arguments: stride(from: 0, to: RacingStreams.all.count, by: 4).map { RacingStreams.all[$0] })
  func far(_ racing: RacingSubject) throws { try Self.expectNear(racing) }

  fileprivate static func expectNear(_ racing: RacingSubject) throws {
    let noisy = try #require(NoisyScenario(around: racing.caseID, noise(for: racing)))
    let scenario = try #require(noisy.scenario)
    let failure = try #require(
      (0..<40 as Range<UInt64>).lazy.compactMap { seed in
        Self.failure(of: racing, in: scenario, seed: seed)
      }.first { failure in failure.found >= 40 },
      "no failure was found so far from the canonical schedule")
    #expect(failure.left <= 3, "found with \(failure.found) departures")
  }

  @Test(
    "comes to the fewest departures that any failing schedule has, as a search of all shows",
    arguments: RacingStreams.all)
  func fewest(_ racing: RacingSubject) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == racing.caseID })
    let failure = try #require(
      (0..<10 as Range<UInt64>).lazy.compactMap { seed in
        Self.failure(of: racing, in: scenario, seed: seed)
      }.first)
    let fewer = Self.result(
      of: racing, in: scenario,
      .exhaustive(runs: 100_000, departures: failure.left - 1, reduced: false))
    #expect(fewer.failure == nil, "a schedule with fewer departures fails")
    #expect(fewer.schedules.tried < 100_000)
    let asMany = Self.result(
      of: racing, in: scenario,
      .exhaustive(runs: 100_000, departures: failure.left, reduced: false))
    #expect(asMany.failure?.rule == racing.rule)
  }

  /// The noise amid which a stream's fault shows.
  private static func noise(for racing: RacingSubject) -> NoisyScenario.Noise {
    switch racing.subject.name {
    case "faulty-stores-the-handle-after-the-check": .valuesAtTheStart
    case "faulty-checks-unlocks-and-adds", "faulty-reads-before-it-registers",
      "faulty-reads-and-then-adds", "faulty-lets-its-reading-overtake":
      .cancelsAtTheStart
    default: .cancels
    }
  }

  /// A failure by the stream's rule, with its departures as it was found and as it is left.
  private struct Failure {
    var found: Int
    var left: Int
  }

  private static func failure(
    of racing: RacingSubject, in scenario: ScenarioCase, seed: UInt64
  ) -> Failure? {
    let result = result(of: racing, in: scenario, .sample(first: 1, count: 64), seed: seed)
    guard let problem = result.failure, problem.rule == racing.rule,
      let text = result.schedule, let schedule = try? Schedule(parsing: text),
      let match = problem.text().rendered.firstMatch(
        of: /found as schedule \d+, with (\d+) departures?/),
      let found = Int(match.1)
    else { return nil }
    return Failure(found: found, left: schedule.departures.count)
  }

  private static func result(
    of racing: RacingSubject, in scenario: ScenarioCase, _ exploration: Exploration,
    seed: UInt64 = 0
  ) -> CaseResult {
    CaseExplorer(
      of: scenario,
      playedBy: CaseRunner(
        products: ShippedGate.harness.products, subjectName: racing.subject.name),
      seed: seed, commands: ExplorationCommands(run: "run", replay: "replay")
    ).result(of: exploration)
  }
}

@Suite("Shrinking of all failures", .campaign)
struct ShrinkingCampaign {
  @Test(
    "brings a failure that was found far from the canonical schedule down to 3 departures or fewer",
    arguments: RacingStreams.all)
  func far(_ racing: RacingSubject) throws { try ShrinkingTests.expectNear(racing) }
}
