import Dispatch
import Foundation
import SluiceSimulation
import Synchronization
import Testing

@Suite("Blocking sleeps")
struct BlockingSleepTests {
  struct Kind: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Blocks for a second.
    let sleep: @Sendable () -> Void
  }

  // A pointer is valid for its call, and the C library's functions keep none.
  static let kinds: [Kind] = [
    Kind(testDescription: "usleep") { usleep(1_000_000) },
    Kind(testDescription: "sleep") { sleep(1) },
    Kind(testDescription: "nanosleep") {
      unsafe withTime(of: [1, 0]) { second in _ = unsafe nanosleep(second, nil) }
    },
    Kind(testDescription: "clock_nanosleep") {
      unsafe withTime(of: [1, 0]) { second in
        _ = unsafe clock_nanosleep(CLOCK_REALTIME, 0, second, nil)
      }
    },
    Kind(testDescription: "clock_nanosleep until") {
      let now = monotonicTime
      unsafe withTime(of: [now[0] + 1, now[1]]) { instant in
        _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, instant, nil)
      }
    },
    Kind(testDescription: "Thread.sleep") { Thread.sleep(forTimeInterval: 1) },
  ]

  // The C library's times are given as their two numbers, as in `SleepTests`; its functions keep no
  // pointers.
  private static func withTime(of numbers: [Int], _ body: (UnsafePointer<timespec>?) -> Void) {
    unsafe numbers.withUnsafeBytes { bytes in
      unsafe body(bytes.baseAddress?.assumingMemoryBound(to: timespec.self))
    }
  }

  // As above.
  private static var monotonicTime: [Int] {
    var numbers = [0, 0]
    unsafe numbers.withUnsafeMutableBytes { bytes in
      guard let time = unsafe bytes.baseAddress?.assumingMemoryBound(to: timespec.self) else {
        return
      }
      _ = unsafe clock_gettime(CLOCK_MONOTONIC, time)
    }
    return numbers
  }

  @Test("let other events happen at their times", arguments: kinds)
  func others(_ kind: Kind) async {
    let (outcome, log) = await record { log in
      DispatchQueue.global().async {
        kind.sleep()
        log.append("woke \(milliseconds)")
      }
      DispatchQueue.global().async { log.append("ready \(milliseconds)") }
      DispatchQueue.global().asyncAfter(deadline: .now() + 2) { log.append("\(milliseconds)") }
      try? await Task.sleep(for: .milliseconds(500))
      log.append("slept \(milliseconds)")
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["ready 0", "slept 500", "woke 1000", "2000"])
  }

  @Test("are over at the end, so that nobody keeps what they hold")
  func abandoned() async {
    let log = Record<String>()
    let outcome = await Simulation().run {
      DispatchQueue.global().async { usleep(10_000) }
      let held = Sentinel { log.append("let go of") }
      DispatchQueue.global().async {
        usleep(1_000_000)
        withExtendedLifetime(held) { log.append("woke") }
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
    #expect(outcome == .finished)
    #expect(log.all == ["woke", "let go of"])
  }

  @Test("in a loop that polls let that happen which it waits for")
  func polling() async {
    let (outcome, log) = await record { log in
      let isSet = Record<Bool>()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { isSet.append(true) }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async {
          // Bounded, so that the test ends even if nothing happens meanwhile.
          for _ in 0..<1_000 where isSet.all.isEmpty { usleep(1_000) }
          log.append("\(isSet.all) \(milliseconds)")
          continuation.resume()
        }
      }
    }
    #expect(outcome == .finished)
    #expect(log == ["[true] 100"])
  }

  @Test("in a loop that polls in vain come to the limits", arguments: [false, true])
  func vain(isAlone: Bool) async {
    @Sendable func poll(_ microseconds: UInt32) {
      for _ in 0..<10_000 { usleep(microseconds) }
    }
    @Sendable func begin() {
      guard !isAlone else { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1_000_000) {}
      Task { try? await Task.sleep(for: .seconds(1_000_000)) }
    }
    let steps = await Simulation(limits: .init(steps: 1_000)).run {
      begin()
      poll(1)
    }
    #expect(steps == .overLimit(.steps(1_000)))
    let time = await Simulation(limits: .init(virtualTime: .seconds(5))).run {
      begin()
      poll(1_000)
    }
    #expect(time == .overLimit(.virtualTime(.seconds(5))))
  }

  @Test("keep their queue to themselves")
  func exclusion() async {
    let (outcome, log) = await record { log in
      let queue = DispatchQueue(label: "serial")
      queue.async {
        sleep(1)
        dispatchPrecondition(condition: .onQueue(queue))
        log.append("first \(milliseconds)")
      }
      queue.async { log.append("second \(milliseconds)") }
      DispatchQueue.global().async { log.append("other \(milliseconds)") }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log == ["other 0", "first 1000", "second 1000"])
  }

  /// Returns the trace of a run in which a thread sleeps twice, alone or not.
  private static func trace(isAlone: Bool) async -> [String] {
    let trace = Record<String>()
    await Simulation().perform { simulation in
      simulation.observe { entry in trace.append(entry.description) }
      // Nobody waits for it, but it is there.
      let late = { if !isAlone { simulation.schedule("late", after: .seconds(2)) {} } }
      simulation.spawn("sleeper") {
        late()
        usleep(2_000_000)
        usleep(1)
      }
      #expect(simulation.runToEnd() == .finished)
      simulation.observe(nil)
      simulation.end()
    }
    return trace.all
  }

  @Test("end in a step of their own, whether anything else happens or not")
  func steps() async {
    let alone = await Self.trace(isAlone: true)
    #expect(alone.count == 3)
    let others = await Self.trace(isAlone: false)
    #expect(others.filter { !$0.contains("late") }.map(Self.event) == alone.map(Self.event))
  }

  /// What follows the number of the step.
  private static func event(_ entry: String) -> Substring {
    entry.drop { $0 != " " }
  }

  @Test("with a lock hold up who wants it, and nobody else")
  func locks() async {
    let mutex = Mutex(0)
    let (outcome, log) = await record { log in
      let lock = NSLock()
      let recursive = NSRecursiveLock()
      DispatchQueue.global().async {
        _ = lock.withLock { recursive.withLock { mutex.withLock { _ in sleep(1) } } }
        log.append("free \(milliseconds)")
      }
      DispatchQueue.global().async { lock.withLock { log.append("lock \(milliseconds)") } }
      DispatchQueue.global().async { recursive.withLock { log.append("again \(milliseconds)") } }
      DispatchQueue.global().async { mutex.withLock { _ in log.append("mutex \(milliseconds)") } }
      DispatchQueue.global().async { log.append("other \(milliseconds)") }
      try? await Task.sleep(for: .seconds(2))
    }
    #expect(outcome == .finished)
    #expect(log.first == "other 0")
    #expect(Set(log.dropFirst()) == ["free 1000", "lock 1000", "again 1000", "mutex 1000"])
  }
}
