import SluiceSimulation
import SluiceSpies
import Synchronization

extension FakeListener {
  /// Adds a listener in the vendor's shape: a value, or an error, or whatever else the script hands
  /// over.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - listener: Called with each value or error.
  ///   - onFinish: Called at the source's end.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add.
  public func addListener(
    options: ListenerOptions = .none,
    _ listener: @escaping (Element?, (any Error)?) -> Void,
    onFinish: @escaping () -> Void = {}
  ) throws -> ListenerHandle {
    try add(options: options, forKey: nil) { event in
      event.call(listener, onFinish)
    }
  }

  /// Adds a listener that takes values alone; what else the script sends has no way to reach it.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - listener: Called with each value.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add.
  public func addValueListener(
    options: ListenerOptions = .none, _ listener: @escaping (Element) -> Void
  ) throws -> ListenerHandle {
    try add(options: options, forKey: nil) { event in
      if case .value(let element) = event { listener(element) }
    }
  }

  /// Adds a listener that takes events.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - listener: Called with each event.
  /// - Returns: The handle by which the listener is removed.
  /// - Throws: The error with which the script refuses this add.
  public func addEventListener(
    options: ListenerOptions = .none, _ listener: @escaping (ListenerEvent<Element>) -> Void
  ) throws -> ListenerHandle {
    try add(options: options, forKey: nil, listener)
  }

  /// Adds a listener under a key, which stands for the listener that was added with it last.
  ///
  /// - Parameters:
  ///   - key: The key by which the listener is removed.
  ///   - options: Passed to the spy unchanged.
  ///   - listener: Called with each value or error.
  ///   - onFinish: Called at the source's end.
  /// - Throws: The error with which the script refuses this add.
  public func addListener(
    forKey key: String, options: ListenerOptions = .none,
    _ listener: @escaping (Element?, (any Error)?) -> Void,
    onFinish: @escaping () -> Void = {}
  ) throws {
    _ = try add(options: options, forKey: key) { event in
      event.call(listener, onFinish)
    }
  }

  @specialized(where Element == SentinelElement)
  private func add(
    options: ListenerOptions, forKey key: String?,
    _ call: @escaping (ListenerEvent<Element>) -> Void
  ) throws -> ListenerHandle {
    let registration = spy.addCalled(options: options.value)
    store(
      StoredListener(
        registration: registration, key: key, call: CallbackBox(call),
        sentinel: Sentinel(.fixture, log: spy.log)))
    greet(registration.id)
    registration.reachAdd()
    if let refusal = takeRefusal() {
      letGo(of: registration.id)
      registration.addThrew(refusal)
      throw refusal
    }
    let handle = ListenerHandle(
      RegistrationHandle(
        registration, sentinel: Sentinel(.handle(registration.id), log: spy.log),
        removesWhenDropped: behavior.registrations.handlesRemoveThemselves && key == nil
      ) { [self] in
        remove(registration)
      })
    registration.addReturned()
    return handle
  }

  private func store(_ listener: StoredListener) {
    state.withLock { state in
      state.listeners.append(listener)
      if let key = listener.key { state.newestOfKey[key] = listener.registration }
    }
  }

  private func takeRefusal() -> (any Error)? {
    state.withLock { state in
      guard let next = state.refusals.first else { return nil }
      guard next.addsBefore == 0 else {
        state.refusals[0].addsBefore -= 1
        return nil
      }
      return state.refusals.removeFirst().error
    }
  }
}

extension ListenerEvent {
  fileprivate func call(
    _ listener: (Element?, (any Error)?) -> Void, _ onFinish: () -> Void
  ) {
    switch self {
    case .value(let element): listener(element, nil)
    case .failure(let error): listener(nil, error)
    case .both(let element, let error): listener(element, error)
    case .nothing: listener(nil, nil)
    case .finish: onFinish()
    }
  }
}
