// The door of the executor factory: SPI of Swift 6.3, absent from 6.2.
//
// With BY_CALL the factory is installed by a call, as by a test harness that is loaded into a
// program with a main function of its own; with BY_CALL_LATE in addition the process has used both
// executors before. Without, it is installed by the alias that the compiler looks for, which needs
// an `async` main function. UNCHECKED only names a build that checks no availability.
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
import Dispatch
import Foundation

final class FactoryDoor: Door {
  #if BY_CALL_LATE
    static let name = "factory-late"
  #elseif BY_CALL
    static let name = "factory-call"
  #elseif UNCHECKED
    static let name = "factory-alias-unchecked"
  #else
    static let name = "factory-alias"
  #endif
  static let shared = FactoryDoor()
  let lane = Lane("factory")
  let other = Lane("other")
  let timed = Lane("timed")
  var customActor: CustomActor { CustomActor(LaneExecutor(other)) }

  func start(_ operation: @escaping Operation) {
    Task.detached { await operation() }
  }

  func reset() {
    lane.resetCount()
    timed.resetCount()
  }
  var count: Int { lane.count }
  func counted() -> String { "enqueue \(lane.count), with a time \(timed.count)" }
}

/// An executor that counts a job with a time and runs it at once.
protocol TimedDoor: SchedulingExecutor {}

extension TimedDoor {
  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
  ) {
    FactoryDoor.shared.timed.add {}
    enqueue(job)
  }

  func enqueue<C: Clock>(
    _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
  ) {
    FactoryDoor.shared.timed.add {}
    enqueue(job)
  }
}

final class GlobalDoor: TaskExecutor, TimedDoor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    FactoryDoor.shared.lane.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

// Sendable: its one property never changes, and Dispatch guards the value behind the key.
final class MainDoor: MainExecutor, TimedDoor, @unchecked Sendable {
  private let key = DispatchSpecificKey<Bool>()

  init() { DispatchQueue.main.setSpecific(key: key, value: true) }

  func run() throws { dispatchMain() }
  func stop() {}
  // A block on the main queue says that it is on the main actor, and would end the program.
  func checkIsolated() {
    let isOnMainQueue = DispatchQueue.getSpecific(key: key) != nil
    precondition(FactoryDoor.shared.lane.isCurrent || isOnMainQueue)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    FactoryDoor.shared.lane.add { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

struct DoorFactory: ExecutorFactory {
  static let mainExecutor: any MainExecutor = MainDoor()
  static let defaultExecutor: any TaskExecutor = GlobalDoor()
}

#if BY_CALL
  @main enum Main {
    static func main() {
      #if BY_CALL_LATE
        let done = DispatchSemaphore(value: 0)
        Task.detached { done.signal() }
        done.wait()
        Task { @MainActor in }
      #endif
      _createExecutors(factory: DoorFactory.self)
      runRows(FactoryDoor.shared)
    }
  }
#else
  @main enum Main {
    typealias DefaultExecutorFactory = DoorFactory
    static func main() async {
      Thread.detachNewThread { runRows(FactoryDoor.shared, serveMain: { while true { sleep(1) } }) }
      try? await Task.sleep(for: .seconds(1_000_000))
      await withCheckedContinuation { (_: CheckedContinuation<Void, Never>) in }
    }
  }
#endif
