import DemandStreams
import ShippedProducts
import SluiceConformance
import SluiceProducts

/// The pages of subscriptions and of sequences of publishers, in the group `demand`.
enum SubscriptionPages {
  static let all = [
    cancelStops, subscriptionFirst, boundedRecursion, asksWhileWaiting, asksSomething,
    secondSubscriptionCancelled,
  ]

  static let cancelStops = DemandPages.publishers(
    .cancelStops, { StoppingPublisher<CancelStopsWrong>(numbers: $0) },
    { StoppingPublisher<CancelStopsRight>(numbers: $0) })
  static let subscriptionFirst = DemandPages.publishers(
    .subscriptionFirst, { SubscriptionFirstWrong(numbers: $0) },
    { SubscriptionFirstRight(numbers: $0) })
  static let boundedRecursion = DemandPages.publishers(
    .boundedRecursion, { CollectingPublisher<BoundedRecursionWrong>(source: $0) },
    { CollectingPublisher<BoundedRecursionRight>(source: $0) })
  static let asksWhileWaiting = receivers(
    .asksWhileWaiting, AsksWhileWaitingWrong.self, AsksWhileWaitingRight.self)
  static let asksSomething = receivers(
    .asksSomething, AsksSomethingWrong.self, AsksSomethingRight.self)
  static let secondSubscriptionCancelled = receivers(
    .secondSubscriptionCancelled, SecondSubscriptionWrong.self, SecondSubscriptionRight.self)

  private static func receivers<Wrong: Receiving, Right: Receiving>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type
  ) -> RulePage {
    RulePage(
      rule: rule,
      wrong: .init(
        .values(RulePage.name) { ReceivedNumbers<Wrong>(publisher: $0) },
        of: DemandProduct.product),
      right: .init(
        .values(RulePage.name) { ReceivedNumbers<Right>(publisher: $0) },
        of: DemandProduct.product))
  }
}

/// A subscription that says itself how it is cancelled.
private protocol Stopping: Subscription, Sendable {
  init(base: NumberSubscription<RightDemand>)
  var base: NumberSubscription<RightDemand> { get }
}

extension Stopping {
  var task: Task<Void, Never>? { base.task.value }

  func request(_ demand: Subscribers.Demand) { base.request(demand) }
}

private struct StoppingPublisher<Steps: Stopping>: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  let numbers: DemandSource

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
    let base = NumberSubscription<RightDemand>(numbers, to: NumberSubscriber(subscriber))
    subscriber.receive(subscription: Steps(base: base))
    RightCourse(subscription: base, shared: SharedNumbers(numbers)).start()
  }
}

private final class CancelStopsWrong: Stopping {
  let base: NumberSubscription<RightDemand>

  init(base: NumberSubscription<RightDemand>) { self.base = base }

  // wrong: demand.cancel-stops
  func cancel() {
    base.leave()  // wakes the task where it waits for demand
  }
  // end
}

private final class CancelStopsRight: Stopping {
  let base: NumberSubscription<RightDemand>

  init(base: NumberSubscription<RightDemand>) { self.base = base }

  // right: demand.cancel-stops
  func cancel() {
    base.leave()  // wakes the task where it waits for demand
    task?.cancel()  // ends it where it waits in next()
  }
  // end
}

private struct SubscriptionFirstWrong: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  let numbers: DemandSource

  // wrong: demand.subscription-first
  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Int, S.Failure == any Error {
    subscriber.receive(subscription: Subscriptions.empty)  // for now
    let subscription = connect(subscriber)
    subscriber.receive(subscription: subscription)
    start(subscription)
  }
  // end
}

private struct SubscriptionFirstRight: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  let numbers: DemandSource

  // right: demand.subscription-first
  func receive<S: Subscriber>(subscriber: S)
  where S.Input == Int, S.Failure == any Error {
    let subscription = connect(subscriber)
    subscriber.receive(subscription: subscription)
    start(subscription)
  }
  // end
}

/// What a publisher of numbers does besides.
private protocol Connecting {
  var numbers: DemandSource { get }
}

extension Connecting {
  func connect(_ subscriber: some Subscriber<Int, any Error>) -> NumberSubscription<RightDemand> {
    NumberSubscription(numbers, to: NumberSubscriber(subscriber))
  }

  func start(_ subscription: NumberSubscription<RightDemand>) {
    RightCourse(subscription: subscription, shared: SharedNumbers(numbers)).start()
  }
}

extension SubscriptionFirstWrong: Connecting {}
extension SubscriptionFirstRight: Connecting {}

private struct AsksWhileWaitingWrong: Receiving {
  let inbox = NumberInbox()
  // wrong: demand.asks-while-waiting
  func receive(subscription new: any Subscription) {
    subscription.value = KeptSubscription(new)
    new.request(.max(1))
  }
  func wait() {}  // next() has stored its continuation
  // end
}

private struct AsksWhileWaitingRight: Receiving {
  let inbox = NumberInbox()
  // right: demand.asks-while-waiting
  func receive(subscription new: any Subscription) {
    subscription.value = KeptSubscription(new)
  }
  func wait() {  // next() has stored its continuation
    subscription.value?.request(.max(1))
  }
  // end
}

private struct AsksSomethingWrong: Receiving {
  let inbox = NumberInbox()
  // wrong: demand.asks-something
  func receive(subscription new: any Subscription) {
    subscription.value = KeptSubscription(new)
    new.request(.none)  // nothing is wanted yet
  }
  // end
}

private struct AsksSomethingRight: Receiving {
  let inbox = NumberInbox()
  // right: demand.asks-something
  func receive(subscription new: any Subscription) {
    subscription.value = KeptSubscription(new)
    // The first next() asks.
  }
  // end
}

private struct SecondSubscriptionWrong: Receiving {
  let inbox = NumberInbox()
  // wrong: demand.second-subscription-cancelled
  func receive(subscription new: any Subscription) {
    subscription.value = KeptSubscription(new)
  }
  // end
}

private struct SecondSubscriptionRight: Receiving {
  let inbox = NumberInbox()
  // right: demand.second-subscription-cancelled
  func receive(subscription new: any Subscription) {
    guard subscription.value == nil else { return new.cancel() }
    subscription.value = KeptSubscription(new)
  }
  // end
}

/// A subscription that hands over what it has collected.
private protocol Collecting: Subscription, Sendable {
  init(_ numbers: Collected)
  var numbers: Collected { get }
}

private final class BoundedRecursionWrong: Collecting {
  let numbers: Collected

  init(_ numbers: Collected) { self.numbers = numbers }

  func cancel() { numbers.cancel() }

  // wrong: demand.bounded-recursion
  func request(_ demand: Subscribers.Demand) {
    numbers.add(demand)
    while let (subscriber, number) = numbers.next() {
      request(subscriber.receive(number))
    }
  }
  // end
}

private final class BoundedRecursionRight: Collecting {
  let numbers: Collected

  init(_ numbers: Collected) { self.numbers = numbers }

  func cancel() { numbers.cancel() }

  // right: demand.bounded-recursion
  func request(_ demand: Subscribers.Demand) {
    numbers.add(demand)
    guard numbers.begin() else { return }  // another call hands over
    while let (subscriber, number) = numbers.next() {
      numbers.add(subscriber.receive(number))
    }
  }
  // end
}

private struct CollectingPublisher<Steps: Collecting>: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = any Error

  let source: DemandSource

  func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == any Error {
    let numbers = Collected(for: NumberSubscriber(subscriber))
    let steps = Steps(numbers)
    subscriber.receive(subscription: steps)
    numbers.collect(source) { steps.request(.none) }
  }
}
