// The door of a task executor that a task prefers (SE-0417).
//
// With SCHEDULING the executor also takes jobs with a time: SPI of Swift 6.3, absent from 6.2.
@_spi(ExperimentalScheduling) import _Concurrency
import Foundation

final class PreferredDoor: Door, TaskExecutor {
  #if SCHEDULING
    static let name = "preference-scheduling"
  #else
    static let name = "preference"
  #endif
  let lane = Lane("preference")
  let other = Lane("other")
  var customActor: CustomActor { CustomActor(LaneExecutor(other)) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    lane.add { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  func start(_ operation: @escaping Operation) {
    Task.detached(executorPreference: self) { await operation() }
  }

  func reset() { lane.resetCount() }
  var count: Int { lane.count }
  func counted() -> String { "enqueue \(lane.count)" }
}

#if SCHEDULING
  extension PreferredDoor: SchedulingExecutor {
    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) { enqueue(job) }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) { enqueue(job) }
  }
#endif

@main enum Main {
  static func main() { runRows(PreferredDoor()) }
}
