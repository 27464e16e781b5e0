import DemandStreams
import ShippedProducts
import SluiceSimulation
import Synchronization

typealias Subscription = DemandStreams.Subscription
typealias Completion = Subscribers.Completion<any Error>

/// A subscriber of numbers, which may be called from a task.
struct NumberSubscriber: Sendable {
  private let box: CallbackBox<any Subscriber<Int, any Error>>

  init(_ subscriber: some Subscriber<Int, any Error>) { box = CallbackBox(subscriber) }

  func receive(subscription: any Subscription) { box.callback.receive(subscription: subscription) }
  func receive(_ number: Int) -> Subscribers.Demand { box.callback.receive(number) }
  func receive(completion: Completion) { box.callback.receive(completion: completion) }
}

/// Waits for demand or a cancel.
typealias DemandWaiter = CheckedContinuation<Void, Never>

/// The state of a subscription; each default is right, and a page has steps of its own.
protocol DemandState: Sendable, SendableMetatype {
  init()
  var demand: Subscribers.Demand { get set }
  var subscriber: NumberSubscriber? { get set }
  var waiter: DemandWaiter? { get set }
  var isCancelled: Bool { get set }

  /// The subscriber asks: returns the waiter that the caller resumes.
  mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter?
  /// The subscriber cancels: returns the waiter that the caller resumes.
  mutating func cancel() -> DemandWaiter?
  /// The sequence is over: returns the subscriber that the caller tells.
  mutating func complete() -> NumberSubscriber?
}

extension DemandState {
  mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter? {
    self.demand += demand
    return waiter.take()
  }

  mutating func cancel() -> DemandWaiter? {
    isCancelled = true
    subscriber = nil
    return waiter.take()
  }

  mutating func complete() -> NumberSubscriber? { subscriber.take() }
}

/// The state in which every step is right.
struct RightDemand: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
}

/// A subscription to the numbers of a sequence, whose course is a page's.
final class NumberSubscription<State: DemandState>: Subscription, Sendable {
  let numbers: DemandSource
  let task = Box<Task<Void, Never>>()
  private let state: Mutex<State>

  init(_ numbers: DemandSource, to subscriber: NumberSubscriber) {
    self.numbers = numbers
    var state = State()
    state.subscriber = subscriber
    self.state = Mutex(state)
  }

  func request(_ demand: Subscribers.Demand) {
    state.withLock { state in state.request(demand) }?.resume()
  }

  func cancel() {
    leave()
    task.value?.cancel()
  }

  /// Notes the cancel, and resumes what waits for demand.
  func leave() {
    let released = state.withLock { state in
      let subscriber = state.subscriber
      return (waiter: state.cancel(), subscriber: subscriber)
    }
    released.waiter?.resume()
  }

  /// Waits for demand.
  ///
  /// - Returns: Whether there is some; false where the subscriber has cancelled.
  func isWanted() async -> Bool {
    while true {
      let (isLeft, isOver) = state.withLock { state in (state.demand > 0, state.isCancelled) }
      if isOver || isLeft { return !isOver }
      await withCheckedContinuation { waiter in
        let isLate = state.withLock { state in
          if state.isCancelled || state.demand > 0 { return true }
          state.waiter = waiter
          return false
        }
        if isLate { waiter.resume() }
      }
    }
  }

  /// Takes one from the demand.
  ///
  /// - Returns: The subscriber that the number is for; nil where it has cancelled.
  func take() -> NumberSubscriber? {
    state.withLock { state in
      state.demand -= .max(1)
      return state.subscriber
    }
  }

  /// The subscriber, which goes on being one.
  var subscriber: NumberSubscriber? { state.withLock { state in state.subscriber } }

  /// The subscriber, who is none from now on.
  func complete() -> NumberSubscriber? { state.withLock { state in state.complete() } }
}

/// How a sequence is handed over; each default is right, and a page has steps of its own.
protocol Course: Sendable, SendableMetatype {
  associatedtype State: DemandState = RightDemand
  var subscription: NumberSubscription<State> { get }
  init(subscription: NumberSubscription<State>, shared: SharedNumbers)
  /// Begins, when the subscriber has its subscription.
  func start()
  func run() async
  /// Hands over until the end or a cancel.
  func handOver() async throws
  func hand(_ number: Int)
  func finish(_ completion: Completion) async
}

extension Course {
  var numbers: DemandSource { subscription.numbers }
  var subscriber: NumberSubscriber? { subscription.subscriber }
  func isWanted() async -> Bool { await subscription.isWanted() }
  func take() -> NumberSubscriber? { subscription.take() }
  func takeSubscriber() -> NumberSubscriber? { subscription.complete() }
  func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

  func start() { subscription.task.value = Task { await run() } }

  func run() async {
    do {
      try await handOver()
      await finish(.finished)
    } catch {
      await finish(.failure(error))
    }
  }

  func handOver() async throws {
    var iterator = numbers.makeAsyncIterator()
    while await isWanted() {
      guard let number = try await iterator.next(isolation: nil) else { return }
      hand(number)
    }
  }

  func hand(_ number: Int) {
    guard let subscriber = take() else { return }
    let reply = subscriber.receive(number)
    if reply > .none { request(reply) }
  }

  func finish(_ completion: Completion) async { takeSubscriber()?.receive(completion: completion) }
}

/// One iterator for all who ask.
actor SharedNumbers {
  private let numbers: DemandSource
  private var iterator: DemandSource.Iterator?

  init(_ numbers: DemandSource) { self.numbers = numbers }

  func next() async throws -> Int? {
    var mine = iterator ?? numbers.makeAsyncIterator()
    defer { iterator = mine }
    return try await mine.next(isolation: self)
  }
}

/// The course in which every step is right, over a page's state.
struct RightCourse<State: DemandState>: Course {
  let subscription: NumberSubscription<State>

  init(subscription: NumberSubscription<State>, shared: SharedNumbers) {
    self.subscription = subscription
  }
}

/// A publisher of a sequence's numbers.
struct NumberPublisher<Steps: Course>: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  let numbers: DemandSource
  let shared: SharedNumbers

  init(_ numbers: DemandSource) {
    self.numbers = numbers
    shared = SharedNumbers(numbers)
  }

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
    let subscription = NumberSubscription<Steps.State>(numbers, to: NumberSubscriber(subscriber))
    subscriber.receive(subscription: subscription)
    Steps(subscription: subscription, shared: shared).start()
  }
}
