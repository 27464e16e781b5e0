internal import Synchronization

/// What both kinds of subjects do: outlets in the order of their subscriptions, and one end.
final class SubjectCore<Output, Failure: Error>: Sendable {
  private struct State {
    var outlets: [Outlet<Output, Failure>] = []
    /// The present value, where there is one.
    var current: Handed<Output>?
    var completion: Subscribers.Completion<Failure>?
    var upstreams: [Handed<any Subscription>] = []
    /// Whether the upstreams are asked for everything.
    var isAsking = false
  }

  private let hasValue: Bool
  private let state: Mutex<State>

  /// A subject's core.
  ///
  /// - Parameter current: The present value, where there is always one; upstreams are then asked
  ///   at once, and else when a subscriber asks.
  init(current: Handed<Output>?) {
    hasValue = current != nil
    state = Mutex(State(current: current, isAsking: current != nil))
  }

  deinit {
    let upstreams = state.withLock { state in state.upstreams }
    for upstream in upstreams { upstream.value.cancel() }
  }

  /// The present value.
  var current: Output? { state.withLock { state in state.current }?.value }

  func add(_ subscriber: some Subscriber<Output, Failure>) {
    let handed = Handed<any Subscriber<Output, Failure>>(subscriber)
    let hooks = Outlet<Output, Failure>.Hooks(
      asked: { [weak self] in self?.ask() },
      ended: { [weak self] outlet in self?.remove(outlet) })
    let (outlet, completion) = state.withLock { [hasValue] state in
      let outlet = Outlet(
        to: handed.value, latest: state.completion == nil ? state.current : nil,
        keepsLatest: hasValue, hooks: hooks)
      if state.completion == nil { state.outlets.append(outlet) }
      return (outlet, state.completion)
    }
    if let completion { outlet.accept(completion) }
    outlet.begin()
  }

  func send(_ value: Output) {
    let handed = Handed(value)
    // Accepted in one turn, so that all subscribers get the values of two senders in one order.
    let (outlets, replaced) = state.withLock { state in
      guard state.completion == nil else {
        return ([Outlet<Output, Failure>](), [Handed<Output>?]())
      }
      var replaced = state.outlets.map { outlet in outlet.accept(handed) }
      if state.current != nil {
        replaced.append(state.current)
        state.current = handed
      }
      return (state.outlets, replaced)
    }
    withExtendedLifetime(replaced) {
      for outlet in outlets { outlet.tell() }
    }
  }

  func send(completion: Subscribers.Completion<Failure>) {
    let (outlets, upstreams) = state.withLock { state in
      guard state.completion == nil else {
        return ([Outlet<Output, Failure>](), [Handed<any Subscription>]())
      }
      state.completion = completion
      for outlet in state.outlets { outlet.accept(completion) }
      let last = (state.outlets, state.upstreams)
      state.outlets = []
      state.upstreams = []
      return last
    }
    withExtendedLifetime(upstreams) {
      for outlet in outlets { outlet.tell() }
    }
  }

  func send(subscription: any Subscription) {
    let handed = Handed(subscription)
    let (isOver, isAsking) = state.withLock { state in
      if state.completion == nil { state.upstreams.append(handed) }
      return (state.completion != nil, state.isAsking)
    }
    if isOver {
      subscription.cancel()
    } else if isAsking {
      subscription.request(.unlimited)
    }
  }

  private func ask() {
    let upstreams = state.withLock { state -> [Handed<any Subscription>] in
      if state.isAsking { return [] }
      state.isAsking = true
      return state.upstreams
    }
    for upstream in upstreams { upstream.value.request(.unlimited) }
  }

  private func remove(_ outlet: Outlet<Output, Failure>) {
    state.withLock { state in state.outlets.removeAll { other in other === outlet } }
  }
}
