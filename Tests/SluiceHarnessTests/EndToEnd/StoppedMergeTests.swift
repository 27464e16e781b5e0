import Foundation
import Glibc
import ShippedGate
import SluiceHarness
import Testing

@Suite("Merge that does not come to its end", .startsPrograms)
struct StoppedMergeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Where the merge is to write.
  private static let outputs = [
    "--junit", "m.xml", "--report", "junit10=m.junit10", "--report", "tap=m.tap", "--report",
    "html=m.html", "--report", "github=m.md",
  ]

  private var names: [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
    return (names ?? []).sorted()
  }

  @Test("because of a signal leaves nothing but a message", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signal(_ number: Int32) throws {
    // Who started the tests may have told them to outlive a terminal: then so would the program.
    _ = Glibc.signal(number, SIG_DFL)
    try writeLongJournal(to: "long.json")
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.path)
    process.arguments =
      ["merge", "long.json", "--format", "json", "--report", "json=m.json"] + Self.outputs
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.standardOutput = output
    process.standardError = try folder.handle(writingTo: "errors.txt")
    try process.run()
    // It prints more than a pipe holds, so it is still at it when the signal comes.
    _ = output.fileHandleForReading.availableData
    kill(process.processIdentifier, number)
    _ = try output.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    let name = [SIGINT: "SIGINT", SIGTERM: "SIGTERM"][number] ?? "SIGHUP"
    #expect(
      try folder.read("errors.txt") == "sluice: the run was not finished: stopped by \(name)\n")
    #expect(names == ["errors.txt", "long.json"])
  }

  @Test(
    "leaves nothing, whatever it joins, and wherever it is stopped",
    arguments: ["json", "xml"], [true, false])
  func within(_ kind: String, isAtOnce: Bool) throws {
    let root = try SmallScenarios.root()
    for number in 1...2 {
      let call = try BuiltProgram.run(
        [
          "run", "--schedules", "0", "--shard", "\(number)/2", "--junit",
          folder.path(of: "\(number).xml"), "--report", "json=\(folder.path(of: "\(number).json"))",
        ], in: root.path)
      #expect(call.exitCode == 0)
    }
    let all = names
    let stop = StopSignal()
    if isAtOnce { stop.raise(SIGTERM) }
    let output = ActingSink { stop.raise(SIGTERM) }
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: ["merge", "1.\(kind)", "2.\(kind)", "--format", "json"] + Self.outputs
        + (kind == "json" ? ["--report", "json=m.json"] : []),
      workingDirectory: folder.path, standardOutput: output, standardError: errors,
      stopSignal: stop)
    #expect(ShippedGate.harness.run(in: environment) == .harnessFailure)
    #expect(errors.text == "sluice: the run was not finished: stopped by SIGTERM\n")
    #expect(names == all)
  }

  /// Writes the journal of a run of a thousand cases, which are all the same one.
  private func writeLongJournal(to name: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      ["run", "--schedules", "0", "--filter", "tag:cancel", "--report", "json=one.json"],
      in: root.path)
    #expect(call.exitCode == 0)
    let lines = try root.read("one.json").split(separator: "\n")
    try #require(lines.count == 4)
    let count = 1_000
    let cases = (0..<count).map { number in
      lines[1].replacing("\"number\":0", with: "\"number\":\(number)")
        .replacing("consumer is cancelled", with: "consumer is cancelled, \(number)")
    }
    let begin = lines[0].replacing("\"cases\":1,", with: "\"cases\":\(count),")
    let told = [String(begin)] + cases.map { line in String(line) } + [String(lines[2])]
    try folder.write(
      (told + [try RunJournal.digest(of: told)]).joined(separator: "\n") + "\n", to: name)
  }
}
