internal import CSimulationRuntime

/// Letting go of tasks that have run to their end.
///
/// With the last reference to a task goes its result, whose end may do anything an event may.
extension Engine {
  /// Releases the tasks that the running event has completed, inside this event, as the runtime
  /// does.
  func releaseCompleteTasks() {
    noteImmediateTasks()
    release(tasks.takeComplete())
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
    // The record's field, on the thread that has the baton: see `Engine`. Here and below.
    guard unsafe record.pointee.has_immediate_tasks else { return }
    unsafe record.pointee.has_immediate_tasks = false
    tasks.noteCompletion()
  }

  private func release(_ complete: [TaskReference]) {
    guard !complete.isEmpty else { return }
    // As above.
    unsafe record.pointee.released_tasks += UInt64(complete.count)
    let outer = currentLabel
    for task in complete {
      currentLabel = task.label
      task.release()
    }
    currentLabel = outer
  }
}
