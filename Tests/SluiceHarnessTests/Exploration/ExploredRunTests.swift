import SluiceHarness
import Testing

@Suite("Explored run", .startsPrograms)
struct ExploredRunTests {
  private static func run(_ words: [String], in root: TemporaryFolder) throws -> [ReportedCase] {
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice", "--format", "json"] + words, in: root.path)
    return try ReportedCase.all(in: call.output)
  }

  private static func outcomes(_ words: [String], of text: String) throws -> [String] {
    try run(words, in: RacingScenario.root(text)).map(\.outcome)
  }

  @Test("fails by a schedule that the canonical one alone does not show")
  func schedules() throws {
    let root = try RacingScenario.root()
    #expect(try Self.run(["--schedules", "0"], in: root).map(\.outcome) == ["passed"])
    let failed = try Self.run([], in: root)
    #expect(failed.map(\.outcome) == ["failed"])
    let body = try #require(failed.first?.body)
    #expect(body.contains("schedule: 1 departure from the canonical one; found in run "))
    #expect(body.contains("\n  | 0ms | [") || body.contains("\n    | 0ms | ["))
    #expect(body.contains("again: \(BuiltProgram.path) replay "))
    #expect(failed.first?.rules == ["errors.single-winner"])
  }

  @Test("of a case has the same result whatever other cases there are")
  func alone() throws {
    let alone = try Self.run([], in: RacingScenario.root())
    let others = RacingScenario.file.replacing("format 1\n", with: "")
      .replacing("an error races", with: "once more an error races")
    let among = try Self.run([], in: RacingScenario.root(RacingScenario.file + others))
    #expect(among.count == 2)
    #expect(among.first { one in one.id == alone.first?.id }?.body == alone.first?.body)
  }

  @Test("takes a scenario's own schedule to the letter, and says where that does not fit any more")
  func ownSchedule() throws {
    let table = """
        schedule
          | at  | ready                              | run                    |
          | 0ms | [goes-on, stimulus.listener.fail] | stimulus.listener.fail |

        timeline
      """
    let forced = RacingScenario.file.replacing("  timeline", with: table)
    #expect(try Self.outcomes(["--schedules", "0"], of: forced) == ["failed"])
    let unfit = forced.replacing("[goes-on,", with: "[goes-on, consumer.S,")
    let diverged = try Self.run([], in: RacingScenario.root(unfit))
    #expect(diverged.map(\.type) == ["ScheduleDiverged"])
    #expect(diverged.first?.line == 6)
  }

  @Test("takes an expected failure for one that some schedule shows")
  func expectedFailure() throws {
    let marked = RacingScenario.file.replacing("  timeline", with: "  xfail \"known\"\n  timeline")
    let root = try RacingScenario.root(marked)
    #expect(try Self.run([], in: root).map(\.outcome) == ["skipped"])
    #expect(try Self.run(["--schedules", "0"], in: root).map(\.outcome) == ["failed"])
  }

  @Test("tries as many schedules as a scenario says, and none if the call says so")
  func ownNumber() throws {
    let none = RacingScenario.file.replacing("  timeline", with: "  schedules 0\n  timeline")
    #expect(try Self.outcomes([], of: none) == ["passed"])
    let some = RacingScenario.file.replacing("  timeline", with: "  schedules 64\n  timeline")
    #expect(try Self.outcomes(["--schedules", "1"], of: some) == ["failed"])
    #expect(try Self.outcomes(["--schedules", "0"], of: some) == ["passed"])
  }

  @Test("writes a failure down to the nanosecond")
  func nanoseconds() throws {
    let late = RacingScenario.file.replacing("@0ms    S", with: "@1500ns S")
    let root = try RacingScenario.root(late)
    let failed = try Self.run(["--write-scenarios", "recorded"], in: root)
    let body = try #require(failed.first?.body)
    #expect(body.contains("| 1500ns |"), "\(body)")
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice", "--schedules", "0", "--format", "json"],
      in: root.path(of: "recorded"))
    let rules = try ReportedCase.all(in: call.output).map(\.rules.first)
    #expect(rules == ["errors.single-winner"], "\(call.output)\(call.errors)")
  }

  @Test("writes a failure down as a scenario that fails in the same way")
  func recorded() throws {
    let root = try RacingScenario.root()
    _ = try Self.run(["--write-scenarios", "recorded"], in: root)
    let check = try BuiltProgram.run(["check"], in: root.path(of: "recorded"))
    #expect(check.exitCode == 0, "\(check.errors)")
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice", "--format", "json"],
      in: root.path(of: "recorded"))
    let rules = try ReportedCase.all(in: call.output).map(\.rules.first)
    #expect(rules == ["errors.single-winner"])
    let right = try BuiltProgram.run(["run"], in: root.path(of: "recorded"))
    #expect(right.exitCode == 0, "a stream that is mended passes: \(right.output)")
  }
}
