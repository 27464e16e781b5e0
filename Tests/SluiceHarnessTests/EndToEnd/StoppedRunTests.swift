import Foundation
import Glibc
import ShippedGate
import SluiceHarness
import Synchronization
import Testing

@Suite("Run that does not come to its end", .timeLimit(.minutes(3)))
struct StoppedRunTests {
  @Test(
    "because of a signal leaves a whole report of what is done", arguments: [SIGINT, SIGTERM],
    [1, 2])
  func signal(_ number: Int32, jobs: Int) throws {
    let root = try TemporaryFolder()
    // Most cases spin: the run can't be over before the signal comes.
    let spinning = (1...12).map { number in
      SmallScenarios.cancelled.replacing("is cancelled\"", with: "is cancelled, \(number)\"")
    }
    try root.write(
      ([SmallScenarios.file] + spinning).joined(separator: "\n"), to: SmallScenarios.path)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: BuiltProgram.path)
    process.arguments = [
      "run", "--subject", "faulty-spins", "--watchdog", "1", "--format", "json", "--jobs",
      "\(jobs)",
    ]
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = output
    process.standardError = try root.handle(writingTo: "errors.txt")
    try process.run()
    let first = output.fileHandleForReading.availableData
    kill(process.processIdentifier, number)
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()

    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    let text = String(decoding: first + rest, as: UTF8.self)
    let cases = try ReportedCase.all(in: text)
    #expect(cases.first?.outcome == "passed")
    #expect(cases.count <= 1 + 2 * jobs)
    let name = number == SIGINT ? "SIGINT" : "SIGTERM"
    #expect(text.contains("\"interruption\":\"stopped by \(name)\""))
    #expect(
      try root.read("errors.txt") == "sluice: the run was not finished: stopped by \(name)\n")
    let report = try root.read("Reports/junit.xml")
    #expect(report.components(separatedBy: "<testcase ").count == cases.count + 1)
    #expect(report.hasSuffix("</testsuites>\n"))
  }

  @Test(
    "because of signals within a hang, of whatever command, says what is done",
    arguments: [
      ["run", "--watchdog", "86400"], ["explore", "--watchdog", "86400"],
      ["replay", "--schedule", "canonical", "--watchdog", "86400"], ["stress"],
      ["coverage", "--watchdog", "86400"], ["traits", "faulty-spins", "--watchdog", "86400"],
    ], [SIGTERM, SIGHUP])
  func withinHang(_ words: [String], _ number: Int32) throws {
    // Who started the tests may have told them to outlive a terminal: then so would the program.
    _ = Glibc.signal(number, SIG_DFL)
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path)
    let subject = words[0] == "traits" ? [] : ["--subject", "faulty-spins"]
    process.arguments = words + subject + [SmallScenarios.path]
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = try root.handle(writingTo: "output.txt")
    process.standardError = try root.handle(writingTo: "errors.txt")
    try process.run()
    let workers = awaitWorkers(of: process)
    // Whoever waits for the hang takes a day, and whoever dies of the second loses the report.
    kill(process.processIdentifier, number)
    kill(process.processIdentifier, number)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 2)
    #expect(!workers.isEmpty && workers.allSatisfy(hasEnded))
    let name = number == SIGTERM ? "SIGTERM" : "SIGHUP"
    #expect(
      try root.read("errors.txt") == "sluice: the run was not finished: stopped by \(name)\n")
    // A table of a part of the cases would be taken for one of all.
    let isOfAll = ["coverage", "traits"].contains(words[0])
    #expect(try root.read("output.txt").isEmpty == isOfAll)
    guard words[0] == "run" else { return }
    #expect(try root.read("Reports/junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test(
    "because of a signal that its script had it pass over is over like any other",
    arguments: [["coverage", "--subject", "faulty-spins"], ["traits", "faulty-spins"]])
  func inBackground(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    // So does a shell that starts a program in the background of a script.
    process.arguments = ["-c", "trap '' INT; exec \"$0\" \"$@\"", BuiltProgram.path] + words
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = try root.handle(writingTo: "output.txt")
    process.standardError = try root.handle(writingTo: "errors.txt")
    try process.run()
    _ = awaitWorkers(of: process)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(
      try root.read("errors.txt") == "sluice: the run was not finished: stopped by SIGINT\n")
  }

  @Test(
    "because of a signal within a hang in its own process is over, and leaves no half of a report",
    arguments: [["run", "--format", "json"], ["explore", "--exhaustive"], ["stress"]])
  func withinOwnHang(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write("format 1\n\n\(SmallScenarios.cancelled)", to: SmallScenarios.path)
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path)
    process.arguments = words + ["--isolation", "none", "--subject", "faulty-spins"]
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try root.handle(writingTo: "errors.txt")
    try process.run()
    awaitSpinning(process)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit && process.terminationStatus == 2)
    #expect(
      try root.read("errors.txt") == "sluice: the run was not finished: stopped by SIGTERM\n")
    let reports = try? FileManager.default.contentsOfDirectory(atPath: root.path(of: "Reports"))
    #expect(reports ?? [] == [])
  }

  /// Returns when a process has run for longer than it takes to come to its only case.
  private func awaitSpinning(_ process: Process) {
    let path = "/proc/\(process.processIdentifier)/stat"
    while process.isRunning {
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let words = text.split(separator: ") ").last?.split(separator: " ") ?? []
      // In hundredths of a second, in which nothing but the spinning can pass.
      if words.count > 11, let time = Int(words[11]), time > 300 { return }
      sched_yield()
    }
  }

  @Test("of the kit's own streams is over, however many cases a stream is played in")
  func selfTest() throws {
    let root = try SmallScenarios.root()
    let process = Process()
    process.executableURL = URL(filePath: BuiltProgram.path)
    // The first stream alone has more of them than anybody waits for.
    process.arguments = ["selftest", "--random", "100000000", SmallScenarios.path]
    process.currentDirectoryURL = URL(filePath: root.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try root.handle(writingTo: "errors.txt")
    try process.run()
    let workers = awaitWorkers(of: process)
    kill(process.processIdentifier, SIGTERM)
    process.waitUntilExit()
    #expect(process.terminationStatus == 2)
    #expect(!workers.isEmpty && workers.allSatisfy(hasEnded))
    #expect(
      try root.read("errors.txt")
        == "sluice: the self-test was not finished: stopped by a signal\n")
  }

  /// The processes that a process has started, once there is one.
  private func awaitWorkers(of process: Process) -> [Int32] {
    let folder = "/proc/\(process.processIdentifier)/task"
    while process.isRunning {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
      let workers = threads.flatMap { thread in
        let children = try? String(
          contentsOfFile: "\(folder)/\(thread)/children", encoding: .utf8)
        return (children ?? "").split(separator: " ").compactMap { number in Int32(number) }
      }
      if !workers.isEmpty { return workers }
      sched_yield()
    }
    return []
  }

  /// Whether a process is over, be it that nobody has asked how.
  private func hasEnded(_ number: Int32) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8)
    return text.map { text in text.contains(") Z ") } ?? true
  }

  @Test("because it was to stop before the first case has an empty report")
  func stoppedBefore() throws {
    let root = try SmallScenarios.root()
    let stop = StopSignal()
    stop.raise(SIGINT)
    let call = MemoryCall(["run", "--isolation", "none"], in: root.path, stopSignal: stop)
    #expect(call.exitCode == .harnessFailure)
    #expect(call.output.contains("stopped early: stopped by SIGINT"))
    #expect(try root.read("Reports/junit.xml").contains("tests=\"0\""))
  }

  @Test(
    "because it was to stop reads no further file",
    arguments: [
      ["run"], ["run", "--filter", "id:*/last/*"], ["run", "--shard", "1/2"], ["explore"],
      ["coverage"], ["stress"], ["report"],
    ])
  func stoppedReading(_ words: [String]) throws {
    let root = try TemporaryFolder()
    try root.write(Self.first, to: "Scenarios/listener/cancellation/first.scenario")
    // A mistake in it would be told.
    try root.write("nonsense", to: "Scenarios/listener/cancellation/last.scenario")
    let stop = StopSignal()
    stop.raise(SIGTERM)
    let call = MemoryCall(words, in: root.path, stopSignal: stop)
    #expect(call.exitCode == .harnessFailure)
    #expect(call.errors == "sluice: the run was not finished: stopped by SIGTERM\n")
  }

  @Test("has what was played when it was to stop, whenever that is", arguments: 1...13)
  func stoppedMeanwhile(look: Int) throws {
    let root = try SmallScenarios.root()
    let stop = StopSignal()
    let looks = Atomic(0)
    let output = RecordingSink()
    // The clock is looked at when the run begins, and at four places of each of its three cases: of
    // those the first is before it is played, the second behind that.
    let environment = CommandEnvironment(
      arguments: ["run", "--isolation", "none", "--format", "json"], workingDirectory: root.path,
      standardOutput: output, standardError: RecordingSink(), stopSignal: stop,
      monotonicTime: {
        if looks.wrappingAdd(1, ordering: .relaxed).newValue == look { stop.raise(SIGINT) }
        return .zero
      })
    let code = ShippedGate.harness.run(in: environment)
    let played = (look + 1) / 4
    #expect(try ReportedCase.all(in: output.text).count == played)
    #expect(code == (played == 3 ? .success : .harnessFailure))
  }

  @Test(
    "because it was to stop before the first case tells nothing of what a part would show",
    arguments: [["coverage"], ["traits", "reference", "standard"]])
  func untold(_ words: [String]) throws {
    let root = try SmallScenarios.root()
    let stop = StopSignal()
    stop.raise(SIGTERM)
    let call = MemoryCall(words + ["--isolation", "none"], in: root.path, stopSignal: stop)
    #expect(call.exitCode == .harnessFailure && call.output == "")
    #expect(call.errors == "sluice: the run was not finished: stopped by SIGTERM\n")
  }

  @Test(
    "is none where scenarios change meanwhile: what was checked is run",
    arguments: [nil, "format 1\nnonsense\n", "format 1\n"])
  func changed(_ text: String?) throws {
    let root = try TemporaryFolder()
    let small = SmallScenarios.file.replacing("a value arrives", with: "another value arrives")
    try root.write(
      Self.first, to: "Scenarios/listener/cancellation/first.scenario")
    try root.write(small, to: SmallScenarios.path)
    let output = ActingSink {
      try? FileManager.default.removeItem(atPath: root.path(of: SmallScenarios.path))
      if let text { try? root.write(text, to: SmallScenarios.path) }
    }
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: ["run", "--isolation", "none", "--format", "json"], workingDirectory: root.path,
      standardOutput: output, standardError: errors)
    let code = ShippedGate.harness.run(in: environment)
    #expect(code == .success)
    #expect(errors.text == "")
    #expect(try root.read("Reports/junit.xml").contains("tests=\"4\""))
  }

  /// One case, so that the others are read after its result was printed.
  private static let first = """
    format 1

    scenario "a value arrives"
      timeline
        @0ms    S = listener.values()
                expect S added

    """
}
