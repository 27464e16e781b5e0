import SluiceRunner
import Testing

@Suite("A check whose worker is forged", .startsPrograms)
struct ForgedCheckTests {
  /// A worker that writes some lines for each request, as a subject might.
  private static func worker(writing lines: String) -> WorkerCommand {
    WorkerCommand(
      executable: "/bin/sh",
      arguments: [
        "-c",
        """
        echo ready >&4
        while read -r word number text <&3; do
          printf "began $number\\n\(lines)" >&4
        done
        """,
      ])
  }

  /// What a check of one case throws, and the issues that it reports before.
  private static func outcome(
    writing lines: String
  ) throws -> (error: WorkerError?, issues: [String]) {
    var options = ConformanceCheck.Options()
    options.scenarios = ["Scenarios/listener/cancellation/waiting.scenario"]
    options.only = ["listener/cancellation/waiting/a waiting consumer is cancelled"]
    options.part = .cases
    let check = try ConformanceCheck(
      of: [OwnStreams.right], products: [], options: options,
      call: ConformanceCall(
        function: "expectConformance", fileID: #fileID, filePath: #filePath, line: 1, column: 1))
    var issues: [String] = []
    do {
      _ = try check.run(worker: worker(writing: lines)) { issue in issues.append(issue.text) }
      return (nil, issues)
    } catch let error as WorkerError {
      return (error, issues)
    }
  }

  private static func forged(_ line: String) -> WorkerError {
    .forged(WorkerDeath(cause: .incoherent(line: line)))
  }

  @Test("ends with the line that the kit does not write, and says nothing of the case")
  func inAnswer() throws {
    for line in ["answer 0 b", "passed", "ended 7"] {
      let (error, issues) = try Self.outcome(writing: "answer $number a\\n\(line)\\n")
      #expect(error == Self.forged(line))
      #expect(issues.isEmpty, "\(issues)")
    }
    let error = try Self.outcome(writing: "answer $number a\\nanswer $number b\\n").error
    #expect(
      error.map { error in "\(error)" }
        == "the answers of a worker can't be trusted: it was killed for a line that the kit does "
        + "not write: answer 0 b")
  }

  @Test("ends with the line that comes after the last answer")
  func behindAnswer() throws {
    let (error, issues) = try Self.outcome(
      writing: "answer $number a\\nended $number\\nanswer $number b\\n")
    #expect(error == Self.forged("answer 0 b"))
    #expect(issues.count == 1)
    #expect(issues.first?.contains("a line between run and worker can't be read") == true)
  }
}
