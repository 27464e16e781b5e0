/// The tasks that a simulation created, each retained until it is seen to be complete.
struct TaskList: ~Copyable {
  private var tasks: [TaskReference] = []
  /// When the list is this long, the complete ones are dropped: amortized, one look at each task.
  private var sweepThreshold = 64

  deinit {
    for task in tasks { task.release() }
  }

  mutating func append(_ task: TaskReference) {
    if tasks.count == sweepThreshold { sweep() }
    task.retain()
    tasks.append(task)
  }

  /// The number of tasks that have not run to their end.
  var liveCount: Int {
    var count = 0
    for task in tasks where !task.isComplete { count += 1 }
    return count
  }

  /// The tasks that have not run to their end, oldest first.
  var live: [TaskReference] {
    tasks.filter { task in !task.isComplete }
  }

  /// Drops the list; the tasks go on living as long as others hold them.
  mutating func removeAll() {
    for task in tasks { task.release() }
    tasks.removeAll()
  }

  private mutating func sweep() {
    var kept: [TaskReference] = []
    for task in tasks {
      if task.isComplete { task.release() } else { kept.append(task) }
    }
    tasks = kept
    sweepThreshold = max(64, kept.count * 2)
  }
}
