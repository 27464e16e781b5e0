import Testing

/// Output of the other commands for a failure: the golden files are in `Golden/commands`.
@Suite("Failing cases in other commands", .startsPrograms)
struct FailureCommandGoldenTests {
  private static let path = FailingRun.path
  private static let racing = ["--subject", "faulty-answers-twice", "--isolation", "none", path]
  private static let schedule = "3@0s:stimulus.listener.fail#1<goes-on#1"

  @Test("match the golden file when they are explored and replayed")
  func racing() throws {
    let root = try TemporaryFolder()
    try root.write(RacingScenario.file, to: Self.path)
    var call = GoldenCall()
    call.call(["explore", "--runs", "20"] + Self.racing, in: root)
    call.call(["explore", "--exhaustive"] + Self.racing, in: root)
    let replay = ["replay", "--schedule", Self.schedule] + Self.racing
    call.call(replay, in: root, columns: 60)
    call.call(replay + ["--log"], in: root, columns: 120)
    call.call(
      ["replay", "--schedule", Self.schedule, "--subject", "faulty-forgets-remove-on-cancel"]
        + Self.racing.dropFirst(2), in: root)
    call.call(
      ["replay", "--schedule", "canonical", "--isolation", "none", Self.path], in: root)
    try GoldenFile("commands/explore-and-replay.txt").expect(call.text)
  }

  @Test("match the golden file when journals or JUnit reports of them are merged")
  func merge() throws {
    let root = try TemporaryFolder()
    try root.write(FailingScenarios.several, to: Self.path)
    var call = GoldenCall()
    for number in 1...2 {
      call.call(
        [
          "run", "--subject", "faulty-forgets-remove-on-cancel", "--reproducible", "--isolation",
          "none", "--schedules", "0", "--shard", "\(number)/2", "--shard-by", "slices", "--quiet",
          "--junit", "\(number).xml", "--report", "json=\(number).json",
        ], in: root)
    }
    for kind in ["json", "xml"] {
      try root.write("", to: GoldenCall.summary)
      call.call(
        ["merge", "1.\(kind)", "2.\(kind)", "--junit", "\(kind).xml", "--report", "github"],
        in: root)
      try call.add(report: GoldenCall.summary, in: root)
    }
    #expect(try root.read("json.xml") == root.read("xml.xml"))
    try call.add(report: "json.xml", in: root)
    try GoldenFile("commands/merge.txt").expect(call.text)
  }

  @Test("match the golden file where 'check' and 'run' refuse their scenario")
  func mistakes() throws {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "a line is wrong"
        timeline
          @0ms    S = listener.values(
                  expect T nxt 1

      """, to: Self.path)
    var call = GoldenCall()
    call.call(["check"], in: root)
    call.call(["check", "--format", "gcc"], in: root)
    call.call(["run", "--isolation", "none"], in: root)
    try GoldenFile("commands/check.txt").expect(call.text)
  }
}

/// Output of `stress` for a failure: the golden file is `Golden/commands/stress.txt`.
@Suite("Failing cases on real threads", .startsIdlePrograms)
struct FailureStressGoldenTests {
  @Test("match the golden file, but for what depends on the threads' timing")
  func stress() throws {
    let root = try TemporaryFolder()
    try root.write(FailingScenarios.file(SmallScenarios.cancelled), to: FailingRun.path)
    var call = GoldenCall()
    for subject in ["faulty-removes-by-another-key", "faulty-traps"] {
      call.call(["stress", "--rounds", "1", "--seed", "5", "--subject", subject], in: root)
    }
    // A trap is another signal on each processor. Threads that are late write another log, which
    // other rules look at, and may miss a line.
    let text = call.text.replacing(/SIG(ILL|TRAP)/, with: "SIG…")
      .replacing(#/(?s)\n  log .*?\n  again: /#, with: "\n  log …\n  again: ")
      .replacing(/\d+ rules had/, with: "… rules had")
      .replacing(/\d+ rounds? missed a line of their scenario\n/, with: "")
    try GoldenFile("commands/stress.txt").expect(text)
  }
}
