import Dispatch
import Foundation
import Synchronization

/// A thread that runs what it is told to; made outside, it belongs to no simulation.
final class ForeignThread: Sendable {
  static let shared = ForeignThread()

  private let body = Mutex<(@Sendable () -> Void)?>(nil)
  private let hasArrived = DispatchSemaphore(value: 0)
  private let isDone = Atomic(false)

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        hasArrived.wait()
        body.withLock { body in body.take() }?()
        isDone.store(true, ordering: .releasing)
      }
    }
  }

  /// Has the thread run a body, and waits for it in real time; one caller at a time may.
  func run(_ body: @escaping @Sendable () -> Void) {
    self.body.withLock { next in next = body }
    hasArrived.signal()
    // A semaphore would let the simulation run other events meanwhile: in real time, none runs.
    while !isDone.exchange(false, ordering: .acquiring) { sched_yield() }
  }
}

/// An executor that takes jobs and never runs them.
final class AbsentExecutor: TaskExecutor {
  static let shared = AbsentExecutor()

  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { jobs in jobs.append(job) }
  }
}
