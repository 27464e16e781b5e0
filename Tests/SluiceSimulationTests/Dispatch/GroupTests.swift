import Dispatch
import SluiceSimulation
import Testing

@Suite("Groups")
struct GroupTests {
  @Test("notifies when the last member has left, and at once when there is none")
  func notify() async {
    let (outcome, log) = await record { log in
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "serial")
      group.notify(queue: .main) { log.append("empty") }
      queue.async(group: group) { log.append("member") }
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        log.append("leave")
        group.leave()
      }
      group.notify(queue: queue) {
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("notified \(milliseconds)")
      }
      group.notify(queue: .main, work: DispatchWorkItem { log.append("item") })
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["empty", "member", "leave", "notified 1000", "item"])
  }

  @Test("waits for its members, for as long as it is told")
  func wait() async {
    let (outcome, log) = await record { log in
      let group = DispatchGroup()
      DispatchQueue.global().async(group: group) { log.append("member") }
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { group.leave() }
      let early = Self.wait(for: group, seconds: 1)
      log.append("\(early == .timedOut) \(milliseconds)")
      let late = Self.wait(for: group, seconds: 5)
      log.append("\(late == .success) \(milliseconds)")
    }
    #expect(outcome == .finished)
    #expect(log == ["member", "true 1000", "true 2000"])
  }

  @Test("a member that is a barrier is one")
  func barrier() async {
    let (_, log) = await record(scheduler: LastFirst()) { log in
      let group = DispatchGroup()
      let queue = DispatchQueue(label: "wide", attributes: .concurrent)
      queue.async { log.append("1") }
      queue.async(group: group, flags: .barrier) { log.append("2") }
      queue.async { log.append("3") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["1", "2", "3"])
  }

  @Test("what is left at the end is let go of")
  func leftovers() async {
    let released = Record<String>()
    let (outcome, log) = await record { log in
      let sentinel = Sentinel { released.append("released") }
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .main) {
        log.append("notified")
        withExtendedLifetime(sentinel) {}
      }
      group.leave()
      group.enter()
      group.notify(queue: .main) { log.append("never") }
      group.enter()
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        withExtendedLifetime(sentinel) {}
      }
    }
    #expect(outcome == .finished)
    #expect(log == [] || log == ["notified"])
    #expect(released.all == ["released"])
  }

  @Test("that are empty for a moment within an event notify, and let go on who waits")
  func moment() async {
    let (outcome, log) = await record { log in
      let group = DispatchGroup()
      group.enter()
      group.notify(queue: .global()) { log.append("notified \(milliseconds)") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        group.leave()
        group.enter()
      }
      let result = Self.wait(for: group, seconds: 5)
      log.append("\(result == .success) \(milliseconds)")
      group.leave()
    }
    #expect(outcome == .finished)
    #expect(log.sorted() == ["notified 1000", "true 1000"])
  }

  private static func wait(for group: DispatchGroup, seconds: Int) -> DispatchTimeoutResult {
    group.wait(timeout: .now() + .seconds(seconds))
  }
}

/// Says when it is released.
final class Sentinel: Sendable {
  private let onRelease: @Sendable () -> Void

  init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }

  deinit { onRelease() }
}

@Suite("Work items")
struct WorkItemTests {
  @Test("are waited for, and notify")
  func waiting() async {
    let (outcome, log) = await record { log in
      let item = DispatchWorkItem { log.append("work") }
      item.notify(queue: .main) { log.append("notified \(milliseconds)") }
      DispatchQueue(label: "serial").asyncAfter(deadline: .now() + 1, execute: item)
      log.append("\(item.wait(timeout: .now() + 0.5) == .timedOut)")
      item.wait()
      log.append("waited \(milliseconds)")
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(outcome == .finished)
    #expect(log.first == "true" && log.dropFirst().first == "work")
    #expect(log.sorted() == ["notified 1000", "true", "waited 1000", "work"])
  }

  @Test("that are cancelled do nothing, but notify")
  func cancelled() async {
    let (outcome, log) = await record { log in
      let item = DispatchWorkItem { log.append("work") }
      DispatchQueue.global().async(execute: item)
      item.cancel()
      item.notify(queue: .main) { log.append("notified \(item.isCancelled)") }
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(outcome == .finished)
    #expect(log == ["notified true"])
  }

  @Test("that are performed in place notify")
  func performed() async {
    let (_, log) = await record { log in
      let item = DispatchWorkItem { log.append("work") }
      item.notify(queue: .main) { log.append("notified") }
      item.perform()
      log.append("performed")
      try? await Task.sleep(for: .seconds(1))
    }
    #expect(log == ["work", "performed", "notified"])
  }

  @Test("that are synchronous, with and without a barrier")
  func synchronous() async {
    let (_, log) = await record { log in
      let queue = DispatchQueue(label: "wide", attributes: .concurrent)
      queue.async { log.append("reader") }
      queue.sync(execute: DispatchWorkItem { log.append("free") })
      queue.sync(
        execute: DispatchWorkItem(flags: .barrier) {
          dispatchPrecondition(condition: .onQueueAsBarrier(queue))
          log.append("barrier")
        })
    }
    #expect(log == ["free", "reader", "barrier"])
  }
}
