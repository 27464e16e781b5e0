package import SluiceSimulation
import Synchronization

/// The listeners of one fake, in the order of their adds, with the spy that records them.
///
/// What most products have in common is here: an add is recorded, the listener stored, what a
/// scenario wants inside add done; a remove mutes at once. When and with what listeners are called
/// is the product's own; `News` is what one callback tells. No lock is held while a listener runs
/// or its closure ends.
package final class ListenerRegistry<News: Sendable>: Sendable {
  package typealias Listener = SpiedListener<News>

  private struct State {
    var listeners = RegistrationList<Listener>()
    var removed: [Listener.Held] = []
  }

  /// What records every add, every remove and every callback.
  package let spy: Spy
  private let label: String
  private let queue: CallbackQueue
  private let behavior: RegistrationBehavior
  private let payload: @Sendable (News) -> Event.Payload
  private let isOver: @Sendable () -> Bool
  private let state = Mutex(State())

  /// A registry without listeners.
  ///
  /// - Parameters:
  ///   - label: What a queued callback is called among the events of the simulation, such as
  ///     `auth.deliver`.
  ///   - queue: Where queued callbacks run.
  ///   - spy: What records.
  ///   - behavior: How registrations are treated throughout.
  ///   - isOver: Whether the source is closed for good, so that a new listener is let go of at
  ///     once.
  ///   - payload: How what a listener is told is written in the log.
  package init(
    _ label: String, queue: CallbackQueue, spy: Spy,
    behavior: RegistrationBehavior = RegistrationBehavior(),
    isOver: @escaping @Sendable () -> Bool = { false },
    payload: @escaping @Sendable (News) -> Event.Payload
  ) {
    self.label = label
    self.queue = queue
    self.spy = spy
    self.behavior = behavior
    self.isOver = isOver
    self.payload = payload
  }

  /// The listeners that were added and not removed, in the order of their adds.
  package var listeners: [Listener] { Array(current) }

  private var current: RegistrationList<Listener> { state.withLock { state in state.listeners } }

  /// Adds a listener.
  ///
  /// - Parameters:
  ///   - options: What the stream passed to add besides its listener, for the log.
  ///   - greet: What the product does for a new listener inside add, once it is stored.
  ///   - callback: The listener.
  /// - Returns: The listener, by which it is removed.
  package func add(
    options: Value = .null, greet: (Listener) -> Void = { _ in },
    _ callback: @escaping (News) -> Void
  ) -> Listener {
    let registration = spy.addCalled(options: options)
    let listener = Listener(
      registration, log: spy.log, payload: payload, callback: CallbackBox(callback))
    state.withLock { state in state.listeners.append(listener) }
    // Asked once it is stored, so that none comes between this and `close()`.
    if isOver() { close(listener) }
    greet(listener)
    registration.reachAdd()
    registration.addReturned()
    return listener
  }

  /// Makes the handle of a listener that was added.
  package func makeHandle(of listener: Listener) -> RegistrationHandle {
    RegistrationHandle(
      listener.registration,
      sentinel: Sentinel(.handle(listener.registration.id), log: spy.log),
      removesWhenDropped: behavior.handlesRemoveThemselves
    ) { [self] in
      remove(listener)
    }
  }

  /// Removes a listener, as one call of the product's remove: its closure is let go of, except by
  /// callbacks that are on their way late.
  package func remove(_ listener: Listener) {
    listener.registration.remove { isFirst in
      precondition(
        isFirst || !behavior.trapsOnSecondRemove,
        "listener #\(listener.registration.id.number) was removed before")
      if isFirst { end(listener) }
    }
  }

  /// Lets go of a listener without a call of remove, as sources do after an error.
  package func end(_ listener: Listener) {
    let held = listener.mute()
    state.withLock { state in
      state.listeners.remove(listener.registration.id)
      if behavior.keepsRemovedListeners, let held { state.removed.append(held) }
    }
  }

  /// Lets go of every listener because the app closes the source, which is recorded.
  package func close() {
    for listener in current { close(listener) }
  }

  private func close(_ listener: Listener) {
    if listener.registration.isActive { listener.registration.closedByApp() }
    end(listener)
  }

  /// Tells every listener the same, in the order of their adds.
  package func deliver(_ news: News, _ delivery: CallbackDelivery) {
    for listener in current { deliver(news, delivery, to: listener) }
  }

  /// Tells one listener.
  package func deliver(
    _ news: News, _ delivery: CallbackDelivery, to listener: Listener
  ) {
    switch delivery {
    case .direct: listener.tell(news)
    case .queued(let delay):
      queue.asyncAfter(delay, label) { listener.tell(news) }
    case .late(let delay):
      guard let held = listener.current else { return }
      queue.asyncAfter(delay, label) { listener.tell(news, through: held) }
    }
  }
}
