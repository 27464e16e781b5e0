import SluiceRunner
import Testing

@Suite("Worker values")
struct WorkerValueTests {
  @Test(
    "of the protocol read back as they were written",
    arguments: [
      WorkerLine.ready, .request(0, "{\"a\": 1}"), .began(12), .progress(3, " two  spaces "),
      .answer(4, ""), .answer(5, "\u{301}begins with a combining mark"),
    ])
  func lines(_ line: WorkerLine) {
    let bytes = line.bytes
    #expect(bytes.last == 0x0A)
    #expect(WorkerLine(String(decoding: bytes.dropLast(), as: UTF8.self)) == line)
  }

  @Test(
    "of the protocol are nothing else",
    arguments: ["", " ", "ready ", "ready 1", "began", "began x", "began 1 2", "answer 1", "Ready"])
  func noLines(_ text: String) {
    #expect(WorkerLine(text) == nil)
  }

  @Test("of patience shrink with time and grow with signs of life")
  func watchdog() {
    var watchdog = Watchdog(limit: .seconds(10), now: .seconds(100))
    #expect(watchdog.patience(at: .seconds(100)) == .seconds(10))
    #expect(watchdog.patience(at: .seconds(109)) == .seconds(1))
    watchdog.heard(at: .seconds(109))
    #expect(watchdog.patience(at: .seconds(118)) == .seconds(1))
    #expect(watchdog.patience(at: .seconds(119)) == .zero)
    #expect(watchdog.patience(at: .seconds(500)) == .zero)
  }

  @Test("of patience do not shrink with the time in which the machine ran others")
  func excuses() {
    var watchdog = Watchdog(limit: .seconds(10), now: .zero)
    watchdog.excuse(.zero)
    watchdog.excuse(.seconds(3))
    #expect(watchdog.patience(at: .seconds(11)) == .seconds(2))
    watchdog.excuse(.seconds(3))
    #expect(watchdog.patience(at: .seconds(13)) == .zero)
    watchdog.excuse(.seconds(4))
    #expect(watchdog.patience(at: .seconds(13)) == .seconds(1))
    watchdog.excuse(.seconds(1))
    #expect(watchdog.patience(at: .seconds(13)) == .seconds(1))
  }

  @Test("of patience do shrink where that time was before the last sign of life")
  func pastExcuses() {
    var watchdog = Watchdog(limit: .seconds(10), now: .seconds(100))
    // What a worker has waited in its earlier cases.
    watchdog.excuse(.seconds(60))
    #expect(watchdog.patience(at: .seconds(110)) == .zero)
    watchdog.excuse(.seconds(65))
    #expect(watchdog.patience(at: .seconds(110)) == .seconds(5))
    watchdog.heard(at: .seconds(112))
    watchdog.excuse(.seconds(69))
    #expect(watchdog.patience(at: .seconds(122)) == .zero)
  }

  @Test("of death are sentences")
  func descriptions() {
    let words = CapturedOutput(
      standardError: "noise\nmain.swift:1: Fatal error: first\nlib.swift:2: Fatal error: last\n…\n")
    let descriptions: [(WorkerDeath, String)] = [
      (
        WorkerDeath(cause: .signal(number: 4, name: "SIGILL"), lastWords: words),
        "killed by SIGILL: lib.swift:2: Fatal error: last"
      ),
      (
        WorkerDeath(
          cause: .signal(number: 6, name: "SIGABRT"),
          lastWords: CapturedOutput(standardError: "Fatal error: object 0x7f036400a970 is gone\n")),
        "killed by SIGABRT: Fatal error: object 0x… is gone"
      ),
      (WorkerDeath(cause: .exited(code: 3)), "exited with code 3 without an answer"),
      (WorkerDeath(cause: .silent(limit: .seconds(10))), "silent for 10.0 seconds, and killed"),
      (WorkerDeath(cause: .vanished), "vanished"),
      (
        WorkerDeath(cause: .incoherent(line: "x")),
        "wrote what nobody expected, and was killed: x"
      ),
    ]
    for (death, description) in descriptions { #expect(death.description == description) }
  }

  @Test("of failure are lower-case sentences without a full stop")
  func errors() {
    let errors: [WorkerError] = [
      .notStarted(executable: "/w", reason: "no"),
      .notReady(executable: "/w", death: WorkerDeath(cause: .vanished)),
      .noDescriptors(reason: "too many"), .requestSpansLines(index: 3),
      .unintelligible(line: "x"),
    ]
    #expect(
      errors.map(\.description) == [
        "cannot start the worker /w: no", "the worker /w was never ready: vanished",
        "cannot open pipes to a worker: too many",
        "request 3 for a worker is more than one line",
        "the worker was sent a line that is no request: x",
      ])
  }
}
