internal import CSimulationRuntime

/// What the C library calls: plain functions, each passed the engine as its record's owner.
extension Engine {
  /// The engine behind a record.
  ///
  /// It outlives the record's registration, so the pointer is valid.
  @inline(__always)
  static func of(_ owner: UnsafeMutableRawPointer) -> Engine {
    unsafe Unmanaged<Engine>.fromOpaque(owner).takeUnretainedValue()
  }

  static let onReady:
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<sluice_event>) -> Void = {
      owner, event in
      unsafe of(owner).addReady(Event(event.pointee))
    }

  static let onTimer:
    @convention(c) (UnsafeMutableRawPointer, Int64, UnsafePointer<sluice_event>) -> Void = {
      owner, deadline, event in
      unsafe of(owner).addTimer(Event(event.pointee), deadline: deadline)
    }

  static let onCreated: @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void =
    { owner, task in
      unsafe of(owner).tasks.append(TaskReference(task))
    }

  /// On a foreign thread: touches nothing but the mailbox, which has a lock.
  static let onEscaped:
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<sluice_event>) -> Void = {
      owner, event in
      unsafe of(owner).mailbox.put(Event(event.pointee))
    }
}
