import FakeListener

/// The steps of a stream that is written by hand; each default is right, and a faulty stream has
/// one step of its own.
protocol HandwrittenSteps: SendableMetatype {
  typealias Source = FakeListener<SentinelElement>
  typealias Event = ListenerEvent<SentinelElement>
  typealias State = HandwrittenState
  typealias Effects = HandwrittenState.Effects
  typealias Waiter = HandwrittenState.Waiter

  /// Adds the listener.
  static func add(
    to source: Source, _ options: ListenerOptions,
    _ listener: @escaping @Sendable (Event) -> Void
  ) throws -> ListenerHandle
  /// Add returned.
  static func added(
    _ handle: ListenerHandle, _ state: inout State
  ) -> Effects
  /// The listener was called.
  static func receive(
    _ event: Event, _ state: inout State
  ) -> Effects
  /// The consumer asks for the next element.
  static func ask(
    _ waiter: Waiter, _ state: inout State
  ) -> Effects
  /// The consumer's task is cancelled.
  static func cancel(_ state: inout State) -> Effects
  /// The iterator is gone.
  static func drop(_ state: inout State) -> Effects
  /// Does what a step said, outside the lock.
  static func perform(_ effects: Effects)
}

extension HandwrittenSteps {
  static func add(
    to source: Source, _ options: ListenerOptions,
    _ listener: @escaping @Sendable (Event) -> Void
  ) throws -> ListenerHandle {
    try source.subscribe(options: options, listener)
  }

  static func added(
    _ handle: ListenerHandle, _ state: inout State
  ) -> Effects {
    state.added(handle)
  }

  static func receive(
    _ event: Event, _ state: inout State
  ) -> Effects {
    state.receive(event)
  }

  static func ask(
    _ waiter: Waiter, _ state: inout State
  ) -> Effects {
    state.ask(waiter)
  }

  static func cancel(_ state: inout State) -> Effects {
    state.cancel()
  }

  static func drop(_ state: inout State) -> Effects {
    state.cancel()
  }

  static func perform(_ effects: Effects) {
    effects.removed?.remove()
    if let resumed = effects.resumed { resumed.waiter.resume(returning: resumed.answer) }
  }
}
