import DemandStreams
import Sluice
import SluiceSimulation
import Testing

/// A publisher that does to its one subscriber what a test says.
final class ScriptedPublisher<Failure: Error>: Publisher {
  typealias Output = Int

  /// What it is asked, in order.
  let record = Record<String>()
  private(set) var subscriber: (any Subscriber<Int, Failure>)?
  private let subscribes: Bool
  var onRequest: (ScriptedPublisher, Subscribers.Demand) -> Void = { _, _ in }

  /// - Parameter subscribes: Whether it hands out a subscription at once.
  init(subscribes: Bool = true) {
    self.subscribes = subscribes
  }

  final class Handle: Subscription {
    weak var publisher: ScriptedPublisher?
    let record: Record<String>

    init(_ publisher: ScriptedPublisher) {
      self.publisher = publisher
      record = publisher.record
    }

    func request(_ demand: Subscribers.Demand) {
      record.append("\(demand)")
      if let publisher { publisher.onRequest(publisher, demand) }
    }

    func cancel() { record.append("cancel") }
  }

  func receive<S>(subscriber: S) where S: Subscriber<Int, Failure> {
    record.append("subscribe")
    self.subscriber = subscriber
    if subscribes { subscribe() }
  }

  func subscribe() { subscriber?.receive(subscription: Handle(self)) }

  func send(_ value: Int) { _ = subscriber?.receive(value) }

  func finish() { subscriber?.receive(completion: .finished) }

  func fail(_ failure: Failure) { subscriber?.receive(completion: .failure(failure)) }
}

@Suite("Sequence of a publisher")
struct PublisherSequenceTests {
  @Test("subscribes at the first next, and asks for one value at each")
  func demand() throws {
    try simulate { stage in
      let publisher = ScriptedPublisher<Never>()
      let reader = stage.read("reader", publisher.values, .manual)
      stage.settle()
      #expect(publisher.record.all == [])
      reader.pull()
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(1)"])
      stage.perform { publisher.send(1) }
      reader.expect(1)
      #expect(publisher.record.all == ["subscribe", "max(1)"])
      reader.pull()
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(1)", "max(1)"])
      stage.perform { publisher.finish() }
      reader.expectEnd()
      #expect(publisher.record.all == ["subscribe", "max(1)", "max(1)"])
    }
  }

  @Test("with a buffer asks beforehand, and again for what was taken, and loses nothing")
  func buffer() throws {
    try simulate { stage in
      let publisher = ScriptedPublisher<Never>()
      let reader = stage.read("reader", publisher.values(bufferingUpTo: 3), .manual)
      reader.pull()
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(3)"])
      stage.perform { for value in 1...3 { publisher.send(value) } }
      reader.expect(1)
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(3)", "max(1)"])
      stage.perform {
        publisher.send(4)
        publisher.finish()
      }
      for value in 2...4 {
        reader.pull()
        reader.expect(value)
      }
      reader.pull()
      reader.expectEnd()
    }
  }
}
