import Foundation
import SluiceHarness
import Testing

@Suite("Run of a fatal stream", .startsPrograms)
struct FatalStreamTests {
  /// Subjects with the type and the beginning of the message of the one result that they cause.
  static let subjects = [
    (
      "faulty-traps", "SubjectCrashed",
      "subject crashed: FaultyStreams/FaultyTraps.swift:12: Fatal error: a stream"
    ),
    ("faulty-spins", "SubjectHung", "subject hung: silent, and killed"),
  ]

  @Test("has an error for the one case, and all others have their results", arguments: subjects)
  func oneResult(_ subject: String, _ type: String, _ message: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", subject, "--watchdog", "1", "--format", "json"], in: root.path)
    #expect(call.exitCode == 1)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map { one in one.outcome } == ["passed", "error", "passed"])
    #expect(cases[1].type == type)
    #expect(cases[1].message?.hasPrefix(message) == true, "\(cases[1].message ?? "")")
    let body = try #require(cases[1].body)
    #expect(body.contains(" at \(SmallScenarios.path):13\n"))
    #expect(body.contains(" last heard of: line 20\n"))
    let isHang = type == "SubjectHung"
    #expect(body.contains(" one event has no end: a loop that never suspends") == isHang)
    #expect(body.contains(" it crashed here:") == !isHang)
    let name = isHang ? "FaultySpins" : "FaultyTraps"
    #expect(body.contains("    in FaultyStreams.\(name).cancel(_:)\n"))
    let log = try #require(body.split(separator: "\nlog  ").dropFirst().first)
    let rows = log.split(separator: "\n").dropFirst().prefix { line in line.hasPrefix("  ") }
    // The cancel is the last thing that happened, and it has not come back.
    #expect(rows.last?.contains("10ms") == true, "\(body)")
    #expect(rows.last?.contains("cancel {") == true, "\(body)")
    #expect(rows.last?.contains("cancel {}") == false, "\(body)")
    #expect(body.contains("again: \(BuiltProgram.path) run \(SmallScenarios.path)"))
    #expect(body.contains("--watchdog 1 "))
    #expect(try root.read("Reports/junit.xml").contains("<error "))
  }

  @Test("whose cancelled task sleeps again and again names the function that does")
  func sleeps() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-sleeps-on-though-cancelled", "--watchdog", "1",
        "--format", "json",
      ], in: root.path)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map(\.outcome) == ["passed", "error", "passed"], "\(call.output)")
    let body = try #require(cases[1].body)
    #expect(
      body.contains(
        """
         one event has no end: a loop that never suspends
            in FaultyStreams.FaultySleepsOnThoughCancelled.sleepUntilOver()

        """), "\(body)")
  }

  @Test("that leaves its consumer waiting needs no time to be seen")
  func neverResumes() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(
      ["run", "--subject", "faulty-never-resumes", "--isolation", "none", "--format", "json"],
      in: root.path)
    #expect(call.exitCode == .failure)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map { one in one.outcome } == ["passed", "failed", "passed"])
    #expect(cases[1].rules.first == "cancellation.suspended-returns")
  }

  @Test("that leaves a loop behind is told so, and the loop is not made to spin")
  func polls() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-polls-for-ever", "--format", "json"], in: root.path)
    #expect(call.exitCode == 1)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map(\.outcome) == ["passed", "failed", "passed"], "\(call.output)")
    #expect(cases[1].rules.first == "memory.tasks-ended", "\(call.output)")
  }

  @Test("that waits for what nobody can give is told to be deadlocked, and all others go on")
  func deadlocks() throws {
    let root = try SmallScenarios.root()
    let words = ["run", "--subject", "faulty-waits-for-a-semaphore", "--format", "json"]
    for isolation in ["process", "none"] {
      let call = try BuiltProgram.run(words + ["--isolation", isolation], in: root.path)
      #expect(call.exitCode == 1)
      let cases = try ReportedCase.all(in: call.output)
      #expect(cases.map { one in one.outcome } == ["failed", "error", "failed"], "\(call.output)")
      // In a callback it breaks a rule beside.
      #expect(cases.map(\.type) == ["RuleViolation", "Deadlocked", "RuleViolation"])
      for one in cases {
        #expect(one.body?.contains(" waits for a semaphore\n") == true, "\(one.body ?? "")")
      }
    }
  }

  @Test(
    "that waits for a run loop which nobody runs says so, and where that was done",
    arguments: [
      (
        "faulty-waits-for-a-timer",
        "stimulus.cancel set a timer for 3.01s in "
          + "FaultyStreams.FaultyWaitsForATimer.cancel(_:)"
      ),
      (
        "faulty-waits-for-a-run-loop",
        "stimulus.cancel handed a block to a run loop in "
          + "FaultyStreams.FaultyWaitsForARunLoop.cancel(_:)"
      ),
    ])
  func idleRunLoop(_ subject: String, _ reason: String) throws {
    let root = try SmallScenarios.root()
    let words = ["run", "--subject", subject, "--schedules", "0", "--format", "json"]
    let call = try BuiltProgram.run(words, in: root.path)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map { one in one.outcome } == ["passed", "failed", "passed"], "\(call.output)")
    let lines = try #require(cases[1].body).split(separator: "\n")
    #expect(lines.contains { line in line.hasPrefix(" \(reason)") }, "\(cases[1].body ?? "")")
    #expect(lines.contains { line in line.contains(": no thread runs ") })
  }

  @Test("of some scenarios gives each case one result")
  func everyCase() throws {
    try Self.expectResults(
      of: "Scenarios/listener/cancellation/waiting.scenario",
      "Scenarios/listener/unit/errors.scenario")
  }

  /// Expects one result of each case of some files and folders.
  fileprivate static func expectResults(of paths: String...) throws {
    let folder = try TemporaryFolder()
    let list = try BuiltProgram.run(["list"] + paths)
    let count = list.output.split(separator: "\n").count
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-traps", "--schedules", "0", "--format", "json",
        "--junit", folder.path(of: "junit.xml"),
      ] + paths)
    #expect(call.exitCode == 1)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.count == count)
    #expect(Set(cases.map { one in one.id }).count == count)
  }
}

@Suite("Long run of a fatal stream", .campaign)
struct FatalStreamCampaign {
  @Test("of all scenarios gives each case one result")
  func everyCase() throws { try FatalStreamTests.expectResults(of: "Scenarios") }
}
