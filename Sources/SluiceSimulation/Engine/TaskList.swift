internal import CSimulationRuntime

/// The tasks that a simulation created, each retained until it is seen to be complete.
///
/// A task in here is alive as long as it is listed, which makes every use of its pointer safe.
@safe struct TaskList: ~Copyable {
  private var tasks: [UnsafeMutableRawPointer] = unsafe []
  /// When the list is this long, the complete ones are dropped: amortized, one look at each task.
  private var sweepThreshold = 64

  deinit {
    for unsafetask in unsafe tasks { unsafe sluice_task_release(task) }
  }

  mutating func append(_ task: UnsafeMutableRawPointer) {
    if unsafe tasks.count == sweepThreshold { sweep() }
    unsafe sluice_task_retain(task)
    unsafe tasks.append(task)
  }

  /// The number of tasks that have not run to their end.
  var liveCount: Int {
    var count = 0
    for unsafetask in unsafe tasks where unsafe !sluice_task_is_complete(task) { count += 1 }
    return count
  }

  /// Whether every task has run to its end.
  var isAllComplete: Bool {
    for unsafetask in unsafe tasks where unsafe !sluice_task_is_complete(task) { return false }
    return true
  }

  /// The labels of the tasks that have not run to their end, oldest first.
  var liveLabels: [UInt32] {
    unsafe tasks.filter { unsafe !sluice_task_is_complete($0) }
      .map { unsafe sluice_task_label($0) }
  }

  /// The tasks that have not run to their end, oldest first, each retained for the caller.
  func retainLive() -> [UnsafeMutableRawPointer] {
    let live = unsafe tasks.filter { unsafe !sluice_task_is_complete($0) }
    for unsafetask in unsafe live { unsafe sluice_task_retain(task) }
    return unsafe live
  }

  private mutating func sweep() {
    var kept: [UnsafeMutableRawPointer] = unsafe []
    for unsafetask in unsafe tasks {
      if unsafe sluice_task_is_complete(task) {
        unsafe sluice_task_release(task)
      } else {
        unsafe kept.append(task)
      }
    }
    unsafe tasks = kept
    sweepThreshold = max(64, unsafe kept.count * 2)
  }
}
