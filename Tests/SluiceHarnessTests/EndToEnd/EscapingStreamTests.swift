import Foundation
import SluiceHarness
import Testing

@Suite("Run of an escaping stream", .startsPrograms)
struct EscapingStreamTests {
  /// Subjects with what each does outside, and the function in which it begins to.
  static let subjects = [
    (
      "faulty-starts-a-thread",
      "started a thread in FaultyStreams.FaultyStartsAThread.cancel(_:)"
    ),
    (
      "faulty-removes-on-a-thread",
      "started a thread in FaultyStreams.FaultyRemovesOnAThread.cancel(_:)"
    ),
    (
      "faulty-reads-a-pipe",
      "made a dispatch source (read) in FaultyStreams.FaultyReadsAPipe.cancel(_:)"
    ),
  ]

  @Test("names the place in the one case where it leaves", arguments: subjects)
  func oneResult(_ subject: String, _ deed: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", subject, "--format", "json"], in: root.path)
    #expect(call.exitCode == 1)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map { one in one.outcome } == ["passed", "error", "passed"])
    #expect(!call.errors.contains("worker"), "\(call.errors)")
    #expect(cases[1].type == "Escaped")
    let message = try #require(cases[1].message)
    #expect(message.contains("stimulus.cancel \(deed)"), "\(message)")
    let body = try #require(cases[1].body)
    #expect(body.contains(" at \(SmallScenarios.path):20:"))
  }

  @Test("says the same of it in each of two runs", arguments: subjects)
  func sameResult(_ subject: String, _ deed: String) throws {
    try Self.expectSameResult(of: subject, runs: 2)
  }

  fileprivate static func expectSameResult(of subject: String, runs: Int) throws {
    let root = try SmallScenarios.root()
    var outputs: Set<[String]> = []
    for _ in 0..<runs {
      let call = try BuiltProgram.run(
        ["run", "--subject", subject, "--format", "json"], in: root.path)
      outputs.insert(try ReportedCase.all(in: call.output).map { one in one.body ?? one.outcome })
    }
    #expect(outputs.count == 1)
  }

  /// Cancels that race with a callback, and cancels inside one: what still happens in the callback
  /// then, and who is the last to let go of the listener, is up to the thread outside.
  static let situations = [
    (file: "callback-races", case: "a value races the cancel of its consumer/waiting*"),
    (file: "callbacks", case: "a consumer is cancelled inside *"),
  ]

  @Test(
    "has the same report in each run, whatever happened outside meanwhile", arguments: subjects,
    situations)
  func sameReport(_ subject: (String, String), _ situation: (file: String, case: String)) throws {
    try Self.expectSameReport(
      of: subject.0, in: situation.file, "id:\"*/\(situation.case)\"", runs: 2)
  }

  /// Expects the same reports of some cases of a file, each time.
  fileprivate static func expectSameReport(
    of subject: String, in file: String, _ filter: String, runs: Int
  ) throws {
    let root = try TemporaryFolder()
    let path = "Scenarios/listener/cancellation/\(file).scenario"
    for copied in ["Scenarios/listener/flows.scenario", path] {
      let original = "\(BuiltProgram.repository)/\(copied)"
      try root.write(try String(contentsOfFile: original, encoding: .utf8), to: copied)
    }
    var reports: Set<String> = []
    var summaries: Set<String> = []
    for _ in 0..<runs {
      _ = try BuiltProgram.run(
        [
          "run", "--subject", subject, "--schedules", "4", "--reproducible", "--filter", filter,
          "--report", "json=Reports/report.json", path,
        ], in: root.path)
      reports.insert(try root.read("Reports/junit.xml"))
      summaries.insert(try root.read("Reports/report.json"))
    }
    #expect(reports.count == 1)
    #expect(summaries.count == 1)
    // Of a run that has left the simulation no rule saw all.
    #expect(reports.first?.contains("type=\"Escaped\"") == true)
    #expect(reports.first?.contains("name=\"sluice.rule\"") == false)
  }
}

@Suite("Many runs of an escaping stream", .campaign)
struct EscapingStreamCampaign {
  @Test("say the same of it in each of 20 runs", arguments: EscapingStreamTests.subjects)
  func sameResult(_ subject: String, _ deed: String) throws {
    try EscapingStreamTests.expectSameResult(of: subject, runs: 20)
  }

  @Test(
    "have the same report in each, whatever happened outside meanwhile",
    arguments: EscapingStreamTests.subjects)
  func sameReport(_ subject: String, _ deed: String) throws {
    for situation in EscapingStreamTests.situations {
      try EscapingStreamTests.expectSameReport(
        of: subject, in: situation.file, "id:\"*\"", runs: 4)
    }
  }
}
