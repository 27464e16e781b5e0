import DemandStreams
import ShippedProducts
import SluiceConformance
import SluiceProducts

/// The pages of publishers, in the group `demand`.
enum DemandPages {
  static let all = [
    neverExceeded, additive, completionWithoutDemand, failurePassed, waiterReleased,
    baseAskedNoMore, subscriberReleased, nothingAfterEnd, ownIteration, serial,
  ]

  static let neverExceeded = courses(
    .neverExceeded, NeverExceededWrong.self, NeverExceededRight.self)
  static let additive = states(.additive, AdditiveWrong.self, AdditiveRight.self)
  static let completionWithoutDemand = courses(
    .completionWithoutDemand, CompletionWithoutDemandWrong.self,
    CompletionWithoutDemandRight.self)
  static let failurePassed = courses(
    .failurePassed, FailurePassedWrong.self, FailurePassedRight.self)
  static let waiterReleased = states(
    .waiterReleased, WaiterReleasedWrong.self, WaiterReleasedRight.self)
  static let baseAskedNoMore = courses(
    .baseAskedNoMore, BaseAskedNoMoreWrong.self, BaseAskedNoMoreRight.self)
  static let subscriberReleased = states(
    .subscriberReleased, SubscriberReleasedWrong.self, SubscriberReleasedRight.self)
  static let nothingAfterEnd = courses(
    .nothingAfterEnd, NothingAfterEndWrong.self, NothingAfterEndRight.self)
  static let ownIteration = courses(
    .ownIteration, OwnIterationWrong.self, OwnIterationRight.self)
  static let serial = courses(.serial, SerialWrong.self, SerialRight.self)

  private static func courses<Wrong: Course, Right: Course>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type
  ) -> RulePage {
    publishers(rule, { NumberPublisher<Wrong>($0) }, { NumberPublisher<Right>($0) })
  }

  private static func states<Wrong: DemandState, Right: DemandState>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type
  ) -> RulePage {
    courses(rule, RightCourse<Wrong>.self, RightCourse<Right>.self)
  }

  static func publishers<
    Wrong: Publisher & SendableMetatype, Right: Publisher & SendableMetatype
  >(
    _ rule: Rule, _ wrong: @escaping @Sendable (DemandSource) -> Wrong,
    _ right: @escaping @Sendable (DemandSource) -> Right
  ) -> RulePage where Wrong.Output == Int, Right.Output == Int {
    RulePage(
      rule: rule, wrong: .init(.publisher(RulePage.name, wrong), of: DemandProduct.product),
      right: .init(.publisher(RulePage.name, right), of: DemandProduct.product))
  }
}

private struct NeverExceededWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.never-exceeded
  func handOver() async throws {
    for try await number in numbers { hand(number) }
  }
  // end
}

private struct NeverExceededRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.never-exceeded
  func handOver() async throws {
    var iterator = numbers.makeAsyncIterator()
    while await isWanted() {  // waits for demand
      guard let number = try await iterator.next() else { return }
      hand(number)  // takes one from the demand
    }
  }
  // end
}

private struct AdditiveWrong: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // wrong: demand.additive
  mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter? {
    self.demand = demand
    return waiter.take()  // the caller resumes it
  }
  // end
}

private struct AdditiveRight: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // right: demand.additive
  mutating func request(_ demand: Subscribers.Demand) -> DemandWaiter? {
    self.demand += demand
    return waiter.take()  // the caller resumes it
  }
  // end
}

private struct CompletionWithoutDemandWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.completion-without-demand
  func finish(_ completion: Subscribers.Completion<any Error>) async {
    _ = take()  // one of the demand
    guard await isWanted() else { return }
    takeSubscriber()?.receive(completion: completion)
  }
  // end
}

private struct CompletionWithoutDemandRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.completion-without-demand
  func finish(_ completion: Subscribers.Completion<any Error>) async {
    takeSubscriber()?.receive(completion: completion)
  }
  // end
}

private struct FailurePassedWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.failure-passed
  func run() async {
    try? await handOver()  // comes back where next() gives nil or throws
    takeSubscriber()?.receive(completion: .finished)
  }
  // end
}

private struct FailurePassedRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.failure-passed
  func run() async {
    do {
      try await handOver()  // comes back where next() gives nil or throws
      takeSubscriber()?.receive(completion: .finished)
    } catch {
      takeSubscriber()?.receive(completion: .failure(error))
    }
  }
  // end
}

private struct WaiterReleasedWrong: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // wrong: demand.waiter-released
  mutating func cancel() -> DemandWaiter? {
    isCancelled = true
    subscriber = nil
    return nil  // the waiter stays where it is
  }
  // end
}

private struct WaiterReleasedRight: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // right: demand.waiter-released
  mutating func cancel() -> DemandWaiter? {
    isCancelled = true
    subscriber = nil
    return waiter.take()  // the caller resumes it
  }
  // end
}

private struct BaseAskedNoMoreWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.base-asked-no-more
  func handOver() async throws {
    for try await number in numbers {
      guard await isWanted() else { return }  // waits for demand
      hand(number)
    }
  }
  // end
}

private struct BaseAskedNoMoreRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.base-asked-no-more
  func handOver() async throws {
    var iterator = numbers.makeAsyncIterator()
    while await isWanted() {  // waits for demand
      guard let number = try await iterator.next() else { return }
      hand(number)
    }
  }
  // end
}

private struct SubscriberReleasedWrong: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // wrong: demand.subscriber-released
  mutating func complete() -> NumberSubscriber? {
    defer { isCancelled = true }
    return isCancelled ? nil : subscriber
  }
  // end
}

private struct SubscriberReleasedRight: DemandState {
  var demand = Subscribers.Demand.none
  var subscriber: NumberSubscriber?
  var waiter: DemandWaiter?
  var isCancelled = false
  // right: demand.subscriber-released
  mutating func complete() -> NumberSubscriber? {
    defer { isCancelled = true }
    return isCancelled ? nil : subscriber.take()
  }
  // end
}

private struct NothingAfterEndWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.nothing-after-end
  func run() async {
    do {
      try await handOver()
    } catch {
      // The subscriber stays one.
      subscriber?.receive(completion: .failure(error))
    }
    takeSubscriber()?.receive(completion: .finished)
  }
  // end
}

private struct NothingAfterEndRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.nothing-after-end
  func run() async {
    do {
      try await handOver()
    } catch {
      // Takes the subscriber out of the state.
      takeSubscriber()?.receive(completion: .failure(error))
    }
    takeSubscriber()?.receive(completion: .finished)
  }
  // end
}

private struct OwnIterationWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  let shared: SharedNumbers

  // wrong: demand.own-iteration
  func handOver() async throws {
    while await isWanted() {  // waits for demand
      // An actor of the publisher with one iterator for all.
      guard let number = try await shared.next() else { return }
      hand(number)
    }
  }
  // end
}

private struct OwnIterationRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.own-iteration
  func handOver() async throws {
    var iterator = numbers.makeAsyncIterator()
    while await isWanted() {  // waits for demand
      guard let number = try await iterator.next() else { return }
      hand(number)
    }
  }
  // end
}

private struct SerialWrong: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // wrong: demand.serial
  func hand(_ number: Int) {
    guard let subscriber = take() else { return }  // one of the demand
    Task { request(subscriber.receive(number)) }
  }
  // end
}

private struct SerialRight: Course {
  let subscription: NumberSubscription<RightDemand>
  init(subscription: NumberSubscription<RightDemand>, shared: SharedNumbers) {
    self.subscription = subscription
  }

  // right: demand.serial
  func hand(_ number: Int) {
    guard let subscriber = take() else { return }  // one of the demand
    request(subscriber.receive(number))
  }
  // end
}
