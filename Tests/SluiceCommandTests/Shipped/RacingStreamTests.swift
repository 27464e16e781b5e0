import FaultyStreams
import SluiceCommand
import SluiceConformance
import SluiceRunner
import SluiceScenarios
import SluiceSimulation
import Testing

@Suite("Racing stream")
struct RacingStreamTests {
  @Test("are named apart from all other subjects")
  func names() {
    let names = SluiceExecutor().products.flatMap { product in
      product.subjects.map { subject in "\(subject.stream) \(subject.name)" }
    }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "is right under the canonical schedule wherever no fault is forced",
    arguments: RacingStreams.all)
  func canonical(_ racing: RacingSubject) throws {
    let results = try ShippedScenarios.run(racing.subject.name) { scenario in
      scenario.place.product == "listener" && !scenario.forcesAFault
    }
    for (scenario, result) in results {
      #expect(result.problem?.message == nil, "\(scenario.id)")
    }
    #expect(results.contains { scenario, _ in scenario.id == racing.caseID })
  }

  @Test(
    "is found by the default schedules for at least 95 of 100 run seeds, by its rule",
    arguments: RacingStreams.all)
  func found(_ racing: RacingSubject) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == racing.caseID })
    let runner = CaseRunner(
      products: SluiceExecutor().products, subjectName: racing.subject.name)
    var found = 0
    var needed = 0
    var others: Set<String> = []
    for seed in 0..<100 as Range<UInt64> {
      let result = runner.run(
        scenario, under: .sample(first: 1, count: Exploration.defaultSchedules), seed: seed,
        commands: ExplorationCommands(run: "run", replay: "replay"))
      guard let problem = result.problem else { continue }
      if problem.rule == racing.rule {
        found += 1
        needed += result.schedules.tried - 1
      } else {
        others.insert(problem.cause)
      }
    }
    print("MEASURED \(racing.subject.name): \(found) of 100, mean \(Double(needed) / Double(max(found, 1))) \(others)")
    #expect(found >= 95, "found for \(found) of 100, and \(others.sorted())")
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
