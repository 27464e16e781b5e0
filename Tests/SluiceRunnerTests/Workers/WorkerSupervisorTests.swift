import Foundation
import SluiceRunner
import Testing

/// What is expected of the one request between two good ones.
struct Misbehaviour: CustomTestStringConvertible {
  var request: String
  var cause: WorkerDeath.Cause
  var lastProgress: String?
  var testDescription: String { request }

  static let all = [
    Misbehaviour(request: "signal TRAP", cause: .signal(number: 5, name: "SIGTRAP")),
    Misbehaviour(request: "signal ILL", cause: .signal(number: 4, name: "SIGILL")),
    Misbehaviour(request: "signal ABRT", cause: .signal(number: 6, name: "SIGABRT")),
    Misbehaviour(request: "signal SEGV", cause: .signal(number: 11, name: "SIGSEGV")),
    Misbehaviour(request: "signal KILL", cause: .signal(number: 9, name: "SIGKILL")),
    Misbehaviour(request: "signal PIPE", cause: .signal(number: 13, name: "SIGPIPE")),
    Misbehaviour(request: "exit 0", cause: .exited(code: 0)),
    Misbehaviour(request: "exit 64", cause: .exited(code: 64)),
    Misbehaviour(
      request: "progress", cause: .exited(code: 7), lastProgress: "second, {\"n\": 2}"),
    Misbehaviour(request: "babble", cause: .incoherent(line: "what is this")),
    Misbehaviour(request: "stale", cause: .incoherent(line: "answer 99 wrong")),
    Misbehaviour(request: "invalid", cause: .incoherent(line: "answer 1 \u{FFFD}")),
  ]
}

@Suite("Worker supervisor")
struct WorkerSupervisorTests {
  @Test("hands requests over one after the other and reports answers in order")
  func answers() throws {
    let texts = ["one", "two words", "{\"three\": [3]}", "é", ""]
    #expect(
      try outcomes(of: texts)
        == texts.map { text in .answered("did \(text)", output: CapturedOutput()) })
  }

  @Test("starts nothing when there is nothing to do")
  func lazy() throws {
    let missing = WorkerCommand(executable: "/nonexistent/worker")
    #expect(try outcomes(of: [], from: missing) == [])
  }

  @Test("makes a death the result of one request and goes on", arguments: Misbehaviour.all)
  func death(_ misbehaviour: Misbehaviour) throws {
    let all = try outcomes(of: ["before", misbehaviour.request, "after"])
    #expect(all.count == 3)
    #expect(all.first == .answered("did before", output: CapturedOutput()))
    #expect(all.last == .answered("did after", output: CapturedOutput()))
    guard case .died(let death) = all[1] else {
      Issue.record("expected a death, got \(all[1])")
      return
    }
    #expect(death.cause == misbehaviour.cause)
    #expect(death.lastProgress == misbehaviour.lastProgress)
  }

  @Test("survives any number of deaths in a row")
  func deathsInARow() throws {
    let all = try outcomes(of: Array(repeating: "exit 1", count: 20))
    #expect(all == Array(repeating: .died(WorkerDeath(cause: .exited(code: 1))), count: 20))
  }

  @Test("keeps the runtime's last words")
  func lastWords() throws {
    guard case .died(let death) = try outcomes(of: ["signal TRAP"])[0] else {
      Issue.record("expected a death")
      return
    }
    #expect(death.complaint == "Fatal error: as told")
    #expect(death.description == "killed by SIGTRAP: Fatal error: as told")
    #expect(death.lastWords == CapturedOutput(standardError: "Fatal error: as told\n"))
  }

  @Test("kills a worker that is silent", arguments: ["silent", "stubborn", "stopped"])
  func silence(_ request: String) throws {
    let mark = SwiftWorker.markFile()
    var command = FakeWorker.menu
    command.environment = ["MARK": mark, "PATH": "/usr/bin:/bin"]
    var limits = WorkerLimits(silence: .seconds(10))
    limits.glance = .milliseconds(1)
    let supervisor = WorkerSupervisor(
      command: command, limits: limits, clock: LeapingClock(file: mark))
    var all: [WorkerOutcome] = []
    try supervisor.run(["before", request, "after"]) { index, outcome in
      all.append(outcome)
      if index == 1 { try FileManager.default.removeItem(atPath: mark) }
    }
    #expect(
      all == [
        .answered("did before", output: CapturedOutput()),
        .died(WorkerDeath(cause: .silent(limit: .seconds(10)))),
        .answered("did after", output: CapturedOutput()),
      ])
  }

  @Test("gives up on a worker that closes its descriptors and runs on")
  func closed() throws {
    var limits = WorkerLimits(silence: .seconds(600))
    limits.farewell = .milliseconds(1)
    #expect(
      try outcomes(of: ["close", "after"], limits: limits) == [
        .died(WorkerDeath(cause: .vanished)), .answered("did after", output: CapturedOutput()),
      ])
  }

  @Test("lets the first answer stand and replaces a worker that answers twice")
  func twice() throws {
    #expect(
      try outcomes(of: ["twice", "after", "last"]) == [
        .answered("once", output: CapturedOutput()),
        .answered("did after", output: CapturedOutput()),
        .answered("did last", output: CapturedOutput()),
      ])
  }

  @Test("spares the next request when a worker dies after its answer, and tells")
  func lateDeath() throws {
    let deaths = Collected<WorkerDeath.Cause>()
    let supervisor = WorkerSupervisor(
      command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock(),
      onLateDeath: { before, death in
        #expect(before == 1)
        deaths.append(death.cause)
      })
    var answers: [WorkerOutcome] = []
    try supervisor.run(["late", "after"]) { _, outcome in answers.append(outcome) }
    #expect(
      answers == [
        .answered("early", output: CapturedOutput()),
        .answered("did after", output: CapturedOutput()),
      ])
    #expect(deaths.all == [.exited(code: 5)])
  }
}
