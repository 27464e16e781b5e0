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
    Misbehaviour(request: "doubled", cause: .incoherent(line: "answer 1 twice")),
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

  @Test("waits its patience for the first that hangs, and not for what hangs alike")
  func silenceAgain() throws {
    let mark = SwiftWorker.markFile()
    defer { try? FileManager.default.removeItem(atPath: mark) }
    var command = FakeWorker.menu
    command.environment = ["MARK": mark, "PATH": "/usr/bin:/bin"]
    var limits = WorkerLimits(silence: .seconds(10))
    limits.glance = .milliseconds(1)
    // The clock leaps, and the worker does not.
    limits.location = .seconds(1_000_000_000)
    let all = try outcomes(
      of: ["spin", "spin"], from: command, limits: limits, clock: LeapingClock(file: mark))
    let causes = all.map { outcome -> WorkerDeath.Cause? in
      if case .died(let death) = outcome { death.cause } else { nil }
    }
    #expect(causes == [.silent(limit: .seconds(10)), .silentAgain])
  }

  @Test("waits for nobody any more once it is to stop, be it within a hang or before a start")
  func stopped() throws {
    let mark = SwiftWorker.markFile()
    defer { try? FileManager.default.removeItem(atPath: mark) }
    var command = FakeWorker.menu
    command.environment = ["MARK": mark, "PATH": "/usr/bin:/bin"]
    var limits = WorkerLimits(silence: .seconds(86_400))
    limits.glance = .milliseconds(1)
    let supervisor = WorkerSupervisor(
      command: command, limits: limits, clock: RunningClock(),
      isStopped: { FileManager.default.fileExists(atPath: mark) })
    var session = supervisor.makeSession()
    #expect(try session.ask("before") == .answered("did before", output: CapturedOutput()))
    #expect(throws: WorkerError.stopped) { try session.ask("silent") }
    #expect(throws: WorkerError.stopped) { try session.ask("after") }
    session.dismiss()
  }

  @Test("knows how many requests a worker had answered before it died")
  func served() throws {
    let supervisor = WorkerSupervisor(
      command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock())
    var session = supervisor.makeSession()
    var served: [Int] = []
    for request in ["one", "two", "exit 1", "three", "exit 1", "exit 1"] {
      _ = try session.ask(request)
      served.append(session.served)
    }
    session.renew()
    _ = try session.ask("four")
    served.append(session.served)
    session.dismiss()
    #expect(served == [1, 2, 2, 1, 1, 0, 1])
  }

  @Test("refuses a request of two lines", arguments: ["two\nlines", "two\r\nlines", "end\n"])
  func twoLines(_ request: String) throws {
    #expect(throws: WorkerError.requestSpansLines(index: 1)) {
      try outcomes(of: ["good", request])
    }
  }

  /// What becomes of requests on a machine that lets no worker run for a time, whose patience is
  /// ten seconds.
  private func starving(_ request: String, for time: Duration) throws -> [WorkerOutcome] {
    let mark = SwiftWorker.markFile()
    var command = FakeWorker.menu
    command.environment = ["MARK": mark, "PATH": "/usr/bin:/bin"]
    var limits = WorkerLimits(silence: .seconds(10))
    limits.glance = .milliseconds(1)
    let supervisor = WorkerSupervisor(
      command: command, limits: limits, clock: StarvingClock(file: mark, until: time))
    defer {
      for file in [mark, "\(mark).on"] { try? FileManager.default.removeItem(atPath: file) }
    }
    var all: [WorkerOutcome] = []
    try supervisor.run([request]) { _, outcome in all.append(outcome) }
    return all
  }

  @Test("does not take a worker for hung that the machine keeps from running")
  func starved() throws {
    #expect(
      try starving("wait", for: .seconds(200))
        == [.answered("waited", output: CapturedOutput())])
  }

  @Test("gives up on a machine that never lets a worker run, and blames no stream for it")
  func neverRuns() throws {
    let error = #expect(throws: WorkerError.self) {
      try starving("stubborn", for: .seconds(100_000))
    }
    guard case .starved(let time) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(time >= .seconds(600))
  }

  @Test("tells from the system that a process runs, and what it has run")
  func activity() throws {
    let clock = MachineWatchdogClock()
    let own = try #require(clock.activity(ofProcess: ProcessInfo.processInfo.processIdentifier))
    // The thread that asks is running.
    #expect(!own.isWaiting)
    #expect(own.used > .zero)
    #expect(clock.activity(ofProcess: 0) == nil)
  }

  @Test(
    "tells a wait for a child that never begins its program from a wait for a disk",
    .enabled(if: StuckSpawn.python != nil, "needs python3, whose posix_spawn has file actions"))
  func stuckSpawn() throws {
    let spawn = try StuckSpawn()
    defer { spawn.end() }
    let clock = MachineWatchdogClock()
    #expect(spawn.isEver { clock.activity(ofProcess: spawn.identifier)?.isWaiting == true })
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

  @Test(
    "tells of a line behind an answer, and lets another worker go on",
    arguments: [["twice", "after", "last"], ["first", "twice"]])
  func lineBehindAnAnswer(_ requests: [String]) throws {
    let deaths = Collected<WorkerDeath.Cause>()
    let supervisor = WorkerSupervisor(
      command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock(),
      onLateDeath: { late in deaths.append(late.death.cause) })
    var answers: [WorkerOutcome] = []
    try supervisor.run(requests) { _, outcome in answers.append(outcome) }
    #expect(
      answers
        == requests.map { request in
          .answered(request == "twice" ? "once" : "did \(request)", output: CapturedOutput())
        })
    let number = requests.firstIndex(of: "twice") ?? 0
    #expect(deaths.all == [.incoherent(line: "answer \(number) twice")])
  }

  @Test("spares the next request when a worker dies after its answer, and tells")
  func lateDeath() throws {
    let deaths = Collected<WorkerDeath.Cause>()
    let supervisor = WorkerSupervisor(
      command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock(),
      onLateDeath: { late in
        #expect(late.before == 1)
        #expect(late.served == 1)
        deaths.append(late.death.cause)
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
