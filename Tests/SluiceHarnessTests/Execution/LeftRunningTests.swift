import FaultyStreams
import Foundation
import SluiceConformance
import SluiceRunner
import Testing

@Suite("A check whose subject leaves processes running", .startsPrograms)
struct LeftRunningTests {
  @Test("ends them and names them on standard error, and no process of another worker")
  func ended() throws {
    let subject = try #require(
      LeavingStreams.all.first { subject in subject.name == "faulty-detaches-a-process" })
    var options = ConformanceCheck.Options()
    options.scenarios = ["Scenarios/listener/cancellation/waiting.scenario"]
    options.only = ["listener/cancellation/waiting/a waiting consumer is cancelled"]
    options.part = .cases
    options.schedules = 0
    options.edition = "2026.12"
    let check = try ConformanceCheck(
      of: [subject], products: [], options: options,
      call: ConformanceCall(
        function: "expectConformance", fileID: "Tests/Tests.swift", filePath: #filePath, line: 7,
        column: 1))
    var other = WorkerSupervisor(command: Self.parent, clock: MachineWatchdogClock()).makeSession()
    #expect(try other.ask("a") == .answered("alive", output: CapturedOutput()))
    let count = try check.run(
      worker: WorkerCommand(
        executable: BuiltProgram.path, arguments: ["worker"],
        environment: ProcessInfo.processInfo.environment)
    ) { _ in }
    let words = "Tests/Tests.swift:7: note: ended what a subject had left running: "
    let line = count.notes.split(separator: "\n").first { line in line.hasPrefix(words) }
    let names = try #require(line, "\(count.notes)").dropFirst(words.count)
    let each = names.split(separator: ", ").map { name in name.split(separator: " ")[0] }
    #expect(Set(each).isSubset(of: ["setsid", "env", "sleep"]), "\(names)")
    #expect(try other.ask("b") == .answered("alive", output: CapturedOutput()))
  }

  /// A worker that has started a process, and answers whether that is there.
  private static let parent = WorkerCommand(
    executable: "/bin/sh",
    arguments: [
      "-c",
      """
      setsid sleep 600 </dev/null >/dev/null 2>&1 3<&- 4>&- &
      child=$!
      echo ready >&4
      while read -r word number text <&3; do
        printf "began $number\\n" >&4
        if kill -0 $child 2>/dev/null; then state=alive; else state=gone; fi
        printf "answer $number $state\\nended $number\\n" >&4
      done
      kill $child
      """,
    ])
}
