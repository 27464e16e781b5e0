internal import Synchronization

/// One subscriber of a subject: its demand, and what is on its way to it.
///
/// It is told of one thing at a time, whoever sends: who finds another caller inside, on another
/// thread or below on the same stack, leaves what it brings to that one. So nothing recurses, and
/// the subscriber is called without a lock.
final class Outlet<Output, Failure: Error>: Subscription, Sendable {
  typealias Target = any Subscriber<Output, Failure>

  private struct State {
    /// Who is told; nil once it is over.
    var target: Handed<Target>?
    var demand = Subscribers.Demand.none
    /// What was asked for and has come.
    var values = Queue<Handed<Output>>()
    /// The latest value, as long as nobody has asked for one since it came.
    var latest: Handed<Output>?
    var completion: Subscribers.Completion<Failure>?
    /// Whether somebody is calling the subscriber.
    var isCalling = true

    /// Queues the latest value, if it is asked for.
    mutating func take() {
      guard demand > 0, let value = latest.take() else { return }
      demand -= 1
      values.append(value)
    }
  }

  /// The subject's side of it.
  struct Hooks: Sendable {
    /// Somebody asked for values.
    let asked: @Sendable () -> Void
    /// This is over.
    let ended: @Sendable (Outlet) -> Void
  }

  private let keepsLatest: Bool
  private let hooks: Hooks
  private let state: Mutex<State>

  /// An outlet that is told nothing before its subscription.
  ///
  /// - Parameters:
  ///   - target: The subscriber.
  ///   - latest: The present value, of a subject that has one.
  ///   - keepsLatest: Whether a value that nobody asks for is kept until somebody does.
  ///   - hooks: What the subject wants to know.
  init(to target: Target, latest: Handed<Output>?, keepsLatest: Bool, hooks: Hooks) {
    self.keepsLatest = keepsLatest
    self.hooks = hooks
    state = Mutex(State(target: Handed(target), latest: latest))
  }

  /// Tells the subscriber of its subscription, and of what has come meanwhile.
  func begin() {
    guard let target = state.withLock({ state in state.target }) else { return }
    target.value.receive(subscription: self)
    work()
  }

  /// Takes a value, if it is asked for, without telling the subscriber.
  ///
  /// - Returns: The value that this one has replaced, for its end outside of any lock.
  func accept(_ value: Handed<Output>) -> Handed<Output>? {
    state.withLock { state in
      guard state.target != nil, state.completion == nil else { return nil }
      let replaced = state.latest.take()
      if state.demand > 0 || keepsLatest { state.latest = value }
      state.take()
      return replaced
    }
  }

  /// Takes the end, without telling the subscriber.
  func accept(_ completion: Subscribers.Completion<Failure>) {
    state.withLock { state in
      if state.completion == nil { state.completion = completion }
    }
  }

  func request(_ demand: Subscribers.Demand) {
    guard demand > .none else { return }
    state.withLock { state in
      state.demand += demand
      state.take()
    }
    hooks.asked()
    tell()
  }

  func cancel() {
    let last = state.withLock { state in
      let last = state
      state = State(target: nil, isCalling: last.isCalling)
      return last
    }
    if last.target != nil { hooks.ended(self) }
  }

  /// Tells the subscriber what has come, unless somebody is doing so.
  func tell() {
    let isFree = state.withLock { state in
      defer { state.isCalling = true }
      return !state.isCalling
    }
    if isFree { work() }
  }

  /// Tells the subscriber what has come, one by one.
  private func work() {
    while let news = next() {
      switch news {
      case .value(let value, let target):
        let more = target.value.receive(value.value)
        state.withLock { state in
          guard state.target != nil else { return }
          state.demand += more
          state.take()
        }
        if more > .none { hooks.asked() }
      case .completion(let completion, let target):
        hooks.ended(self)
        target.value.receive(completion: completion)
      }
    }
  }

  private enum News {
    case value(Handed<Output>, Handed<Target>)
    case completion(Subscribers.Completion<Failure>, Handed<Target>)
  }

  private func next() -> News? {
    state.withLock { state in
      guard let target = state.target else {
        state.isCalling = false
        return nil
      }
      if let value = state.values.popFirst() { return .value(value, target) }
      guard let completion = state.completion else {
        state.isCalling = false
        return nil
      }
      state.target = nil
      return .completion(completion, target)
    }
  }
}
