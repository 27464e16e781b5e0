import DemandStreams
import SluiceSimulation
import Synchronization

/// A way that numbers take from a sequence to who counts them, each in a simulation of its own.
enum BridgeWay: String, CaseIterable {
  /// No bridge at all: a loop over the sequence.
  case sequence = "bare sequence"
  /// Made a publisher, of which everything is asked for.
  case publisher = "to a publisher"
  /// Made a publisher that is asked for one at a time.
  case publisherByOne = "to a publisher, one by one"
  /// Made a publisher, and a sequence again, which asks for one at a time.
  case roundTrip = "to a publisher and back"
  /// From a publisher that hands over what it is asked for, at once.
  case values = "from a publisher"

  /// Lets so many numbers pass.
  func pass(_ count: Int) {
    Simulation().perform { simulation in
      let numbers = CountedNumbers(last: count)
      let counter = Counter()
      var sink: AnyCancellable?
      switch self {
      case .sequence:
        simulation.spawn("body") { for await _ in numbers { counter.count() } }
      case .publisher:
        sink = numbers.publisher.sink { _ in counter.count() }
      case .publisherByOne:
        numbers.publisher.subscribe(
          AnySubscriber(
            receiveSubscription: { subscription in subscription.request(.max(1)) },
            receiveValue: { _ in
              counter.count()
              return .max(1)
            }))
      case .roundTrip:
        simulation.spawn("body") { for await _ in numbers.publisher.values { counter.count() } }
      case .values:
        let publisher = PromptPublisher(last: count)
        simulation.spawn("body") { for await _ in publisher.values { counter.count() } }
      }
      _ = simulation.settle()
      precondition(counter.value == count, "\(rawValue): \(counter.value) of \(count) came")
      withExtendedLifetime(sink) {}
      _ = simulation.end()
    }
  }
}

/// What one number costs on its way.
struct BridgeCost: Encodable {
  /// The way.
  let way: String
  /// What one number costs, in microseconds.
  let microseconds: Double
  /// The same as a multiple of the bare sequence.
  let ratio: Double
}

final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func count() { number.add(1, ordering: .relaxed) }
}

/// The numbers up to one, without a wait.
private struct CountedNumbers: AsyncSequence, Sendable {
  let last: Int

  func makeAsyncIterator() -> Iterator { Iterator(last: last) }

  struct Iterator: AsyncIteratorProtocol {
    let last: Int
    var number = 0

    mutating func next(isolation actor: isolated (any Actor)?) async -> Int? {
      if number == last { return nil }
      number += 1
      return number
    }
  }
}

/// A publisher that hands over each number inside the request for it.
private struct PromptPublisher: Publisher, Sendable {
  typealias Output = Int
  typealias Failure = Never

  let last: Int

  func receive<S>(subscriber: S) where S: Subscriber<Int, Never> {
    subscriber.receive(subscription: Handle(to: subscriber, last: last))
  }

  private final class Handle<Target: Subscriber<Int, Never>>: Subscription {
    private var target: Target?
    private let last: Int
    private var number = 0

    init(to target: Target, last: Int) {
      self.target = target
      self.last = last
    }

    func request(_ demand: Subscribers.Demand) {
      var demand = demand
      while demand > 0, number < last {
        number += 1
        demand -= 1
        demand += target?.receive(number) ?? .none
      }
      if demand > 0 { target?.receive(completion: .finished) }
    }

    func cancel() { target = nil }
  }
}
