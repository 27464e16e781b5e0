import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("RecordedFailure")
struct RecordedFailureTests {
  private static let commands = ExplorationCommands(run: "run", replay: "replay")

  @Test("a shipped case, written as a scenario of its own, is the same case: one in eight")
  func written() throws { try Self.expectWrittenAlike(oneIn: 8) }

  /// Writes down one in some shipped cases, reads it, and plays both.
  fileprivate static func expectWrittenAlike(oneIn stride: Int) throws {
    let harness = ShippedGate.harness
    let runner = CaseRunner(products: harness.products, subjectName: "reference")
    let reader = ScenarioReader(registry: harness.registry)
    for (place, scenario) in try ShippedScenarios.cases().enumerated()
    where place.isMultiple(of: stride) && scenario.skip == nil && scenario.xfail == nil {
      var scenario = scenario
      // Random numbers follow a case's name, which changes, unless it has a seed, as recorded ones.
      scenario.seed = scenario.seed ?? 7
      let text = ScenarioText(of: scenario, registry: harness.registry).file
      let result = reader.read(path: scenario.path, text: text)
      #expect(result.diagnostics.isEmpty, "\(scenario.id): \(result.diagnostics)\n\(text)")
      guard let file = result.file else { continue }
      let read = try #require(Array(file.cases).first)
      #expect(file.caseCount == 1)
      #expect(ScenarioText(of: read, registry: harness.registry).file == text)
      let before = CaseExplorer(of: scenario, playedBy: runner).result()
      let after = CaseExplorer(of: read, playedBy: runner).result()
      #expect(after.outcome == before.outcome, "\(scenario.id)\n\(text)")
      #expect(after.steps == before.steps && after.rules == before.rules, "\(scenario.id)")
      #expect(after.virtualNanoseconds == before.virtualNanoseconds, "\(scenario.id)")
    }
  }

  @Test("of an explored schedule passes the check and fails alike", arguments: RacingStreams.all)
  func explored(_ racing: RacingSubject) throws {
    let scenario = try #require(
      try ShippedScenarios.cases().first { scenario in scenario.id == racing.caseID })
    var result: CaseResult?
    for seed in 0..<20 as Range<UInt64> where result?.failure?.rule != racing.rule {
      result = Self.explorer(of: scenario, racing.subject.name, seed: seed)
        .result(of: .sample(first: 1, count: Exploration.defaultSchedules))
    }
    let text = try #require(result?.scenarioText)
    #expect(text.contains("\n  schedule\n    | at"))
    try Self.checkAndRun(text, at: scenario.path, racing.subject.name, rule: racing.rule)
  }

  @Test(
    "of the canonical schedule does, too",
    arguments: stride(from: 0, to: FaultyStreams.all.count, by: 12).map { FaultyStreams.all[$0] })
  func canonical(_ faulty: FaultySubject) throws {
    for scenario in try ShippedScenarios.cases()
    where scenario.rules.contains(faulty.rule) && !scenario.tags.contains("traps") {
      let result = Self.explorer(of: scenario, faulty.subject.name).result()
      guard result.failure?.rule == faulty.rule else { continue }
      let text = try #require(result.scenarioText, "\(scenario.id)")
      #expect(!text.contains("\n  schedule\n"))
      return try Self.checkAndRun(text, at: scenario.path, faulty.subject.name, rule: faulty.rule)
    }
    Issue.record("no case of \(faulty.subject.name) fails by \(faulty.rule)")
  }

  @Test("is written only where that is asked for")
  func unasked() throws {
    let results = try ShippedScenarios.run("faulty-forgets-remove-on-cancel") { scenario in
      scenario.tags.contains("smoke")
    }
    #expect(results.contains { _, result in result.failure != nil })
    #expect(results.allSatisfy { _, result in result.scenarioText == nil })
  }

  private static func explorer(
    of scenario: ScenarioCase, _ subject: String, seed: UInt64 = 0
  ) -> CaseExplorer {
    let harness = ShippedGate.harness
    return CaseExplorer(
      of: scenario, playedBy: CaseRunner(products: harness.products, subjectName: subject),
      seed: seed, vocabulary: harness.registry, commands: commands)
  }

  /// Writes a scenario to a folder, has the program check it, and run it under its own schedule.
  private static func checkAndRun(
    _ text: String, at path: String, _ subject: String, rule: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: path)
    let check = MemoryCall(["check"], in: folder.path)
    #expect(check.exitCode == .success, "\(check.output)\(check.errors)\n\(text)")
    let run = MemoryCall(
      [
        "run", "--subject", subject, "--schedules", "0", "--isolation", "none", "--format", "json",
      ], in: folder.path)
    #expect(run.exitCode == .failure, "\(run.output)\(run.errors)\n\(text)")
    let cases = try ReportedCase.all(in: run.output)
    #expect(cases.map { one in one.rules.first } == [rule], "\(text)")
  }
}

/// The failures of all faulty streams are written down by `FaultyStreamRunCampaign`.
@Suite("All recorded cases", .campaign)
struct RecordedFailureCampaign {
  @Test("each shipped case, written as a scenario of its own, is the same case and runs alike")
  func written() throws { try RecordedFailureTests.expectWrittenAlike(oneIn: 1) }
}
