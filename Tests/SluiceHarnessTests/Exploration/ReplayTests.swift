import Foundation
import SluiceHarness
import Testing

@Suite("Replay", .startsPrograms)
struct ReplayTests {
  /// Finds a failure that hangs on the order of events, and gives the call that a failure prints.
  private static func printedCall(_ root: TemporaryFolder) throws -> String {
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-answers-twice"], in: root.path)
    try #require(call.exitCode == 1, "\(call.output)\(call.errors)")
    let line = try #require(
      call.output.split(separator: "\n").last { line in line.contains("again: ") })
    return String(line.drop { letter in letter == " " }.dropFirst("again: ".count))
  }

  @Test("shows the failure again, with the same log a thousand times in two processes at once")
  func again() async throws {
    let root = try RacingScenario.root()
    let line = try Self.printedCall(root)
    #expect(line.contains(" replay "))
    async let first = BuiltProgram.shell("\(line) --times 1000 --log", in: root.path)
    async let second = BuiltProgram.shell("\(line) --times 1000 --log", in: root.path)
    let calls = try await [first, second]
    #expect(calls.map(\.exitCode) == [1, 1], "\(calls[0].errors)")
    #expect(calls[0].output == calls[1].output)
    #expect(calls[0].output.contains("errors.single-winner: "))
  }

  @Test("passes once the stream is mended, with the same events")
  func mended() throws {
    let root = try RacingScenario.root()
    let line = try Self.printedCall(root).replacing(
      "faulty-answers-twice", with: "reference")
    let call = try BuiltProgram.shell(line, in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("passed under this schedule"))
  }

  @Test("has diverged, with a code of its own, where an event of the schedule is gone")
  func diverged() throws {
    let root = try RacingScenario.root()
    // This stream does not call remove, so that the error has no call to fall into.
    let line = try Self.printedCall(root).replacing(
      "faulty-answers-twice", with: "faulty-forgets-remove-on-cancel")
    let call = try BuiltProgram.shell(line, in: root.path)
    #expect(call.exitCode == 3, "\(call.output)\(call.errors)")
    #expect(call.output.contains("the schedule diverged"))
  }

  @Test(
    "is refused without a schedule, with one that can't be read, and for more than one case",
    arguments: [
      ([], "the option --schedule SCHEDULE|@FILE is missing"),
      (["--schedule", "@"], "the option --schedule needs a value: --schedule @FILE"),
      (["--schedule", "nonsense"], "'nonsense' is no part of a schedule"),
      (["--schedule", "seed=x;canonical"], "'seed=x' is no part of a schedule"),
      (["--schedule", "canonical"], "replay takes one case, and 3 are selected"),
    ])
  func refused(_ words: [String], _ complaint: String) throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["replay"] + words, in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains(complaint), "\(call.errors)")
    #expect(call.output == "")
  }

  @Test("runs the canonical schedule by its name")
  func canonical() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["replay", "--schedule", "canonical", "--filter", "id:\"*/the source ends\""], in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
  }

  @Test("takes its case by a pattern")
  func pattern() throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["replay", "--schedule", "canonical", "*/the source ends"], in: root.path)
    #expect(call.exitCode == 0, "\(call.output)\(call.errors)")
    #expect(call.output.contains("the source ends"))
  }

  @Test("takes the schedule of a file, its parts in lines, with remarks for people")
  func file() throws {
    let root = try RacingScenario.root()
    let words = ["replay", "--isolation", "none", "--subject", "faulty-answers-twice"]
    let schedule = "3@0s:stimulus.listener.fail#1<goes-on#1"
    let plain = MemoryCall(words + ["--schedule", "seed=3;\(schedule)"], in: root.path)
    #expect(plain.exitCode == .failure, "\(plain.errors)")
    try root.write("# a remark\n\nseed=3\r\n\(schedule)\n", to: "orders/an.schedule")
    let read = MemoryCall(words + ["--schedule", "@orders/an.schedule"], in: root.path)
    #expect(
      read.output
        == plain.output.replacing("'seed=3;\(schedule)'", with: "@orders/an.schedule"))
    #expect(read.exitCode == plain.exitCode)
  }

  @Test(
    "refuses a file without a schedule, with the place of the mistake",
    arguments: [
      ("", ":1:1: error: the file has no schedule"),
      ("# a remark\n", ":1:1: error: the file has no schedule"),
      ("# a remark\nseed=x\ncanonical", ":2:1: error: 'seed=x' is no part of a schedule"),
      ("1@0s:a#1<b#1;nonsense\n", ":1:14: error: 'nonsense' is no part of a schedule"),
      ("1@0s:é#1<b#1;\n", ":1:14: error: '' is no part of a schedule"),
      ("seed=3\n", ":1:1: error: 'seed=3' is no part of a schedule: expected 'canonical'"),
    ])
  func spoiltFile(_ text: String, _ complaint: String) throws {
    let root = try SmallScenarios.root()
    try root.write(text, to: "an.schedule")
    let call = MemoryCall(["replay", "--schedule", "@an.schedule"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.hasPrefix("an.schedule\(complaint)"), "\(call.errors)")
  }

  @Test("refuses a file that is not there, or is no text")
  func unreadableFile() throws {
    let root = try SmallScenarios.root()
    try root.write(Data([0x31, 0x0A, 0x40, 0xFF]), to: "bytes.schedule")
    let missing = MemoryCall(["replay", "--schedule", "@no.schedule"], in: root.path)
    #expect(missing.exitCode == .usage)
    #expect(missing.errors.contains("'no.schedule' can't be read"), "\(missing.errors)")
    let bytes = MemoryCall(["replay", "--schedule", "@bytes.schedule"], in: root.path)
    #expect(bytes.exitCode == .usage)
    #expect(bytes.errors.hasPrefix("bytes.schedule:2:2: error: a byte that is not UTF-8"))
  }
}
