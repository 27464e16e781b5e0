import Foundation
import SluiceHarness
import Testing

@Suite("Run of a stream that kills its worker later", .startsPrograms)
struct StrayDeathTests {
  private static let culprit = "\(SmallScenarios.stem)/a waiting consumer is cancelled"

  private static func run(
    _ subject: String, _ words: String...
  ) throws -> (call: FinishedCall, cases: [ReportedCase]) {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", subject, "--schedules", "0", "--jobs", "1", "--format", "json"] + words,
      in: root.path)
    return (call, try ReportedCase.all(in: call.output))
  }

  @Test("charges the case that left something behind, and not the next one")
  func next() throws {
    let (call, cases) = try Self.run("faulty-remembers-a-cancel")
    #expect(call.exitCode == 1)
    // The three cases, each with its own result, and the error of the run.
    #expect(cases.map(\.outcome) == ["passed", "passed", "passed", "error"], "\(call.output)")
    let error = try #require(cases.last)
    #expect(error.suite == "sluice.workers")
    #expect(error.id == "workers/\(Self.culprit)")
    #expect(
      error.message?.hasPrefix("a worker dies of what the case leaves behind: killed by SIG")
        == true)
    #expect(
      error.body?.contains(
        " it died while it ran '\(SmallScenarios.stem)/the source ends', which passes alone\n")
        == true, "\(error.body ?? "")")
  }

  @Test("is red where a worker dies after its last answer, and names the case")
  func end() throws {
    let (call, cases) = try Self.run("faulty-aborts-at-exit")
    #expect(call.exitCode == 1)
    #expect(cases.map(\.outcome) == ["passed", "passed", "passed", "error"], "\(call.output)")
    #expect(cases.last?.id == "workers/\(Self.culprit)", "\(call.output)")
    #expect(cases.last?.message?.hasSuffix("killed by SIGABRT") == true)
    #expect(call.errors.contains("a worker died after it had answered '"), "\(call.errors)")
  }

  @Test(
    "is red in every command that plays cases",
    arguments: [
      ["explore", "--runs", "2"], ["replay", "--schedule", "canonical"],
      ["stress", "--rounds", "1"],
    ])
  func commands(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    let call = try BuiltProgram.run(
      words + ["--subject", "faulty-aborts-at-exit", SmallScenarios.path], in: root.path)
    #expect(call.exitCode == 1, "\(call.output)\(call.errors)")
    #expect(call.output.contains("ERROR \(Self.culprit)"), "\(call.output)")
  }

  @Test("keeps the error in the journals of shards, and merges it")
  func journal() throws {
    let root = try SmallScenarios.root()
    _ = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-aborts-at-exit", "--schedules", "0", "--report",
        "json=one.json", "--reproducible",
      ], in: root.path)
    let call = try BuiltProgram.run(["merge", "one.json", "--junit", "merged.xml"], in: root.path)
    #expect(call.exitCode == 1, "\(call.errors)")
    #expect(try root.read("merged.xml") == root.read("Reports/junit.xml"))
    #expect(try root.read("merged.xml").contains("<testsuite name=\"sluice.workers\""))
  }

  @Test("says what happened where a subject closes its worker's descriptors")
  func descriptors() throws {
    let (call, cases) = try Self.run("faulty-closes-descriptors")
    #expect(cases.map(\.outcome) == ["passed", "error", "passed"], "\(call.output)")
    #expect(
      cases[1].message
        == "subject crashed: it closed descriptors that are not its own, the worker's among them")
  }

  @Test(
    "ends every command that plays cases with 2 where a subject writes answers",
    arguments: [
      ["explore", "--runs", "2"], ["replay", "--schedule", "canonical"],
      ["stress", "--rounds", "1"],
    ])
  func forgedInCommands(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    let call = try BuiltProgram.run(
      words + ["--subject", "faulty-forges-an-answer", SmallScenarios.path], in: root.path)
    #expect(call.exitCode == 2, "\(call.output)\(call.errors)")
    #expect(call.output.contains("the worker's answers can't be trusted"), "\(call.output)")
  }

  @Test("ends with 2 where a subject writes answers of its own, with whole reports")
  func forgedAnswer() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-forges-an-answer", "--schedules", "0", "--jobs", "1",
        "--format", "json", "--report", "json=one.json", "--reproducible",
      ], in: root.path)
    #expect(call.exitCode == 2, "\(call.errors)")
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map(\.outcome) == ["passed", "error", "passed"], "\(call.output)")
    let line = "killed for a line that the kit does not write: answer 0 passed"
    #expect(cases[1].message == "the worker's answers can't be trusted: \(line)")
    let merge = try BuiltProgram.run(["merge", "one.json", "--junit", "merged.xml"], in: root.path)
    #expect(merge.exitCode == 2, "\(merge.errors)")
    #expect(try root.read("merged.xml") == root.read("Reports/junit.xml"))
  }
}
