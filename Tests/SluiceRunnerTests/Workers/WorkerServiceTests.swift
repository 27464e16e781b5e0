import Foundation
import SluiceRunner
import Testing

@Suite("Worker service", .timeLimit(.minutes(2)))
struct WorkerServiceTests {
  private func answered(_ request: String) -> WorkerOutcome {
    .answered("did \(request)", output: CapturedOutput(standardOutput: "handling \(request)\n"))
  }

  private func death(_ outcome: WorkerOutcome) throws -> WorkerDeath {
    guard case .died(let death) = outcome else { throw NoDeath(outcome: outcome) }
    return death
  }

  private struct NoDeath: Error {
    let outcome: WorkerOutcome
  }

  @Test("answers requests, and makes a real trap one result with its last words")
  func trap() throws {
    let all = try outcomes(of: ["one", "é", "trap", "last"], from: SwiftWorker.command())
    #expect(all[0] == answered("one"))
    #expect(all[1] == answered("é"))
    #expect(all[3] == answered("last"))
    let death = try death(all[2])
    // A trap is one signal or the other, as the processor has it.
    let traps = [(4, "SIGILL"), (5, "SIGTRAP")].map { number, name in
      WorkerDeath.Cause.signal(number: number, name: name)
    }
    #expect(traps.contains(death.cause))
    #expect(death.lastProgress == "begins with trap")
    #expect(death.lastWords.standardOutput == "handling trap\n")
    #expect(death.complaint?.hasSuffix("Fatal error: as told") == true)
    #expect(death.location.functions.contains { name in name.contains("WorkerFixture") })
  }

  @Test("tells where a simulation has used its stack up")
  func recursion() throws {
    let death = try death(outcomes(of: ["recurse"], from: SwiftWorker.command())[0])
    #expect(death.cause == .signal(number: 11, name: "SIGSEGV"))
    #expect(death.location.functions.contains { name in name.contains("recurse") })
  }

  @Test("stops a program that answers with two lines")
  func twoLines() throws {
    let death = try death(outcomes(of: ["two lines"], from: SwiftWorker.command())[0])
    let complaint = try #require(death.complaint)
    #expect(complaint.hasSuffix("an answer and progress must be one line each: two"))
  }

  @Test("ends with its supervisor, even in an endless loop")
  func orphan() throws {
    let mark = SwiftWorker.markFile()
    let supervisor = WorkerSupervisor(
      command: SwiftWorker.command(environment: ["MARK": mark]), watchdog: .seconds(10),
      clock: LeapingClock(file: mark))
    // The worker is itself a supervisor, and is killed once its own worker spins.
    try supervisor.run(["supervise"]) { _, outcome in
      guard case .died(let death) = outcome else {
        Issue.record("expected a death, got \(outcome)")
        return
      }
      #expect(death.cause == .silent(limit: .seconds(10)))
    }
    try SwiftWorker.awaitEnd(ofProcessIn: mark)
  }

  @Test("refuses a line that is no request")
  func unintelligible() throws {
    let requests = try DescriptorPair()
    let answers = try DescriptorPair()
    let sent = requests.writing.send(Array("hello\n".utf8)[...])
    #expect(sent == .wrote(6))
    let reading = fcntl(requests.reading.number, F_DUPFD_CLOEXEC, 0)
    let writing = fcntl(answers.writing.number, F_DUPFD_CLOEXEC, 0)
    #expect(throws: WorkerError.unintelligible(line: "hello")) {
      try WorkerService.serve(requestDescriptor: reading, answerDescriptor: writing) { request, _ in
        request
      }
    }
    let said = answers.reading.read(atMost: 100)
    #expect(said == .bytes(Array("ready\n".utf8)))
  }
}
