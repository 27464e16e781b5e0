internal import CSimulationRuntime

/// A task of the runtime, by its address.
///
/// Safe to use as long as someone retains the task: ``TaskList`` does for all it lists.
@safe struct TaskReference {
  private let address: UnsafeMutableRawPointer
  /// The step in which it was created.
  let creationStep: Int
  /// What was noted when it was created.
  let creationNote: Int

  init(_ address: UnsafeMutableRawPointer, createdIn step: Int, note: Int) {
    // An address is only kept here, not followed.
    unsafe self.address = address
    creationStep = step
    creationNote = note
  }

  /// What tells it from all other tasks that are alive.
  var identity: UInt { UInt(bitPattern: unsafe address) }

  /// Whether it has run to its end.
  var isComplete: Bool { unsafe sluice_task_is_complete(address) }

  /// Whether its job is enqueued on some executor, ours or not.
  var isEnqueued: Bool { unsafe sluice_task_is_enqueued(address) }

  /// The label, as ``LabelTable`` numbers it.
  var label: UInt32 { unsafe sluice_task_label(address) }

  /// Returns where a suspended task goes on, and those that await it, innermost first.
  func resumeAddresses(depth: Int) -> [UInt] {
    unsafe withUnsafeTemporaryAllocation(of: UnsafeRawPointer?.self, capacity: depth) { buffer in
      guard let start = buffer.baseAddress else { return [] }
      let count = unsafe sluice_task_backtrace(address, start, depth)
      return unsafe buffer.prefix(count).map { UInt(bitPattern: $0) }
    }
  }

  // The list retains the task from its creation on, and calls these before its last release.
  func retain() { unsafe sluice_task_retain(address) }
  func release() { unsafe sluice_task_release(address) }
  func cancel() { unsafe sluice_task_cancel(address) }
}

/// The tasks that a simulation created, each retained until it is seen to be complete.
///
/// What a release sets off may come back to the list: it only hands out what is to be released.
struct TaskList: ~Copyable {
  /// Oldest first; nil where one was taken out of a long list.
  private var tasks: [TaskReference?] = []
  private var count = 0
  /// Where each stands, by its identity; nil as long as nobody has asked.
  private var places: [UInt: Int]?
  /// How often tasks may have become complete since the list was last gone through.
  private var completionCount = 0
  /// How many tasks were looked at to find those that are complete.
  private(set) var looks = 0
  /// How many tasks are looked at for each of these times, at most.
  private static let looksPerCompletion = 64

  deinit {
    for case let task? in tasks { task.release() }
  }

  mutating func append(_ task: TaskReference) {
    task.retain()
    places?[task.identity] = tasks.count
    tasks.append(task)
    count += 1
  }

  /// The number of tasks that have not run to their end.
  var liveCount: Int {
    var count = 0
    for case let task? in tasks where !task.isComplete { count += 1 }
    return count
  }

  /// The tasks that have not run to their end, oldest first.
  var live: [TaskReference] {
    tasks.compactMap { task in task.flatMap { task in task.isComplete ? nil : task } }
  }

  /// Notes that a task may have become complete.
  mutating func noteCompletion() { completionCount += 1 }

  /// Takes out the complete tasks, which the caller releases, after one may have become complete.
  ///
  /// A long list is not gone through every time: the task that has become complete is taken out of
  /// it, if it is known.
  ///
  /// - Parameter known: The identity of that task; nil where nobody knows which.
  /// - Returns: The tasks, oldest first.
  mutating func takeComplete(_ known: UInt?) -> [TaskReference] {
    noteCompletion()
    guard count > completionCount * Self.looksPerCompletion else { return takeRest() }
    guard let known, let task = take(known) else { return [] }
    completionCount -= 1
    return [task]
  }

  /// Takes out the complete tasks that were put off, which the caller releases.
  mutating func takeRest() -> [TaskReference] {
    guard completionCount > 0 else { return [] }
    completionCount = 0
    looks += count
    let complete = tasks.takeAll { task in task?.isComplete != false }.compactMap(\.self)
    count = tasks.count
    if !complete.isEmpty { places = nil }
    return complete
  }

  /// Takes one task out of a long list.
  private mutating func take(_ identity: UInt) -> TaskReference? {
    looks += 1
    if places == nil || tasks.count > 2 * count {
      tasks = tasks.filter { task in task != nil }
      looks += tasks.count
      var places: [UInt: Int] = [:]
      for (place, task) in tasks.enumerated() { places[task?.identity ?? 0] = place }
      self.places = places
    }
    guard let place = places?.removeValue(forKey: identity), let task = tasks[place] else {
      return nil
    }
    tasks[place] = nil
    count -= 1
    return task
  }
}

/// Letting go of tasks that have run to their end.
///
/// With the last reference to a task goes its result, whose end may do anything an event may.
extension Engine {
  /// Releases the tasks that the running event has completed, inside this event, as the runtime
  /// does.
  ///
  /// - Parameter known: The identity of the task that is; nil where nobody knows which.
  func releaseCompleteTasks(_ known: UInt?) {
    noteImmediateTasks()
    release(tasks.takeComplete(known))
  }

  /// Releases the complete tasks that were put off, between two events.
  func releaseRest() {
    noteImmediateTasks()
    let rest = tasks.takeRest()
    guard !rest.isEmpty else { return }
    isInEvent = true
    release(rest)
    isInEvent = false
  }

  private func noteImmediateTasks() {
    // The record's field, on the thread that has the turn: see `Engine`. Here and below.
    guard unsafe record.pointee.has_immediate_tasks else { return }
    unsafe record.pointee.has_immediate_tasks = false
    tasks.noteCompletion()
  }

  private func release(_ complete: [TaskReference]) {
    guard !complete.isEmpty else { return }
    // As above. Not with `+=`, which the thread sanitizer takes for a change of the whole record:
    // other threads read who it belongs to.
    let released = unsafe record.pointee.released_tasks + UInt64(complete.count)
    unsafe record.pointee.released_tasks = released
    let outer = (label: currentLabel, provenance: provenance)
    for task in complete {
      currentLabel = task.label
      provenance = Provenance(action: task.label, step: step)
      task.release()
    }
    currentLabel = outer.label
    provenance = outer.provenance
  }
}
