public import DemandStreams
import FakeListener
import SluiceSimulation
import SluiceSpies
import Synchronization

/// A publisher of a scenario's numbers, which hands over what is asked for, and is read as a
/// sequence.
///
/// Each subscription is a registration in the log, each cancel its remove, and each value and end a
/// callback. A subscription hears of what is said from then on, and keeps it until it is asked for.
/// It can be told to break its own rules: to hand over what nobody has asked for, to go on after a
/// cancel or the end, to end twice, to hand out a second subscription, and to call from a queue of
/// its own. It never calls two at once, never calls with a lock held, and hands over what it has
/// inside `request(_:)`, without recursion.
public final class FakePublisher: Publisher, Sendable {
  /// A number.
  public typealias Output = Int
  /// Whatever error the scenario says.
  public typealias Failure = any Error

  /// How a number or an end comes.
  enum Way: String, Sendable, CaseIterable {
    /// As asked for, at once or inside the request.
    case asked
    /// As asked for, from a queue of the publisher's.
    case queued
    /// At once, whether anybody has asked for it or not.
    case unasked
    /// At once, also to those who have cancelled, or were told of the end.
    case late
  }

  private struct State {
    var subscriptions: [PublishedSubscription] = []
    var end: PublishedSubscription.News?
  }

  private let spy: Spy
  private let queue: CallbackQueue
  private let state = Mutex(State())

  init(spy: Spy, in simulation: Simulation) {
    self.spy = spy
    queue = CallbackQueue(.main, in: simulation)
  }

  /// Begins a subscription.
  ///
  /// - Parameter subscriber: Who gets the numbers.
  public func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == any Error, S.Input == Int {
    let registration = spy.addCalled()
    let subscription = PublishedSubscription(
      registration, to: CallbackBox(subscriber as any Subscriber<Int, any Error>), log: spy.log)
    let end = state.withLock { state in
      state.subscriptions.append(subscription)
      return state.end
    }
    subscriber.receive(subscription: PublishedHandle(subscription, log: spy.log))
    registration.reachAdd()
    // As a publisher with something at hand does: still inside the call that subscribes.
    subscription.begin(with: end)
    registration.addReturned()
  }

  private var subscriptions: [PublishedSubscription] {
    state.withLock { state in state.subscriptions }
  }

  /// How many subscriptions were neither cancelled nor told of the end.
  var subscriberCount: Int { subscriptions.count { subscription in subscription.isActive } }

  /// Has numbers handed over.
  func send(_ numbers: some Sequence<Int>, _ way: Way) {
    for number in numbers { tell(.number(number), way) }
  }

  /// Ends, with an error or normally, once or as often as it is said.
  func end(_ error: ScriptedError?, _ way: Way) {
    let news = PublishedSubscription.News.end(error)
    state.withLock { state in state.end = state.end ?? news }
    tell(news, way)
  }

  private func tell(_ news: PublishedSubscription.News, _ way: Way) {
    for subscription in subscriptions {
      switch way {
      case .asked: subscription.offer(news)
      case .queued:
        queue.asyncAfter(.zero, "demand.deliver") { subscription.offer(news) }
      case .unasked: subscription.push(news)
      case .late: subscription.pushLate(news)
      }
    }
  }

  /// Lets go of all subscribers, at the end of a run.
  func forget() {
    for subscription in subscriptions { subscription.forget() }
  }

  /// Hands every subscriber another subscription.
  func subscribeAgain() {
    for subscription in subscriptions { subscription.offerAgain() }
  }
}

/// One subscription to the kit's publisher.
final class PublishedSubscription: Sendable {
  typealias Target = CallbackBox<any Subscriber<Int, any Error>>

  /// What a subscriber is told.
  enum News: Sendable {
    case number(Int)
    case end(ScriptedError?)
  }

  private struct State {
    var target: Target?
    /// The subscriber, also after a cancel, for what comes late.
    var last: Target?
    var demand = Subscribers.Demand.none
    var pending: [News] = []
    var isCalling = true
    var isOver = false
    /// Whether the subscriber has cancelled, which removes the registration.
    var isCancelled = false
  }

  let registration: SpyRegistration
  private let log: EventLog
  private let state: Mutex<State>

  init(_ registration: SpyRegistration, to target: Target, log: EventLog) {
    self.registration = registration
    self.log = log
    state = Mutex(State(target: target, last: target))
  }

  var isActive: Bool { state.withLock { state in state.target != nil && !state.isOver } }

  /// The subscriber has its subscription; what is due by now is handed over.
  func begin(with end: News?) {
    state.withLock { state in
      state.isCalling = false
      if let end { state.pending.append(end) }
    }
    handOver()
  }

  // MARK: What the subscriber says

  func request(_ demand: Subscribers.Demand) {
    log.append(.demand(.asked(registration.id, demand.max)))
    state.withLock { state in state.demand += demand }
    handOver()
  }

  func cancel() {
    let isLate = state.withLock { state in
      state.isCancelled = state.isCancelled || !state.isOver
      return state.isOver
    }
    if isLate { return }
    registration.remove { _ in
      let former = state.withLock { state in
        let former = state.target
        state.target = nil
        state.pending = []
        return former
      }
      withExtendedLifetime(former) {}
    }
  }

  // MARK: What the subscriber is told

  /// Keeps something until it is asked for.
  func offer(_ news: News) {
    state.withLock { state in
      if state.target != nil, !state.isOver { state.pending.append(news) }
    }
    handOver()
  }

  /// Hands over what is asked for, one after the other.
  private func handOver() {
    while let (target, news) = next() {
      tell(news, to: target)
      state.withLock { state in state.isCalling = false }
    }
  }

  private func next() -> (Target, News)? {
    state.withLock { state in
      guard !state.isCalling, let target = state.target, let news = state.pending.first else {
        return nil
      }
      switch news {
      case .number:
        guard state.demand > .none else { return nil }
        state.demand -= 1
      case .end: break
      }
      state.pending.removeFirst()
      state.isCalling = true
      return (target, news)
    }
  }

  /// Hands something over now, whether it was asked for or not.
  func push(_ news: News) {
    let (target, isAsked) = state.withLock { state in
      let target = state.isCalling || state.isOver ? nil : state.target
      let isAsked = state.demand > .none
      if target != nil {
        state.isCalling = true
        if case .number = news, isAsked { state.demand -= 1 }
      }
      return (target, isAsked)
    }
    guard let target else { return }
    if case .number(let number) = news, !isAsked {
      log.append(.demand(.excess(registration.id, .integer(Int64(number)))))
      ask(target.callback.receive(number))
    } else {
      tell(news, to: target)
    }
    state.withLock { state in state.isCalling = false }
    handOver()
  }

  /// Hands something over now, also to who must not get it any more; to nobody who is being told
  /// something, since a publisher that is as rude as that still tells one thing after the other.
  func pushLate(_ news: News) {
    if isActive { return push(news) }
    let last = state.withLock { state in state.isCalling ? nil : state.last }
    if let last { tell(news, to: last) }
  }

  /// Hands over a second subscription.
  func offerAgain() {
    guard let target = state.withLock({ state in state.isOver ? nil : state.target }) else {
      return
    }
    log.append(.demand(.offeredAgain(registration.id)))
    target.callback.receive(subscription: SecondHandle(registration.id, log: log))
  }

  private func tell(_ news: News, to target: Target) {
    switch news {
    case .number(let number):
      var reply = Subscribers.Demand.none
      registration.deliver(.value(.integer(Int64(number)))) {
        reply = target.callback.receive(number)
      }
      ask(reply)
    case .end(nil):
      registration.deliver(.finish) {
        end()
        target.callback.receive(completion: .finished)
      }
    case .end(let error?):
      registration.deliver(.failure(Failure(error))) {
        end()
        target.callback.receive(completion: .failure(error))
      }
    }
  }

  /// Ends the registration with the subscription, which is over with its end.
  ///
  /// A cancel may have come while the callback was on its way: that has done so then.
  private func end() {
    let isFirst = state.withLock { state in
      defer { state.isOver = true }
      return !state.isOver && !state.isCancelled
    }
    if isFirst { registration.remove { _ in } }
  }

  /// Adds what the subscriber has replied to what it has asked for.
  private func ask(_ reply: Subscribers.Demand) {
    guard reply > .none else { return }
    log.append(.demand(.asked(registration.id, reply.max)))
    state.withLock { state in state.demand += reply }
  }

  /// Lets go of the subscriber at the end of a run.
  func forget() {
    let former = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    withExtendedLifetime(former) {}
  }
}

/// What a subscriber holds of its subscription.
private final class PublishedHandle: Subscription, Sendable {
  private let subscription: PublishedSubscription
  private let sentinel: Sentinel

  init(_ subscription: PublishedSubscription, log: EventLog) {
    self.subscription = subscription
    sentinel = Sentinel(.handle(subscription.registration.id), log: log)
  }

  deinit {
    subscription.registration.handleDied()
  }

  func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

  func cancel() { subscription.cancel() }
}

/// A second subscription, which is there to be cancelled.
private final class SecondHandle: Subscription, Sendable {
  private let registration: RegistrationID
  private let log: EventLog

  init(_ registration: RegistrationID, log: EventLog) {
    self.registration = registration
    self.log = log
  }

  func request(_ demand: Subscribers.Demand) {}

  func cancel() { log.append(.demand(.declined(registration))) }
}
