import DemandStreams
import ShippedProducts

/// A publisher of a sequence as somebody else's package has it, over the bridge that they use.
struct OwnPublisher: Publisher {
  typealias Output = Int
  typealias Failure = any Error

  let source: DemandSource
  /// Whether it asks for everything, whatever its subscriber does.
  var isGreedy = false

  func receive<S>(subscriber: S)
  where S: Subscriber, S.Failure == any Error, S.Input == Int {
    if isGreedy {
      source.publisher.receive(subscriber: Greedy(subscriber: subscriber))
    } else {
      source.publisher.receive(subscriber: subscriber)
    }
  }

  private final class Greedy: Subscriber {
    typealias Input = Int
    typealias Failure = any Error

    private let subscriber: any Subscriber<Int, any Error>

    init(subscriber: any Subscriber<Int, any Error>) { self.subscriber = subscriber }

    func receive(subscription: any Subscription) {
      subscriber.receive(subscription: subscription)
      subscription.request(.unlimited)
    }

    func receive(_ input: Int) -> Subscribers.Demand { subscriber.receive(input) }

    func receive(completion: Subscribers.Completion<any Error>) {
      subscriber.receive(completion: completion)
    }
  }
}

/// A sequence of a publisher's values as somebody else's package has it.
struct OwnValues: AsyncSequence {
  let publisher: FakePublisher

  func makeAsyncIterator() -> Iterator { Iterator(base: publisher.values.makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    var base: PublisherSequence<FakePublisher>.Iterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> Int? {
      try await base.next(isolation: actor)
    }
  }
}
