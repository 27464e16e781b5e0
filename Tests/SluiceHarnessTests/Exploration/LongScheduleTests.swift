import Foundation
import SluiceHarness
import Testing

@Suite("Schedule that is too long for a command", .startsPrograms)
struct LongScheduleTests {
  /// A case that fails under a schedule whose first departure is out of twenty events.
  private static let file = """
    format 1

    scenario "an error races the remove of a cancelled consumer"
      timeline
        @0ms    S = listener.values() lenient
                expect S added
    \((1...19).map { number in "            race listener.send(\(number))\n" }.joined())\
                race listener.fail(unavailable)
        now     cancel S

    """
  private static let folder = "Reports/schedules/junit"
  private static let path =
    "\(folder)/an-error-races-the-remove-of-a-cancelled-consumer-e26a45e8.schedule"
  private static let run = [
    "run", "--isolation", "none", "--schedules", "4", "--reproducible", "--report", "json=run.json",
  ]
  private static let twice = ["--subject", "faulty-answers-twice"]

  private static func exists(_ name: String, in root: TemporaryFolder) -> Bool {
    FileManager.default.fileExists(atPath: root.path(of: name))
  }

  @Test("is in a file beside the report, which the printed command names and a replay takes")
  func written() throws {
    let root = try RacingScenario.root(Self.file)
    let call = MemoryCall(Self.run + Self.twice, in: root.path)
    #expect(call.exitCode == .failure, "\(call.errors)")
    let again = try #require(
      call.output.split(separator: "\n").last { line in line.contains("again: ") })
    #expect(again.hasSuffix(" --schedule @\(Self.path)"), "\(again)")
    let text = try root.read(Self.path)
    #expect(
      text.hasPrefix(
        "# A schedule of Sluice, for the case listener/cancellation/races/an error races the "
          + "remove of a cancelled consumer\n3@0s:stimulus.listener.fail#1<goes-on#1,stimulus."))
    // Programs that read a report have no files beside it.
    #expect(try !root.read("Reports/junit.xml").contains(Self.path))
    let replay = try BuiltProgram.shell(
      String(again.drop { letter in letter == " " }.dropFirst("again: ".count)), in: root.path)
    #expect(replay.exitCode == 1, "\(replay.output)\(replay.errors)")
    #expect(replay.output.hasSuffix(" --schedule @\(Self.path)\n"), "\(replay.output)")
  }

  @Test("goes with the report of an earlier run, and leaves what another program wrote")
  func removed() throws {
    let root = try RacingScenario.root(Self.file)
    let foreign = "\(Self.folder)/mine.schedule"
    try root.write("canonical\n", to: foreign)
    _ = MemoryCall(Self.run + Self.twice, in: root.path)
    #expect(Self.exists(Self.path, in: root))
    let call = MemoryCall(Self.run, in: root.path)
    #expect(call.exitCode == .success, "\(call.output)\(call.errors)")
    #expect(!Self.exists(Self.path, in: root))
    #expect(try root.read(foreign) == "canonical\n")
  }

  @Test("is written by a merge of journals, too, whose reports have the same bytes")
  func merged() throws {
    let root = try RacingScenario.root(Self.file)
    let whole = MemoryCall(Self.run + Self.twice, in: root.path)
    let report = try root.bytes(of: "Reports/junit.xml")
    let schedule = try root.bytes(of: Self.path)
    let merge = MemoryCall(["merge", "run.json"], in: root.path)
    #expect(merge.output == whole.output)
    #expect(try root.bytes(of: "Reports/junit.xml") == report)
    #expect(try root.bytes(of: Self.path) == schedule)
  }
}
