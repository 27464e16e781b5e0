import Foundation
import ShippedGate
import SluiceHarness
import Testing

@Suite("Report of one verdict", .startsPrograms)
struct ReportTests {
  private static let forgetful = ["--subject", "faulty-forgets-remove-on-cancel"]
  private static let waiting = "*/a waiting consumer is cancelled"
  private static let usual = "Reports/report.md"

  /// Calls `report` without workers.
  private static func call(_ words: [String], in root: TemporaryFolder) -> MemoryCall {
    MemoryCall(["report", "--isolation", "none"] + words, in: root.path)
  }

  @Test("has the scenario, the verdict, the whole log and the declarations, byte for byte")
  func golden() throws {
    let root = try SmallScenarios.root()
    var call = GoldenCall()
    let words = ["report", "--isolation", "none", Self.waiting] + Self.forgetful
    call.call(words, in: root)
    let first = try root.bytes(of: Self.usual)
    call.call(words, in: root)
    #expect(try root.bytes(of: Self.usual) == first)
    try call.add(report: Self.usual, in: root)
    let text = call.text.replacing(/\nSwift: 6\.\d\n/, with: "\nSwift: …\n")
      .replacing(/\nplatform: Linux, [\w-]+\n/, with: "\nplatform: …\n")
    try GoldenFile("commands/report.txt").expect(text)
  }

  @Test("has the schedule under which a case fails, and takes one that is given")
  func schedule() throws {
    let root = try RacingScenario.root()
    let words = [
      "--subject", "faulty-answers-twice", "*/an error races the remove of a cancelled consumer",
    ]
    let found = Self.call(words, in: root)
    #expect(found.exitCode == .success, "\(found.errors)")
    let schedule = "3@0s:stimulus.listener.fail#1<goes-on#1"
    let first = try root.read(Self.usual)
    #expect(first.contains("\n\(schedule)\nschedule: 1 departure"), "\(first)")
    #expect(first.contains("--schedule '\(schedule)'\n```"))
    try root.write("# an order\n\(schedule)\n", to: "an.schedule")
    let given = Self.call(words + ["--schedule", "@an.schedule", "--output", "given.md"], in: root)
    #expect(given.exitCode == .success, "\(given.errors)")
    #expect(try root.read("given.md").contains("\n\(schedule)\nschedule: 1 departure"))
  }

  @Test(
    "names no function and no file of a subject",
    arguments: [
      ("faulty-traps", "SubjectCrashed"), ("faulty-locks-twice", "Deadlocked"),
      ("faulty-starts-a-thread", "Escaped"), ("faulty-spins", "SubjectHung"),
      ("faulty-waits-for-a-run-loop", "cancellation.suspended-returns"),
      ("faulty-polls-for-ever", "memory.tasks-ended"),
    ])
  func withoutCode(_ subject: String, _ cause: String) throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(
      ["report", "--watchdog", "1", "--subject", subject, Self.waiting], in: root.path)
    #expect(call.exitCode == .success, "\(call.errors)")
    let text = try root.read(Self.usual)
    #expect(text.contains(cause))
    #expect(text.contains("opens stream"), "the log is missing: \(text)")
    for name in [
      "FaultyStreams", ".swift", "Fatal error", root.path, BuiltProgram.repository,
    ] {
      #expect(!text.contains(name), "'\(name)' is in: \(text)")
    }
  }

  @Test("of a case that passes says so, with its log")
  func passed() throws {
    let root = try SmallScenarios.root()
    let call = Self.call([Self.waiting], in: root)
    #expect(call.exitCode == .success)
    #expect(call.output.contains("the case passed\nwritten to Reports/report.md"))
    let text = try root.read(Self.usual)
    #expect(text.contains("the case passed\n"))
    #expect(text.contains("cancel of consumer 1 called\n"))
  }

  @Test("of a schedule that does not fit says so, and ends with its own code")
  func diverged() throws {
    let root = try SmallScenarios.root()
    let call = Self.call([Self.waiting, "--schedule", "2@0s:nothing#1<goes-on#1"], in: root)
    #expect(call.exitCode == .diverged)
    #expect(try root.read(Self.usual).contains("ScheduleDiverged"))
  }

  @Test("is about one case: several are refused with the first ids, and none is none")
  func selection() throws {
    let root = try SmallScenarios.root()
    #expect(Self.call([Self.waiting], in: root).exitCode == .success)
    let several = Self.call([], in: root)
    #expect(several.exitCode == .usage)
    #expect(
      several.errors.contains(
        """
        report takes one case, and 3 are selected; '--filter' selects one by its id
          \(SmallScenarios.stem)/a value arrives
          \(SmallScenarios.stem)/a waiting consumer is cancelled
          \(SmallScenarios.stem)/the source ends

        """), "\(several.errors)")
    #expect(Self.call(["*/no such case"], in: root).exitCode == .nothingSelected)
    #expect(
      !FileManager.default.fileExists(atPath: root.path(of: Self.usual)),
      "the file of an earlier call is left")
  }

  @Test(
    "goes to no place of a file that the call reads",
    arguments: [SmallScenarios.path, "an.schedule", "sluice.json"])
  func places(_ path: String) throws {
    let root = try SmallScenarios.root()
    try root.write("canonical\n", to: "an.schedule")
    let before = try? root.bytes(of: path)
    let call = Self.call(
      [Self.waiting, "--schedule", "@an.schedule", "--output", path], in: root)
    #expect(call.exitCode == .usage, "\(call.errors)")
    #expect(call.errors.contains("would take the place of"))
    #expect((try? root.bytes(of: path)) == before)
  }
}
