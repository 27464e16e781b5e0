import DemandStreams
import Dispatch
import Sluice
import SluiceSimulation
import StandardStreams
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
    try withStage { stage in
      let publisher = ScriptedPublisher<Never>()
      let puller = Puller(publisher.values)
      stage.settle()
      #expect(publisher.record.all == [])
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(1)"])
      stage.perform { publisher.send(1) }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(1)"])
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(1)", "max(1)"])
      stage.perform { publisher.finish() }
      stage.settle()
      #expect(puller.log.all == ["1", "end"])
      #expect(publisher.record.all == ["subscribe", "max(1)", "max(1)"])
    }
  }

  @Test("with a buffer asks beforehand, and again for what was taken, and loses nothing")
  func buffer() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Never>()
      let puller = Puller(publisher.values(bufferingUpTo: 3))
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(3)"])
      stage.perform { for value in 1...3 { publisher.send(value) } }
      stage.settle()
      #expect(puller.log.all == ["1"])
      #expect(publisher.record.all == ["subscribe", "max(3)", "max(1)"])
      stage.perform {
        publisher.send(4)
        publisher.finish()
      }
      for _ in 1...5 { stage.perform { puller.pull(on: stage) } }
      stage.settle()
      #expect(puller.log.all == ["1", "2", "3", "4", "end", "end"])
    }
  }

  @Test(
    "cancels its subscription before a waiting consumer sees the end", arguments: [false, true])
  func cancelWaiting(_ hasBuffer: Bool) throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Never>()
      let puller = Puller(
        hasBuffer ? publisher.values(bufferingUpTo: 2) : publisher.values,
        writingInto: publisher.record)
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      stage.perform {
        puller.cancel()
        #expect(publisher.record.all.last == "cancel")
        publisher.send(1)
      }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "max(\(hasBuffer ? 2 : 1))", "cancel", "end"])
    }
  }

  @Test("subscribes nothing in a task that is cancelled already")
  func cancelledEarly() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Never>()
      let puller = Puller(publisher.values)
      stage.perform {
        puller.pull(on: stage)
        puller.cancel()
      }
      stage.settle()
      #expect(publisher.record.all == [])
      #expect(puller.log.all == ["end"])
    }
  }

  @Test("cancels its subscription when the loop is left, by break, by an error, or by the iterator")
  func left() throws {
    try withStage { stage in
      let (broken, thrown, dropped) = (
        ScriptedPublisher<Never>(), ScriptedPublisher<Never>(), ScriptedPublisher<Never>()
      )
      let boxes = (SimulationConfined(broken), SimulationConfined(thrown))
      let puller = Puller(dropped.values)
      stage.perform {
        stage.simulation.spawn("breaks") { for await _ in boxes.0.value.values { break } }
        stage.simulation.spawn("throws") {
          try? await { for await value in boxes.1.value.values { throw Broken(number: value) } }()
        }
        puller.pull(on: stage)
      }
      stage.settle()
      stage.perform { for publisher in [broken, thrown, dropped] { publisher.send(1) } }
      stage.settle()
      #expect(broken.record.all == ["subscribe", "max(1)", "cancel"])
      #expect(thrown.record.all == ["subscribe", "max(1)", "cancel"])
      #expect(dropped.record.all == ["subscribe", "max(1)"])
      stage.perform { puller.drop() }
      #expect(dropped.record.all == ["subscribe", "max(1)", "cancel"])
    }
  }

  @Test("cancels a subscription that comes when nobody wants it any more, and a second one")
  func lateSubscription() throws {
    try withStage { stage in
      let late = ScriptedPublisher<Never>(subscribes: false)
      let puller = Puller(late.values)
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      stage.perform { puller.cancel() }
      stage.settle()
      #expect(puller.log.all == ["end"])
      stage.perform { late.subscribe() }
      #expect(late.record.all == ["subscribe", "cancel"])

      let twice = ScriptedPublisher<Never>(subscribes: false)
      let other = Puller(twice.values)
      stage.perform { other.pull(on: stage) }
      stage.settle()
      stage.perform {
        twice.subscribe()
        twice.subscribe()
      }
      #expect(twice.record.all == ["subscribe", "max(1)", "cancel"])
      stage.perform { twice.send(7) }
      stage.settle()
      #expect(other.log.all == ["7"])
    }
  }

  @Test("takes what it has asked for of a publisher that breaks its rules, and nothing else")
  func misbehaving() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Broken>(subscribes: false)
      let puller = Puller(publisher.values)
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      stage.perform { publisher.send(1) }
      stage.settle()
      #expect(puller.log.all == [])
      stage.perform {
        publisher.subscribe()
        for value in 2...4 { publisher.send(value) }
      }
      stage.settle()
      #expect(puller.log.all == ["2"])
      stage.perform {
        publisher.fail(Broken(number: 1))
        publisher.finish()
        publisher.fail(Broken(number: 2))
        publisher.send(5)
        for _ in 1...3 { puller.pull(on: stage) }
      }
      stage.settle()
      #expect(puller.log.all == ["2", "threw Broken(number: 1)", "end", "end"])
    }
  }

  @Test("takes values that come inside request, and from another queue")
  func inside() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Never>()
      publisher.onRequest = { publisher, demand in
        for value in 1...(demand.max ?? 1) { publisher.send(value) }
      }
      let puller = Puller(publisher.values)
      for _ in 1...3 { stage.perform { puller.pull(on: stage) } }
      stage.settle()
      #expect(puller.log.all == ["1", "1", "1"])

      let queued = ScriptedPublisher<Never>()
      queued.onRequest = { publisher, _ in
        let box = SimulationConfined(publisher)
        DispatchQueue.global().async { box.value.send(2) }
      }
      let other = Puller(queued.values(bufferingUpTo: 1))
      for _ in 1...2 { stage.perform { other.pull(on: stage) } }
      stage.settle()
      #expect(other.log.all == ["2", "2"])
    }
  }

  @Test("hands out what has come before a failure, which it throws once, with its type")
  func failure() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<Broken>()
      let puller = Puller(publisher.values(bufferingUpTo: 2))
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      stage.perform {
        publisher.send(1)
        publisher.send(2)
        publisher.fail(Broken(number: 3))
        for _ in 1...3 { puller.pull(on: stage) }
      }
      stage.settle()
      #expect(puller.log.all == ["1", "2", "threw Broken(number: 3)", "end"])
    }
  }

  @Test("lets go of its subscription at the end, and drops its buffer at a cancel")
  func releases() throws {
    try withStage { stage in
      let subject = PassthroughSubject<Int, Never>()
      let puller = Puller(subject.values(bufferingUpTo: 2))
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      stage.perform { for value in 1...9 { subject.send(value) } }
      stage.settle()
      stage.perform {
        puller.pull(on: stage)
        puller.cancel()
      }
      stage.settle()
      stage.perform { puller.pull(on: stage) }
      stage.settle()
      #expect(puller.log.all == ["1", "end", "end"])
    }
  }

  @Test("is one iteration behind the standard library's own type, and cancels with it")
  func standard() throws {
    try withStage { stage in
      let numbers = Numbers<any Error> { call in .success(call) }
      let shared = Record<String>()
      stage.perform {
        let stream = numbers.publisher.standardValues()
        let pullers = (
          Puller(stream, writingInto: shared), Puller(stream, writingInto: shared)
        )
        pullers.0.pull(on: stage)
        pullers.1.pull(on: stage)
      }
      stage.settle()
      #expect(shared.all.sorted() == ["1", "2"])
      #expect(numbers.record.all.first == "iterator" && numbers.record.all.last == "gone")
      #expect(numbers.record.all.count { line in line == "iterator" } == 1)
    }
  }

  @Test("neither loses nor repeats a value that races a cancel, and always cancels")
  func racing() throws {
    let tried = try withStage(schedules: 200) { stage in
      let publisher = ScriptedPublisher<Never>()
      let puller = Puller(publisher.values)
      stage.perform { puller.pull(on: stage) }
      stage.race { publisher.send(1) }
      stage.race { puller.cancel() }
      stage.race { publisher.finish() }
      stage.settle()
      #expect(puller.log.count == 1)
      let asked = publisher.record.all
      let isLeft = asked.isEmpty || asked.last == "cancel" || asked == ["subscribe", "max(1)"]
      #expect(isLeft, "\(asked)")
    }
    #expect(tried.distinct > 10)
  }
}
