import SluiceSimulation
package import SluiceSpies
import Synchronization

/// What is the same for every shape: how a listener is added, told and removed.
extension FakeListener {
  /// How a listener is told of an event.
  typealias Telling = (ListenerEvent<Element>) -> Void

  /// Adds a callback.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - key: The key by which it can be removed, if it has one.
  ///   - callback: Called with what it can take.
  ///   - throwing: The errors that the interface's add can throw.
  /// - Returns: The registration.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it;
  ///   any other is called back.
  func register<Refusal: Error>(
    _ options: ListenerOptions, forKey key: String? = nil,
    _ callback: ListenerCallback<Element>, throwing: Refusal.Type
  ) throws(Refusal) -> SpyRegistration {
    try register(
      options, forKey: key, throwing: throwing, audible: callback.audible
    ) { [project] registration in
      { event in callback.tell(event, of: registration, project) }
    }
  }

  /// Adds whatever takes events.
  ///
  /// - Parameters:
  ///   - options: Passed to the spy unchanged.
  ///   - key: The key by which it can be removed, if it has one.
  ///   - throwing: The errors that the interface's add can throw.
  ///   - audible: The abilities of the source that it can be told of; a refusal that it can neither
  ///     throw nor tell is left for the next add.
  ///   - begin: Called with the new registration before anything else can happen to it, and
  ///     returns how the listener is told, the spy included.
  /// - Returns: The registration.
  /// - Throws: The error with which the script refuses this add, if the interface can throw it.
  func register<Refusal: Error>(
    _ options: ListenerOptions, forKey key: String? = nil, throwing: Refusal.Type,
    audible: Set<SourceAbility>, _ begin: (SpyRegistration) -> Telling
  ) throws(Refusal) -> SpyRegistration {
    let (registration, refusal) = add(
      options, forKey: key, isThrown: { error in error is Refusal },
      audible: Refusal.self == Never.self ? audible : audible.union([.refuse]), begin)
    if let refusal = refusal as? Refusal { throw refusal }
    return registration
  }

  @_specialize(where Element == SentinelElement)
  private func add(
    _ options: ListenerOptions, forKey key: String?, isThrown: (any Error) -> Bool,
    audible: Set<SourceAbility>, _ begin: (SpyRegistration) -> Telling
  ) -> (SpyRegistration, refusal: (any Error)?) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    spy.log.noteAudible(audible)
    let registration =
      AddUnderWay.current?.take(for: spy) ?? spy.addCalled(options: options.value)
    store(
      StoredListener(
        registration, forKey: key, sentinel: Sentinel(.fixture, log: spy.log),
        tell: begin(registration)))
    // Asked once it is stored, so that none comes between this and `close()`.
    if state.withLock({ state in state.isClosed }) { close(registration) }
    greet(registration.id)
    registration.reachAdd()
    let refusal = takeRefusal { error in audible.contains(.fail) || isThrown(error) }
    if let refusal, isThrown(refusal) {
      letGo(of: registration.id)
      registration.addThrew(refusal)
      return (registration, refusal)
    }
    registration.addReturned()
    if let refusal, let listener = listener(of: registration.id) {
      deliver(.failure(refusal), to: listener, .queued())
    }
    return (registration, nil)
  }

  private func store(_ listener: StoredListener) {
    state.withLock { state in
      state.listeners.append(listener)
      if let key = listener.key { state.newestOfKey[key.detached] = listener.registration }
    }
  }

  private func takeRefusal(where isMeant: (any Error) -> Bool) -> (any Error)? {
    state.withLock { state in
      guard let next = state.refusals.first, isMeant(next.error) else { return nil }
      guard next.addsBefore == 0 else {
        state.refusals[0].addsBefore -= 1
        return nil
      }
      return state.refusals.removeFirst().error
    }
  }

  /// Removes what a registration stands for, as one call of the interface's remove.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - close: What the shape has to do for its first remove besides.
  @_specialize(where Element == SentinelElement)
  func remove(_ registration: SpyRegistration, close: () -> Void = {}) {
    if behavior.registrations.ignoresRemoves { return }
    registration.remove { isFirst in
      precondition(
        isFirst || !behavior.registrations.trapsOnSecondRemove,
        "listener #\(registration.id.number) was removed before")
      guard isFirst else { return }
      letGo(of: registration.id)
      close()
    }
  }

  /// Lets go of every listener because the app that the source belongs to closes it, as the
  /// instance of a library does first of all when its app is deleted; the spy records it, and rules
  /// know by it that the app has ended what listened.
  ///
  /// None is called any more, except by what is on its way late, and whoever is added from now on
  /// is let go of at once. Removing one is no mistake, and a second time does nothing.
  public func close() {
    let registrations = state.withLock { state in
      state.isClosed = true
      return state.listeners.map { listener in listener.registration }
    }
    for registration in registrations { close(registration) }
  }

  private func close(_ registration: SpyRegistration) {
    if registration.isActive { registration.closedByApp() }
    letGo(of: registration.id)
  }

  /// Takes a listener out of the source; its closure ends outside the lock, since what it captures
  /// may call back.
  private func letGo(of id: RegistrationID) {
    let removed = state.withLock { state in state.listeners.remove(id) }
    guard behavior.registrations.keepsRemovedListeners, let removed else { return }
    state.withLock { state in state.removedListeners.append(removed) }
  }

  /// The label of a queued callback among the events of the simulation.
  static var deliveryLabel: String { "listener.deliver" }

  /// Tells every listener of an event, in the order of their adds.
  @_specialize(where Element == SentinelElement)
  func deliver(_ event: ListenerEvent<Element>, _ delivery: CallbackDelivery) {
    let listeners = state.withLock { state in state.listeners }
    for listener in listeners { deliver(event, to: listener, delivery) }
  }

  /// Tells every listener of a value, which is the present one from then on if the source shows it.
  func tell(_ element: Element, _ delivery: CallbackDelivery) {
    guard state.withLock({ state in state.showsPresentValue }) else {
      return deliver(.value(element), delivery)
    }
    switch delivery {
    case .direct: change(to: element)
    case .queued(let delay):
      queue.asyncAfter(delay, Self.deliveryLabel) { [weak self] in self?.change(to: element) }
    case .late(let delay):
      let listeners = state.withLock { state in state.listeners }
      queue.asyncAfter(delay, Self.deliveryLabel) { [weak self] in
        guard let self else { return }
        let removed = listeners.filter { listener in
          self.listener(of: listener.registration.id) == nil
        }
        change(to: element)
        for listener in removed { listener.tell.callback(.value(element)) }
      }
    }
  }

  /// Shows a present value as a change, which every listener is told.
  func show(_ element: Element) {
    state.withLock { state in state.showsPresentValue = true }
    change(to: element)
  }

  /// Moves the shown value and tells every listener, one change after another.
  private func change(to element: Element) {
    let isFirst = state.withLock { state in
      state.changes.append(element)
      defer { state.isChanging = true }
      return !state.isChanging
    }
    guard isFirst else { return }
    while let next = nextChange() {
      move(to: next)
      deliver(.value(next), .direct)
    }
  }

  private func nextChange() -> Element? {
    state.withLock { state in
      state.isChanging = !state.changes.isEmpty
      return state.changes.isEmpty ? nil : state.changes.removeFirst()
    }
  }

  /// Shows another present value.
  private func move(to element: Element) {
    let projection = project(element)
    let previous = state.withLock { state in
      // Recorded with the lock held, so that no reading on another thread is recorded before it.
      spy.presentMoved(to: projection)
      let previous = state.presentValue
      state.presentValue = element
      state.presentProjection = projection
      return previous
    }
    // An element may call back when it ends, so it ends outside the lock.
    _ = consume previous
  }

  /// Tells one listener of an event: the one added as the nth of all, unless it is removed.
  ///
  /// So a script plays several sources over one fake, each with a listener of its own.
  package func tell(
    _ number: Int, of event: ListenerEvent<Element>, _ delivery: CallbackDelivery
  ) {
    spy.stimulus("listener.tell", file: #fileID, line: #line) {
      if let listener = listener(of: RegistrationID(number)) {
        deliver(event, to: listener, delivery)
      }
    }
  }

  /// Hands a new listener what the source has for it: the present value, or the end that has been.
  private func greet(_ id: RegistrationID) {
    let (presentValue, hasEnded) = state.withLock { state in
      (state.showsPresentValue ? nil : state.presentValue, state.hasEnded)
    }
    guard let listener = listener(of: id) else { return }
    if let presentValue {
      deliver(.value(presentValue), to: listener, behavior.presentValueDelivery)
    }
    guard hasEnded else { return }
    switch behavior.afterEnd {
    case .finishesAgain: deliver(.finish, to: listener, .direct)
    case .fails(let error): deliver(.failure(error), to: listener, .direct)
    case .startsAfresh: break
    }
  }

  private func deliver(
    _ event: ListenerEvent<Element>, to listener: StoredListener, _ delivery: CallbackDelivery
  ) {
    let id = listener.registration.id
    switch delivery {
    case .direct:
      if self.listener(of: id) != nil { listener.tell.callback(event) }
    case .queued(let delay):
      queue.asyncAfter(delay, Self.deliveryLabel) { [weak self] in
        self?.listener(of: id)?.tell.callback(event)
      }
    case .late(let delay):
      queue.asyncAfter(delay, Self.deliveryLabel) { listener.tell.callback(event) }
    }
  }

  /// The listener of a registration, unless it was removed.
  private func listener(of id: RegistrationID) -> StoredListener? {
    state.withLock { state in state.listeners[id] }
  }
}
