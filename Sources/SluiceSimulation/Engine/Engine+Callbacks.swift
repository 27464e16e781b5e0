internal import CSimulationRuntime

/// What the C library calls: plain functions, each passed the engine as its record's owner.
extension Engine {
  typealias EventCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<sluice_event>) -> Void
  typealias TimerCallback =
    @convention(c) (UnsafeMutableRawPointer, Int64, UnsafePointer<sluice_event>) -> Void
  typealias TaskCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  typealias RandomCallback = @convention(c) (UnsafeMutableRawPointer) -> UInt64
  typealias ThreadCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt>, Int) -> UInt32
  typealias SourceCallback =
    @convention(c) (
      UnsafeMutableRawPointer, UnsafePointer<CChar>, UnsafePointer<UInt>, Int
    ) -> Void

  /// The engine behind a record.
  ///
  /// It outlives the record's registration, so the pointer is valid.
  @inline(__always)
  static func of(_ owner: UnsafeMutableRawPointer) -> Engine {
    unsafe Unmanaged<Engine>.fromOpaque(owner).takeUnretainedValue()
  }

  // The library calls these for a registered record alone, whose owner is the engine; the event
  // that is passed is valid during the call, and copied in it.
  static let onReady: EventCallback = { owner, event in
    unsafe of(owner).addReady(Event(event.pointee))
  }

  // As above.
  static let onServe: EventCallback = { owner, event in
    unsafe of(owner).addService(Event(event.pointee))
  }

  // As above.
  static let onTimer: TimerCallback = { owner, deadline, event in
    unsafe of(owner).addTimer(Event(event.pointee), deadline: deadline)
  }

  // As above; the task was created this moment, so it is alive, and the list retains it.
  static let onCreated: TaskCallback = { owner, task in
    let engine = unsafe of(owner)
    engine.tasks.append(
      unsafe TaskReference(task, createdIn: engine.step, note: engine.makingNote?() ?? 0))
  }

  // As above.
  static let onCompleted: CompletionCallback = { owner, task in
    unsafe of(owner).releaseCompleteTasks(task.map { task in UInt(bitPattern: task) })
  }

  // As above; a group is an address that is compared.
  static let onEmptied: ForgetCallback = { owner, group in unsafe of(owner).noteEmpty(group) }

  // As above.
  static let onRandom: RandomCallback = { owner in unsafe of(owner).random() }

  // As above; there are so many addresses, and each is only looked up.
  static let onThread: ThreadCallback = { owner, callers, count in
    let addresses = unsafe Array(UnsafeBufferPointer(start: callers, count: count))
    return unsafe of(owner).noteThread(createdIn: Backtrace.innermost(of: addresses))
  }

  // As above; the type's name is a constant of the library's.
  static let onSource: SourceCallback = { owner, type, callers, count in
    let addresses = unsafe Array(UnsafeBufferPointer(start: callers, count: count))
    unsafe of(owner).noteSource(
      String(cString: type), createdIn: Backtrace.innermost(of: addresses))
  }

  /// On a foreign thread: touches nothing but the mailbox, which has a lock.
  // As above; the library holds its registry's lock, so that the record can't be unregistered now.
  static let onEscaped: EventCallback = { owner, event in
    unsafe of(owner).mailbox.put(.event(Event(event.pointee)))
  }

  typealias SharedCallback =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UnsafePointer<UInt>, Int) -> Void

  // As above; the addresses are copied, and only looked up.
  static let onShared: SharedCallback = { owner, label, places, count in
    let places = unsafe Array(UnsafeBufferPointer(start: places, count: count))
    unsafe of(owner).mailbox.put(.shared(label: label, places: places))
  }

  typealias WaitCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutablePointer<sluice_wait>) -> Void
  typealias SignalCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer, Bool) -> Void
  typealias WatchCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<sluice_watch>) -> Void
  typealias QuestionCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafePointer<sluice_event>) -> Bool
  typealias ForgetCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer) -> Void
  typealias CompletionCallback =
    @convention(c) (UnsafeMutableRawPointer, UnsafeMutableRawPointer?) -> Void
  typealias OwnerCallback = @convention(c) (UnsafeMutableRawPointer) -> Void

  // As above. A wait stands on the stack of the thread that waits, which stays as it is until
  // `block` returns there.
  static let onBlock: WaitCallback = { owner, wait in unsafe of(owner).block(wait) }
  // As above.
  static let onWake: WaitCallback = { owner, wait in unsafe of(owner).wake(wait) }
  // As above; a condition is an address that is compared.
  static let onSignal: SignalCallback = { owner, condition, isForAll in
    unsafe of(owner).signal(condition, isForAll: isForAll)
  }
  // As above; the watch is copied in the call.
  static let onWatch: WatchCallback = { owner, watch in unsafe of(owner).watch(watch.pointee) }
  // As above.
  static let onIsFree: QuestionCallback = { owner, event in
    unsafe of(owner).isFree(Event(event.pointee))
  }
  // As above; a context is an address that is compared.
  static let onForget: ForgetCallback = { owner, context in unsafe of(owner).forget(context) }
  // As above.
  static let onSubstitute: OwnerCallback = { owner in unsafe of(owner).substitute() }
}
