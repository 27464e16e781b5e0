import SluiceHarness
import Testing

@Suite("Run of a stream that hangs", .startsPrograms)
struct HangTests {
  /// The one case of the small ones in which the stream is cancelled, and its result.
  private func cancelled(_ subject: String, _ words: String...) throws -> ReportedCase {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--subject", subject, "--watchdog", "1", "--format", "json"] + words, in: root.path)
    #expect(call.exitCode == 1)
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map { one in one.outcome } == ["passed", "error", "passed"], "\(call.output)")
    return try #require(cases.dropFirst().first)
  }

  @Test("tells a loop that never suspends by the function that it is in")
  func loops() throws {
    let body = try #require(cancelled("faulty-spins").body)
    #expect(
      body.contains(
        """
         one event has no end: a loop that never suspends
            in FaultyStreams.FaultySpins.cancel(_:)

        """), "\(body)")
  }

  @Test("tells a call that blocks by the functions that wait for it")
  func blocks() throws {
    let body = try #require(cancelled("faulty-blocks-on-a-pipe").body)
    #expect(
      body.contains(
        """
         one event has no end: a call that blocks
            in read
            in FaultyStreams.FaultyBlocksOnAPipe.cancel(_:)

        """), "\(body)")
  }

  @Test("needs no time to see that a thread waits for its own lock, and says who took it")
  func ownLock() throws {
    let root = try SmallScenarios.root()
    // A watchdog of a day: whoever waits for it fails.
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-locks-twice", "--watchdog", "86400", "--schedules", "0",
        "--format", "json",
      ], in: root.path)
    let cases = try ReportedCase.all(in: call.output)
    // A callback that does not come back breaks a rule; the deadlock is told with it.
    #expect(cases.map { one in one.type } == ["RuleViolation", "Deadlocked", "RuleViolation"])
    for one in [cases[0], cases[2]] {
      #expect(one.rules.first == "buffering.callback-nonblocking")
      #expect(one.body?.contains(" waits for a lock that it holds itself\n") == true)
      #expect(one.body?.contains("\n and has taken the lock\n") == true)
    }
    let body = try #require(cases.dropFirst().first?.body)
    #expect(
      body.hasPrefix("deadlocked: stimulus.cancel#1 waits for a lock that it holds itself\n"))
    #expect(
      body.contains(
        """
         stimulus.cancel#1 waits
             in FaultyStreams.FaultyLocksTwice.Ledger.add(_:)
             in FaultyStreams.FaultyLocksTwice.Ledger.strike(_:)

        """), "\(body)")
    #expect(
      body.contains(
        """
         and has taken the lock
             in FaultyStreams.FaultyLocksTwice.Ledger.strike(_:)

        """), "\(body)")
  }

  @Test("tells which function waits for a semaphore")
  func semaphore() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-waits-for-a-semaphore", "--schedules", "0", "--format", "json",
      ], in: root.path)
    for one in try ReportedCase.all(in: call.output) {
      let body = try #require(one.body)
      #expect(
        body.contains("\n     in FaultyStreams.FaultyWaitsForASemaphore.perform(_:)\n"), "\(body)")
    }
  }

  @Test("is told the same of each case, in whatever order they were played")
  func again() throws {
    let words = [
      "run", "--subject", "faulty-spins", "--watchdog", "1", "--schedules", "0", "--format",
      "json", "--reproducible", "Scenarios/listener/cancellation/again.scenario",
    ]
    let calls = try ["1", "2"].map { jobs in try BuiltProgram.run(words + ["--jobs", jobs]) }
    #expect(calls[0].output == calls[1].output)
    let messages = try ReportedCase.all(in: calls[0].output).filter { one in
      one.type == "SubjectHung"
    }.map { one in one.message }
    try #require(messages.count > 1, "\(calls[0].output)")
    #expect(Set(messages) == ["subject hung: silent, and killed by the watchdog"])
  }

  /// Cases that all hang at one place.
  private static func spinning(_ count: Int) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    let cases = (1...count).map { number in
      SmallScenarios.cancelled.replacing("is cancelled\"", with: "is cancelled, \(number)\"")
    }
    try root.write((["format 1\n"] + cases).joined(separator: "\n"), to: SmallScenarios.path)
    return root
  }

  @Test("has the log of the first at each place, and points to it from the others")
  func sameHang() throws {
    let root = try Self.spinning(3)
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-spins", "--watchdog", "1", "--format", "json"], in: root.path)
    let bodies = try ReportedCase.all(in: call.output).compactMap(\.body)
    try #require(bodies.count == 3, "\(call.output)")
    let first = "\(SmallScenarios.stem)/a waiting consumer is cancelled, 1"
    #expect(bodies[0].contains("\nlog  "))
    for body in bodies {
      #expect(body.contains("\n    in FaultyStreams.FaultySpins.cancel(_:)\n"), "\(body)")
    }
    for body in bodies.dropFirst() {
      #expect(body.contains("\n it hangs where '\(first)' does, of which there is a log\n"))
      #expect(!body.contains("\nlog  "))
    }
  }

  @Test("ends when so many cases have crashed as are enough")
  func crashes() throws {
    let root = try Self.spinning(6)
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-traps", "--format", "json", "--max-crashes", "2"],
      in: root.path)
    #expect(call.exitCode == 1)
    #expect(try ReportedCase.all(in: call.output).count == 2)
    #expect(
      call.output.contains(
        "\"cutShort\":\"2 crashed or deadlocked, which is enough: 4 of 6 cases were not run\""))
  }

  @Test("ends when so many cases have hung as are enough")
  func enough() throws {
    let root = try Self.spinning(6)
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-spins", "--watchdog", "1", "--format", "json",
        "--max-hangs", "2",
      ], in: root.path)
    #expect(call.exitCode == 1)
    #expect(try ReportedCase.all(in: call.output).count == 2)
    #expect(
      call.output.contains("\"cutShort\":\"2 hung, which is enough: 4 of 6 cases were not run\""))
  }
}
