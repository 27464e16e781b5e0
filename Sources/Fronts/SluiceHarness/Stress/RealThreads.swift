import Foundation
import Glibc
import SluiceRunner
package import SluiceSimulation
import Synchronization

/// The platform of a run on real threads: Dispatch's queues, the machine's clock, seeded jitter.
///
/// A seed makes the jitter the same, not the run: which thread comes first is the machine's affair.
package final class RealThreads: ThreadPlatform {
  /// How much virtual time a stretch of real time stands for: a second for a millisecond.
  static let speed = 1000
  /// The longest real time that anything virtual takes.
  static let longestDelay = Duration.milliseconds(5)
  /// How many microseconds a wait sleeps between its first two looks; then twice as many each time.
  private static let firstGlance: UInt32 = 50
  /// How many it sleeps at most.
  private static let longestGlance: UInt32 = 1000
  /// After how many occasions to hold a thread up few of the further ones are taken.
  private static let manyOccasions = 1000

  private let time: @Sendable () -> Duration
  private let start: Duration
  private let chance: Atomic<UInt64>
  private let stepCount = Atomic(0)
  private let occasions = Atomic(0)
  /// How many actions the queues have that have not come to their end.
  private let pending = Atomic(0)

  /// A platform for one round.
  ///
  /// - Parameters:
  ///   - seed: The seed of the jitter.
  ///   - time: The real time since some fixed instant.
  package init(seed: UInt64, time: @escaping @Sendable () -> Duration) {
    self.time = time
    start = time()
    chance = Atomic(seed)
  }

  package var now: Instant { Instant.start.advanced(by: (time() - start) * Self.speed) }

  package var step: Int { stepCount.load(ordering: .relaxed) }

  package var isIdle: Bool { pending.load(ordering: .acquiring) == 0 }

  /// The next number of the SplitMix64 sequence, whose state any thread may advance.
  package func random() -> UInt64 {
    SplitMix64.mixed(chance.wrappingAdd(SplitMix64.increment, ordering: .relaxed).newValue)
  }

  /// Most often nothing; now and then the thread gives way, spins, or sleeps for a moment.
  ///
  /// Where there have been very many occasions, few of the further ones are taken: a round with ten
  /// thousand values is not to last for ever.
  package func stagger() {
    let number = random()
    let occasion = occasions.wrappingAdd(1, ordering: .relaxed).newValue
    guard occasion <= Self.manyOccasions || (number >> 32) & 31 == 0 else { return }
    switch number & 63 {
    case 0..<36: break
    case 36..<48: sched_yield()
    case 48..<62: spin((number >> 8) & 2047)
    default: usleep(UInt32((number >> 8) % 150))
    }
  }

  private func spin(_ turns: UInt64) {
    for _ in 0..<turns { _ = chance.load(ordering: .relaxed) }
  }

  package func makeQueue(_ kind: CallbackQueue.Kind) -> any ThreadQueue {
    DueQueue(kind == .main ? .main : DispatchQueue(label: "sluice.stress"), on: self)
  }

  package func wait(atMost limit: Duration, until condition: () -> Bool) -> Bool {
    let deadline = time() + limit
    var glance = Self.firstGlance
    while !condition() {
      guard time() < deadline else { return condition() }
      usleep(glance)
      glance = min(2 * glance, Self.longestGlance)
    }
    return true
  }

  package func drive(_ body: @escaping @Sendable () -> Void) {
    let end = DispatchSemaphore(value: 0)
    let isOver = Flag()
    OwnThread.startOrEnd {
      body()
      isOver.raise()
      end.signal()
      // Wakes the main queue's loop below, so that it looks.
      DispatchQueue.main.async {}
    }
    while Thread.isMainThread, !isOver.isRaised {
      _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
    }
    end.wait()
  }

  /// Counts an action that a queue has taken.
  func began() {
    pending.wrappingAdd(1, ordering: .acquiringAndReleasing)
  }

  /// Counts an action's beginning as a step.
  func stepped() {
    stepCount.wrappingAdd(1, ordering: .relaxed)
  }

  /// Counts an action that is over.
  func ended() {
    pending.wrappingSubtract(1, ordering: .acquiringAndReleasing)
  }
}

/// A mark that one thread sets and others see.
private final class Flag: Sendable {
  private let state = Atomic(false)

  var isRaised: Bool { state.load(ordering: .acquiring) }

  func raise() { state.store(true, ordering: .releasing) }
}

/// A serial queue of Dispatch whose actions run in the order in which they are due, as those of a
/// simulated queue do.
///
/// Every action sends one block to Dispatch, and each block runs whatever is due first by then: so
/// delays can be cut short without anything overtaking what was due before it.
final class DueQueue: ThreadQueue {
  private struct Entry {
    var due: Instant
    var number: Int
    var action: @Sendable () -> Void
  }

  private struct State {
    /// The actions, the one that is due first last.
    var entries: [Entry] = []
    var lastNumber = 0
  }

  private let queue: DispatchQueue
  private let platform: RealThreads
  private let state = Mutex(State())

  init(_ queue: DispatchQueue, on platform: RealThreads) {
    self.queue = queue
    self.platform = platform
  }

  func asyncAfter(_ delay: Duration, _ action: @escaping @Sendable () -> Void) {
    let delay = max(delay, .zero)
    let due = platform.now.advanced(by: delay)
    platform.began()
    state.withLock { state in
      state.lastNumber += 1
      let entry = Entry(due: due, number: state.lastNumber, action: action)
      let place = state.entries.lastIndex { other in
        (entry.due, entry.number) < (other.due, other.number)
      }
      state.entries.insert(entry, at: place.map { place in place + 1 } ?? 0)
    }
    guard delay > .zero else { return queue.async { self.runNext() } }
    let real = min(delay / RealThreads.speed, RealThreads.longestDelay)
    let nanoseconds = Int(clamping: real.wholeNanoseconds)
    queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { self.runNext() }
  }

  private func runNext() {
    platform.stagger()
    platform.stepped()
    runFirst()
    platform.ended()
  }

  /// Runs the action that is due first; what it holds has ended when this returns.
  private func runFirst() {
    let action = state.withLock { state in state.entries.popLast()?.action }
    action?()
  }
}
