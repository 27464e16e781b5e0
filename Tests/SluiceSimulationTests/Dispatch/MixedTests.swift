import Dispatch
import Foundation
import SluiceSimulation
import Testing

/// What a wrapper in an old style may use, all in one.
private final class Legacy: Sendable {
  private let queue = DispatchQueue(label: "legacy")
  private let group = DispatchGroup()
  let log = Record<String>()

  private func note(_ what: String) {
    let seconds = Date().timeIntervalSince1970 - 946_684_800
    log.append("\(what) at \(seconds)")
  }

  func run() async {
    note("begins")
    DispatchQueue.main.async { self.note("main") }
    DispatchQueue.global().asyncAfter(deadline: .now() + 5) { self.note("after") }
    for number in 0..<3 { queue.async(group: group) { self.note("member \(number)") } }
    group.enter()
    queue.asyncAfter(deadline: .now() + 2) {
      self.note("leaves")
      self.group.leave()
    }
    await withCheckedContinuation { continuation in
      group.notify(queue: queue) {
        self.note("notified")
        continuation.resume()
      }
    }
    queue.sync { note("sync") }
    try? await Task.sleep(for: .milliseconds(1_500))
    note("slept")
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.schedule(deadline: .now() + 1)
    timer.setEventHandler { self.note("ticks") }
    timer.resume()
    try? await Task.sleep(for: .seconds(5))
    timer.cancel()
    note("ends")
    log.append("\(UUID())")
  }
}

@Suite("Queues, groups, dates, sleeps and identifiers in one run")
struct MixedTests {
  /// Returns what happened, and the trace, of one run.
  private static func run() async -> [String] {
    let legacy = Legacy()
    let simulation = Simulation()
    return await simulation.perform { simulation in
      let trace = Record<String>()
      simulation.observe { entry in trace.append(entry.description) }
      simulation.spawn("body") { await legacy.run() }
      let outcome = simulation.runToEnd()
      simulation.observe(nil)
      simulation.end()
      return legacy.log.all + ["\(outcome)"] + trace.all
    }
  }

  @Test("have the same log in 1,000 runs, with the right times")
  func thousand() async {
    let first = await Self.run()
    #expect(
      first.prefix(12) == [
        "begins at 0.0", "main at 0.0", "member 0 at 0.0", "member 1 at 0.0", "member 2 at 0.0",
        "leaves at 2.0", "notified at 2.0", "sync at 2.0", "slept at 3.5", "ticks at 4.5",
        "after at 5.0", "ends at 8.5",
      ])
    #expect(first.dropFirst(13).first == "finished")
    for _ in 1..<1_000 {
      let next = await Self.run()
      guard next == first else {
        #expect(next == first)
        return
      }
    }
  }
}
