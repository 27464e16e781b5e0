/// The tasks that a simulation created, each retained until it is seen to be complete.
///
/// What a release sets off may come back to the list: it only hands out what is to be released.
struct TaskList: ~Copyable {
  private var tasks: [TaskReference] = []
  /// How often tasks may have become complete since the list was last gone through.
  private var completionCount = 0
  /// How many tasks are looked at for each of these times, at most.
  private static let looksPerCompletion = 64

  deinit {
    for task in tasks { task.release() }
  }

  mutating func append(_ task: TaskReference) {
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

  /// Notes that a task may have become complete.
  mutating func noteCompletion() { completionCount += 1 }

  /// Takes out the complete tasks, which the caller releases, after one may have become complete.
  ///
  /// A long list is not gone through every time.
  mutating func takeComplete() -> [TaskReference] {
    noteCompletion()
    guard tasks.count <= completionCount * Self.looksPerCompletion else { return [] }
    return takeRest()
  }

  /// Takes out the complete tasks that were put off, which the caller releases.
  mutating func takeRest() -> [TaskReference] {
    guard completionCount > 0 else { return [] }
    completionCount = 0
    return tasks.takeAll(where: \.isComplete)
  }
}
