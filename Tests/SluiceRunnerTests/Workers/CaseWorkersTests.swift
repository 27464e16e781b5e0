import SluiceRunner
import Testing

@Suite("Case workers")
struct CaseWorkersTests {
  private struct Refusal: Error {}

  private static func both() -> [any CaseWorkers] {
    [
      WorkerSupervisor(command: FakeWorker.menu, watchdog: .seconds(600), clock: RunningClock()),
      InProcessWorkers { request, progress in
        progress("here")
        return "did \(request)"
      },
    ]
  }

  @Test("answer alike in another process and in this one")
  func alike() throws {
    for workers in Self.both() {
      var outcomes: [WorkerOutcome] = []
      try workers.run(["a", "b c"]) { _, outcome in outcomes.append(outcome) }
      #expect(outcomes == ["did a", "did b c"].map { .answered($0, output: CapturedOutput()) })
    }
  }

  @Test("refuse a request of two lines", arguments: ["two\nlines", "two\r\nlines", "end\n"])
  func twoLines(_ request: String) throws {
    for workers in Self.both() {
      #expect(throws: WorkerError.requestSpansLines(index: 1)) {
        try workers.run(["good", request]) { _, _ in }
      }
    }
  }

  @Test("take no further request after the caller's error")
  func callersError() throws {
    for workers in Self.both() {
      var taken = 0
      let requests = (0..<10).lazy.map { number in
        taken += 1
        return "\(number)"
      }
      #expect(throws: Refusal.self) {
        try workers.run(requests) { index, _ in if index == 2 { throw Refusal() } }
      }
      #expect(taken == 3)
    }
  }

  @Test("take a request only when the one before it has its outcome")
  func oneAtATime() throws {
    for workers in Self.both() {
      var events: [String] = []
      let requests = (0..<2).lazy.map { number in
        events.append("take \(number)")
        return "\(number)"
      }
      try workers.run(requests) { index, _ in events.append("report \(index)") }
      #expect(events == ["take 0", "report 0", "take 1", "report 1"])
    }
  }
}
