import DemandStreams
import Testing

@Suite("Sink, assign and cancellables")
struct SinkTests {
  @Test("ask for everything, and hand on values and the end")
  func sink() {
    let publisher = ScriptedPublisher<Broken>()
    let lines = Record<String>()
    let sink = publisher.sink(
      receiveCompletion: { completion in lines.append("\(completion)") },
      receiveValue: { value in lines.append("\(value)") })
    publisher.send(1)
    publisher.send(2)
    publisher.fail(Broken(number: 3))
    publisher.send(4)
    publisher.finish()
    #expect(publisher.record.all == ["subscribe", "unlimited"])
    #expect(lines.all.count == 3)
    #expect(lines.all.prefix(2) == ["1", "2"])
    sink.cancel()
    #expect(publisher.record.all == ["subscribe", "unlimited"])
  }

  @Test("cancel once, by hand or when nobody holds the cancellable any more")
  func cancellable() {
    let publisher = ScriptedPublisher<Never>()
    let values = Record<Int>()
    do {
      let sink = publisher.sink { value in values.append(value) }
      publisher.send(1)
      withExtendedLifetime(sink) {}
    }
    publisher.send(2)
    #expect(values.all == [1])
    #expect(publisher.record.all == ["subscribe", "unlimited", "cancel"])
    let count = Record<Int>()
    do {
      let cancellable = AnyCancellable { count.append(1) }
      cancellable.cancel()
      cancellable.cancel()
    }
    #expect(count.count == 1)
  }

  @Test("are kept in sets and collections, which cancel what they let go of")
  func stored() {
    let record = Record<Int>()
    var set: Set<AnyCancellable> = []
    var list: [AnyCancellable] = []
    for number in 1...2 { AnyCancellable { record.append(number) }.store(in: &set) }
    AnyCancellable { record.append(3) }.store(in: &list)
    ScriptedSubscription(record: record).store(in: &list)
    ScriptedSubscription(record: record).store(in: &set)
    #expect(set.count == 3 && list.count == 2)
    #expect(record.all == [])
    list.removeFirst()
    #expect(record.all == [3])
    list = []
    set = []
    #expect(record.all.sorted() == [1, 2, 3, 9, 9])
  }

  private struct ScriptedSubscription: Cancellable {
    let record: Record<Int>
    func cancel() { record.append(9) }
  }

  @Test("cancel a second subscription")
  func second() {
    let publisher = ScriptedPublisher<Never>()
    let sink = publisher.sink { _ in }
    publisher.subscribe()
    #expect(publisher.record.all == ["subscribe", "unlimited", "cancel"])
    sink.cancel()
  }

  @Test("let go of their closures at the end and at a cancel")
  func memory() {
    final class Object: Sendable {}
    for isCancelled in [false, true] {
      let publisher = ScriptedPublisher<Never>()
      weak var released: Object?
      var sink: AnyCancellable?
      do {
        let object = Object()
        released = object
        sink = publisher.sink { _ in withExtendedLifetime(object) {} }
      }
      #expect(released != nil)
      if isCancelled { sink?.cancel() } else { publisher.finish() }
      #expect(released == nil)
    }
  }

  @Test("assign to a property, and hold its object until the end")
  func assign() {
    final class Object { var number = 0 }
    let subject = PassthroughSubject<Int, Never>()
    weak var held: Object?
    var assignment: AnyCancellable?
    do {
      let object = Object()
      held = object
      assignment = subject.assign(to: \.number, on: object)
    }
    subject.send(5)
    #expect(held?.number == 5)
    subject.send(completion: .finished)
    #expect(held == nil)
    withExtendedLifetime(assignment) {}
  }

  @Test("have identifiers: objects their own, and new ones none that was there")
  func identifiers() {
    let (one, two) = (SpySubscriber<Int, Never>(), SpySubscriber<Int, Never>())
    #expect(one.combineIdentifier == CombineIdentifier(one))
    #expect(one.combineIdentifier != two.combineIdentifier)
    #expect(AnySubscriber(one).combineIdentifier == one.combineIdentifier)
    #expect(CombineIdentifier() != CombineIdentifier())
    #expect("\(CombineIdentifier())".hasPrefix("0x"))
    #expect(AnySubscriber<Int, Never>().receive(1) == .none)
  }
}
