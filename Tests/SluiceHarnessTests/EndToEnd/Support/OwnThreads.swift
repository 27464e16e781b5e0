import Foundation

/// Runs each part of a task on a new thread, which may stand still for as long as it likes.
final class OwnThreads: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { [self] in
      // The job was handed over to this executor, and is run once; the executor outlives the call.
      unsafe job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
