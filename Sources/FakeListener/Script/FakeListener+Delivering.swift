import SluiceSimulation
import SluiceSpies
import Synchronization

extension FakeListener {
  /// The label of a queued callback among the events of the simulation.
  private static var deliveryLabel: String { "listener.deliver" }

  @specialized(where Element == SentinelElement)
  func deliver(_ event: ListenerEvent<Element>, _ delivery: CallbackDelivery) {
    let listeners = state.withLock { state in state.listeners }
    for listener in listeners { deliver(event, to: listener, delivery) }
  }

  /// Hands a new listener what the source has for it: the present value, or the end that has been.
  func greet(_ id: RegistrationID) {
    let (listener, presentValue, hasEnded) = state.withLock { state in
      let listener = state.listeners.first { listener in listener.registration.id == id }
      return (listener, state.presentValue, state.hasEnded)
    }
    guard let listener else { return }
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
    switch delivery {
    case .direct:
      if isListening(listener) { call(listener, event) }
    case .queued(let delay):
      let id = listener.registration.id
      queue.asyncAfter(delay, Self.deliveryLabel) { [weak self] in
        self?.callIfListening(id, event)
      }
    case .late(let delay):
      queue.asyncAfter(delay, Self.deliveryLabel) { [project] in
        Self.call(listener, event, project)
      }
    }
  }

  private func callIfListening(_ id: RegistrationID, _ event: ListenerEvent<Element>) {
    let listener = state.withLock { state in
      state.listeners.first { listener in listener.registration.id == id }
    }
    if let listener { call(listener, event) }
  }

  private func isListening(_ listener: StoredListener) -> Bool {
    state.withLock { state in
      state.listeners.contains { other in other.registration.id == listener.registration.id }
    }
  }

  private func call(_ listener: StoredListener, _ event: ListenerEvent<Element>) {
    Self.call(listener, event, project)
  }

  private static func call(
    _ listener: StoredListener, _ event: ListenerEvent<Element>, _ project: (Element) -> Value
  ) {
    listener.registration.deliver(event.payload(project)) { listener.call.callback(event) }
  }
}
