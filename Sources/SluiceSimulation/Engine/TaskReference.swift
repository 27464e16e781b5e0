internal import CSimulationRuntime

/// A task of the runtime, by its address.
///
/// Safe to use as long as someone retains the task: ``TaskList`` does for all it lists.
@safe struct TaskReference {
  private let address: UnsafeMutableRawPointer
  /// The step in which it was created.
  let creationStep: Int

  init(_ address: UnsafeMutableRawPointer, createdIn step: Int) {
    // An address is only kept here, not followed.
    unsafe self.address = address
    creationStep = step
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
