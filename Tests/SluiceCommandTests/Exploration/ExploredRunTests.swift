import SluiceCommand
import Testing

@Suite("Explored run")
struct ExploredRunTests {
  private static let races = """
    format 1

    scenario "an error races the remove of a cancelled consumer"
      timeline
        @0ms    S = listener.values()
                expect S added
                race listener.fail(unavailable)
        now     cancel S
                expect S removed promptly
                expect S ended

    """

  private static func root(_ text: String = races) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write(text, to: "Scenarios/listener/cancellation/races.scenario")
    return root
  }

  private static func run(_ words: [String], in root: TemporaryFolder) throws -> [ReportedCase] {
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice", "--format", "json"] + words, in: root.path)
    return try ReportedCase.all(in: call.output)
  }

  @Test("fails by a schedule that the canonical one alone does not show")
  func schedules() throws {
    let root = try Self.root()
    #expect(try Self.run(["--schedules", "0"], in: root).map(\.outcome) == ["passed"])
    let failed = try Self.run([], in: root)
    #expect(failed.map(\.outcome) == ["failed"])
    let body = try #require(failed.first?.body)
    #expect(body.contains("schedule: 1 departure from the canonical one; found as schedule "))
    #expect(body.contains("\n  | 0ms | [") || body.contains("\n    | 0ms | ["))
    #expect(body.contains("again: swift run sluice replay "))
    #expect(failed.first?.rules == ["reentrancy.emit-in-remove"])
  }

  @Test("of a case has the same result whatever other cases there are")
  func alone() throws {
    let alone = try Self.run([], in: Self.root())
    let others = Self.races.replacing("format 1\n", with: "")
      .replacing("an error races", with: "once more an error races")
    let among = try Self.run([], in: Self.root(Self.races + others))
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
    let forced = Self.races.replacing("  timeline", with: table)
    #expect(try Self.run(["--schedules", "0"], in: Self.root(forced)).map(\.outcome) == ["failed"])
    let unfit = forced.replacing("[goes-on,", with: "[goes-on, consumer.S,")
    let diverged = try Self.run([], in: Self.root(unfit))
    #expect(diverged.map(\.type) == ["ScheduleDiverged"])
    #expect(diverged.first?.line == 6)
  }

  @Test("takes an expected failure for one that some schedule shows")
  func expectedFailure() throws {
    let marked = Self.races.replacing("  timeline", with: "  xfail \"known\"\n  timeline")
    let root = try Self.root(marked)
    #expect(try Self.run([], in: root).map(\.outcome) == ["skipped"])
    #expect(try Self.run(["--schedules", "0"], in: root).map(\.outcome) == ["failed"])
  }

  @Test("tries as many schedules as a scenario says, and none if the call says so")
  func ownNumber() throws {
    let none = Self.races.replacing("  timeline", with: "  schedules 0\n  timeline")
    #expect(try Self.run([], in: Self.root(none)).map(\.outcome) == ["passed"])
    let some = Self.races.replacing("  timeline", with: "  schedules 64\n  timeline")
    #expect(try Self.run(["--schedules", "1"], in: Self.root(some)).map(\.outcome) == ["failed"])
    #expect(try Self.run(["--schedules", "0"], in: Self.root(some)).map(\.outcome) == ["passed"])
  }

  @Test("writes a failure down as a scenario that fails in the same way")
  func recorded() throws {
    let root = try Self.root()
    _ = try Self.run(["--write-scenarios", "recorded"], in: root)
    let check = try BuiltProgram.run(["check"], in: root.path(of: "recorded"))
    #expect(check.exitCode == 0, "\(check.errors)")
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice", "--format", "json"],
      in: root.path(of: "recorded"))
    let rules = try ReportedCase.all(in: call.output).map(\.rules.first)
    #expect(rules == ["reentrancy.emit-in-remove"])
    let right = try BuiltProgram.run(["run"], in: root.path(of: "recorded"))
    #expect(right.exitCode == 0, "a stream that is mended passes: \(right.output)")
  }
}
