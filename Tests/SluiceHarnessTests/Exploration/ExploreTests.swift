import SluiceHarness
import Testing

@Suite("Explore", .startsPrograms)
struct ExploreTests {
  /// One consumer, two values, one cancel, all at once.
  private static func root() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "two values and a cancel race"
        timeline
          @0ms    S = listener.values()
                  race listener.send(1)
                  race listener.send(2)
                  race cancel S
                  expect S removed

      """, to: "Scenarios/listener/cancellation/all.scenario")
    return root
  }

  /// The numbers in a line of an exhaustive search.
  private struct Counts: Equatable {
    var tried: Int
    var outcomes: Int
    var isExhausted: Bool
  }

  private static func counts(_ words: [String]) throws -> Counts {
    let root = try root()
    let call = try BuiltProgram.run(["explore", "--exhaustive"] + words, in: root.path)
    let match = try #require(
      call.output.firstMatch(of: /(\d+) schedules tried, .*?(\d+) distinct outcomes; (.*)/),
      "\(call.output)\(call.errors)")
    return Counts(
      tried: try #require(Int(match.1)), outcomes: try #require(Int(match.2)),
      isExhausted: match.3.hasSuffix("there is no other"))
  }

  @Test("of every schedule ends, and a reduced search finds the same outcomes in fewer runs")
  func exhaustive() throws {
    let all = try Self.counts(["--no-reduction"])
    let reduced = try Self.counts([])
    #expect(all.isExhausted && reduced.isExhausted)
    #expect(reduced.outcomes == all.outcomes)
    #expect(reduced.tried < all.tried)
    #expect(all.outcomes > 1)
  }

  @Test("up to a number of departures says that there may be others")
  func bounded() throws {
    let counts = try Self.counts(["--departures", "1"])
    #expect(!counts.isExhausted)
  }

  @Test("of every schedule ends after so many runs, and says that there may be others")
  func cut() throws {
    let counts = try Self.counts(["--runs", "20"])
    #expect(counts.tried == 20)
    #expect(!counts.isExhausted)
  }

  @Test("runs as many schedules as are asked for, and says how many are distinct")
  func runs() throws {
    let root = try TemporaryFolder()
    try root.write(
      """
      format 1

      scenario "two cancels race"
        timeline
          @0ms    S = listener.values()
                  T = listener.values()
                  race cancel S
                  race cancel T
                  expect S removed
                  expect S ended
                  expect T removed
                  expect T ended

      """, to: "Scenarios/listener/cancellation/two.scenario")
    let call = try BuiltProgram.run(["explore", "--runs", "700"], in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("701 schedules tried, "), "\(call.output)")
  }

  @Test("say the same, whoever tries them, of a case that fails and of another")
  func jobs() throws {
    let races = "listener/cancellation/races"
    try Self.expectSame(
      of: "faulty-answers-twice", "Scenarios/listener/cancellation/races.scenario",
      "\(races)/a value races the cancel of a busy consumer/queued",
      "\(races)/two consumers get an error while one of them is cancelled", failed: 1)
  }

  /// Expects that one and three workers say the same of some cases, so many of which fail.
  fileprivate static func expectSame(
    of subject: String, _ patterns: String..., failed: Int
  ) throws {
    let outputs = try ["1", "3"].map { jobs in
      try BuiltProgram.run(
        ["explore", "--runs", "1200", "--jobs", jobs, "--subject", subject] + patterns
      ).output
    }
    #expect(outputs[0] == outputs[1])
    #expect(outputs[0].hasSuffix(": \(failed) failed\n"), "\(outputs[0].suffix(200))")
  }

  @Test("are those of one shard's cases, where that is asked for")
  func shards() throws {
    let words = [
      "explore", "--runs", "1", "listener/unit/values/*", "Scenarios/listener/unit/values.scenario",
    ]
    let whole = try BuiltProgram.run(words)
    let shards = try (1...2).map { number in
      try BuiltProgram.run(words + ["--shard", "\(number)/2"])
    }
    let cases = { (call: FinishedCall) in
      Set(call.output.split(separator: "\n").filter { line in line.hasPrefix("listener/") })
    }
    #expect(whole.exitCode == 0 && cases(whole).count > 2, "\(whole.output)\(whole.errors)")
    #expect(cases(shards[0]).isDisjoint(with: cases(shards[1])))
    #expect(cases(shards[0]).union(cases(shards[1])) == cases(whole))
  }

  @Test("goes on for a time")
  func time() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(["explore", "--for", "0.01s"], in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("3 cases, "))
  }

  @Test("shows the failure of a case that has one, and is red")
  func failing() throws {
    let call = try BuiltProgram.run([
      "explore", "--subject", "faulty-starts-a-task-for-each-event",
      "Scenarios/listener/unit/values.scenario",
    ])
    #expect(call.exitCode == 1)
    #expect(call.output.contains("again: \(BuiltProgram.path) replay "))
  }

  @Test(
    "is refused where options exclude each other or need others",
    arguments: [
      (["--for", "1s", "--exhaustive"], "exclude each other"),
      (["--runs", "1", "--for", "1s"], "exclude each other"),
      (["--departures", "1"], "goes with --exhaustive only"),
      (["--no-reduction"], "goes with --exhaustive only"),
      (["--runs", "0"], "a whole number from 1"),
      (["--for", "0s"], "a number of seconds above 0"),
      (["--subject", "nobody"], "there is no subject 'nobody'; there are\n  reference, "),
    ])
  func refused(_ words: [String], _ complaint: String) throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["explore"] + words, in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains(complaint), "\(call.errors)")
  }

  @Test(
    "takes patterns of case ids, paths, and both",
    arguments: [
      ([], 3),
      (["listener"], 3),
      (["listener/cancellation/small/a waiting consumer is cancelled"], 1),
      (["*/a * cancelled"], 1),
      (["*/a * cancelled", "*/the source ends"], 2),
      (["Scenarios/listener"], 3),
      (["\(SmallScenarios.path)", "*/the source ends"], 1),
      (["--filter", "tag:plain", "*/a *"], 1),
    ])
  func selection(_ words: [String], _ count: Int) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(["explore", "--runs", "1"] + words, in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("\n\(count) case\(count == 1 ? "" : "s"), "), "\(call.output)")
  }

  @Test("finds nothing by a pattern that no case matches, and misses a file that is not there")
  func nothingSelected() throws {
    let root = try SmallScenarios.root()
    let none = MemoryCall(["explore", "Scenarios/listner"], in: root.path)
    #expect(none.exitCode == .nothingSelected)
    #expect(
      none.errors == "sluice: no case is selected; what names no file or folder is a pattern of "
        + "case ids: 'Scenarios/listner'\n")
    let missing = MemoryCall(["explore", "Scenarios/listener/none.scenario"], in: root.path)
    #expect(missing.exitCode == .usage)
    #expect(missing.errors.contains("there is no file or directory"), "\(missing.errors)")
  }
}

@Suite("Explore with several workers", .campaign)
struct ExploreCampaign {
  @Test(
    "says the same, whoever tries the schedules, of cases that fail and of others",
    arguments: [("reference", 0), ("vendor", 0), ("faulty-answers-twice", 5)])
  func jobs(_ subject: String, _ failed: Int) throws {
    try ExploreTests.expectSame(of: subject, "listener/cancellation/races/*", failed: failed)
  }
}
