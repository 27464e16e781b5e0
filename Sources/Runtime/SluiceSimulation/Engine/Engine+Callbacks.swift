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

  /// Does something of the engine's, outside the frames of a subject that may have called for it.
  @inline(__always)
  private static func work<Result>(
    of owner: UnsafeMutableRawPointer, _ body: (Engine) -> Result
  ) -> Result {
    // As above.
    outsideFrames { body(unsafe of(owner)) }
  }

  // The library calls these for a registered record alone, whose owner is the engine; the event
  // that is passed is valid during the call, and copied in it.
  static let onReady: EventCallback = { owner, event in
    unsafe work(of: owner) { engine in engine.addReady(unsafe Event(event.pointee)) }
  }

  // As above.
  static let onServe: EventCallback = { owner, event in
    unsafe work(of: owner) { engine in engine.addService(unsafe Event(event.pointee)) }
  }

  // As above.
  static let onTimer: TimerCallback = { owner, deadline, event in
    unsafe work(of: owner) { engine in
      engine.addTimer(unsafe Event(event.pointee), deadline: deadline)
    }
  }

  // As above; the task was created this moment, so it is alive, and the list retains it.
  static let onCreated: TaskCallback = { owner, task in
    unsafe work(of: owner) { engine in
      engine.tasks.append(
        unsafe TaskReference(task, createdIn: engine.step, note: engine.makingNote?() ?? 0))
    }
  }

  // As above.
  static let onCompleted: CompletionCallback = { owner, task in
    unsafe work(of: owner) { engine in
      engine.releaseCompleteTasks(unsafe task.map { task in UInt(bitPattern: task) })
    }
  }

  // As above; a group is an address that is compared.
  static let onEmptied: ForgetCallback = { owner, group in
    unsafe work(of: owner) { engine in unsafe engine.noteEmpty(group) }
  }

  // As above.
  static let onRandom: RandomCallback = { owner in
    unsafe work(of: owner) { engine in engine.random() }
  }

  // As above; there are so many addresses, and each is only looked up.
  static let onThread: ThreadCallback = { owner, callers, count in
    unsafe work(of: owner) { engine in
      let addresses = unsafe Array(UnsafeBufferPointer(start: callers, count: count))
      return engine.noteThread(createdIn: Backtrace.innermost(of: addresses))
    }
  }

  // As above; the type's name is a constant of the library's.
  static let onSource: SourceCallback = { owner, type, callers, count in
    unsafe work(of: owner) { engine in
      let addresses = unsafe Array(UnsafeBufferPointer(start: callers, count: count))
      engine.noteSource(
        unsafe String(cString: type), createdIn: Backtrace.innermost(of: addresses))
    }
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
  static let onBlock: WaitCallback = { owner, wait in
    unsafe work(of: owner) { engine in unsafe engine.block(wait) }
  }
  // As above.
  static let onWake: WaitCallback = { owner, wait in
    unsafe work(of: owner) { engine in unsafe engine.wake(wait) }
  }
  // As above; a condition is an address that is compared.
  static let onSignal: SignalCallback = { owner, condition, isForAll in
    unsafe work(of: owner) { engine in unsafe engine.signal(condition, isForAll: isForAll) }
  }
  // As above; the watch is copied in the call.
  static let onWatch: WatchCallback = { owner, watch in
    unsafe work(of: owner) { engine in unsafe engine.watch(watch.pointee) }
  }
  // As above.
  static let onIsFree: QuestionCallback = { owner, event in
    unsafe work(of: owner) { engine in engine.isFree(unsafe Event(event.pointee)) }
  }
  // As above; a context is an address that is compared.
  static let onForget: ForgetCallback = { owner, context in
    unsafe work(of: owner) { engine in unsafe engine.forget(context) }
  }
  // As above.
  static let onSubstitute: OwnerCallback = { owner in
    unsafe work(of: owner) { engine in engine.substitute() }
  }
}
