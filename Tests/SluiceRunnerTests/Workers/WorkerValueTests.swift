import SluiceRunner
import Testing

@Suite("Worker values")
struct WorkerValueTests {
  @Test(
    "of the protocol read back as they were written",
    arguments: [
      WorkerLine.ready, .request(0, "{\"a\": 1}"), .began(12), .progress(3, " two  spaces "),
      .location(3, []), .location(4, ["a.b(c: D) -> E", "F.g()"]), .crash(3, []),
      .crash(4, ["a.b(c: D) -> E", "F.g()"]), .answer(4, ""),
      .answer(5, "\u{301}begins with a combining mark"),
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

  @Test(
    "of a crash are what the runtime said, or else what the signal means",
    arguments: [
      (11, "SIGSEGV", "", "an access to memory that is not there, or no stack left (SIGSEGV)"),
      (
        4, "SIGILL", "",
        "a trap, as of arithmetic that overflows or of an index out of range (SIGILL)"
      ),
      (6, "SIGABRT", "free(): invalid pointer\n", "free(): invalid pointer (SIGABRT)"),
      (9, "SIGKILL", "", "the process was killed (SIGKILL)"),
      (
        4, "SIGILL", "A.swift:2: Fatal error: no\n0x12 in f\n",
        "A.swift:2: Fatal error: no (SIGILL)"
      ),
    ])
  func crash(_ number: Int, _ name: String, _ errors: String, _ text: String) {
    let death = WorkerDeath(
      cause: .signal(number: number, name: name),
      lastWords: CapturedOutput(standardError: errors))
    #expect(death.crash == text)
  }

  @Test("of a crash without a signal are how the process ended")
  func end() {
    #expect(
      WorkerDeath(cause: .exited(code: 3)).crash == "exited with code 3 without an answer")
  }

  @Test("of patience shrink with time where the system tells nothing, and grow with signs of life")
  func watchdog() {
    var watchdog = Watchdog(limit: .seconds(10), now: .seconds(100))
    #expect(watchdog.patience == .seconds(10))
    watchdog.look(at: .seconds(109), nil)
    #expect(watchdog.patience == .seconds(1))
    watchdog.heard(at: .seconds(109))
    watchdog.look(at: .seconds(118), nil)
    #expect(watchdog.patience == .seconds(1))
    watchdog.look(at: .seconds(500), nil)
    #expect(watchdog.patience == .zero)
    #expect(watchdog.isBlocked == nil)
  }

  /// A worker looked at every tenth of a second for a time, which runs for a part of that.
  private static func watched(
    for seconds: Int64, running part: Double, isWaiting: Bool = false
  ) -> Watchdog {
    var watchdog = Watchdog(limit: .seconds(10), now: .zero)
    for tenth in 0...(seconds * 10) {
      let time = Duration.milliseconds(tenth * 100)
      // What it did in its earlier cases is not held against it.
      let used = Duration.seconds(60) + time * part
      watchdog.look(at: time, WorkerActivity(used: used, isWaiting: isWaiting))
    }
    return watchdog
  }

  @Test("of patience shrink with the time for which a worker runs, and not with the machine's")
  func starved() {
    #expect(Self.watched(for: 9, running: 1).patience == .seconds(1))
    #expect(Self.watched(for: 10, running: 1).patience == .zero)
    #expect(Self.watched(for: 10, running: 1).isBlocked == false)
    // Others have the processors: now and then, or all the time.
    #expect(Self.watched(for: 50, running: 0.1).patience == .seconds(5))
    let starved = Self.watched(for: 599, running: 0)
    #expect(starved.patience == .seconds(10))
    #expect(starved.starvation(at: .seconds(599)) == nil)
    #expect(starved.starvation(at: .seconds(600)) == .seconds(600))
    // More threads than one do not pass time any faster.
    #expect(Self.watched(for: 5, running: 4).patience == .seconds(5))
  }

  @Test("of patience shrink with a tenth of the kit's own work behind the last event")
  func ownWork() {
    for activity in [nil, WorkerActivity(used: .seconds(7), isWaiting: true)] {
      var watchdog = Watchdog(limit: .seconds(10), longestGap: .seconds(9), now: .zero)
      watchdog.look(at: .zero, activity)
      watchdog.look(at: .seconds(5), activity)
      #expect(watchdog.patience == .seconds(5))
      watchdog.look(at: .seconds(10), activity, isOver: true)
      #expect(watchdog.patience == .milliseconds(4_500))
    }
    var busy = Watchdog(limit: .seconds(10), now: .zero)
    busy.look(at: .zero, WorkerActivity(used: .zero, isWaiting: false), isOver: true)
    busy.look(
      at: .seconds(50), WorkerActivity(used: .seconds(50), isWaiting: false), isOver: true)
    #expect(busy.patience == .seconds(5))
  }

  @Test("of patience shrink with the time for which a worker is seen to wait")
  func blocked() {
    let waiting = Self.watched(for: 10, running: 0, isWaiting: true)
    #expect(waiting.patience == .zero)
    #expect(waiting.isBlocked == true)
    // Who looks was kept from it for an hour: what it saw are two moments.
    var watchdog = Watchdog(limit: .seconds(10), now: .zero)
    for hour in 0...2 {
      watchdog.look(
        at: .seconds(3_600 * hour), WorkerActivity(used: .seconds(1), isWaiting: true))
    }
    #expect(watchdog.patience > .seconds(9))
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
      (WorkerDeath(cause: .silent(limit: .seconds(10))), "silent, and killed by the watchdog"),
      (WorkerDeath(cause: .silentAgain), "silent, and killed by the watchdog"),
      (WorkerDeath(cause: .vanished), "vanished"),
      (
        WorkerDeath(cause: .incoherent(line: "x")),
        "killed for a line that the kit does not write: x"
      ),
    ]
    for (death, description) in descriptions { #expect(death.description == description) }
  }

  @Test("of failure are lower-case sentences without a full stop")
  func errors() {
    let errors: [WorkerError] = [
      .notStarted(executable: "/w", reason: "no"),
      .notReady(executable: "/w", death: WorkerDeath(cause: .vanished)),
      .starved(.seconds(600)), .noDescriptors(reason: "too many"), .requestSpansLines(index: 3),
      .unintelligible(line: "x"),
    ]
    #expect(
      errors.map(\.description) == [
        "cannot start the worker /w: no", "the worker /w was never ready: vanished",
        "the machine has not let a worker run enough for 600.0 seconds to tell whether it hangs",
        "cannot open pipes to a worker: too many",
        "request 3 for a worker is more than one line",
        "the worker was sent a line that is no request: x",
      ])
  }
}
