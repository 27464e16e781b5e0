import Dispatch
import SluiceConformance
import SluiceSimulation
import SluiceSpies
import Testing

/// A sequence that subscribes somewhere else, where it is opened and where it is iterated.
private struct SubscribingSequence: AsyncSequence {
  let spy: Spy
  /// Has an add be made, wherever that is.
  let place: @Sendable (@escaping @Sendable () -> Void) -> Void

  init(_ spy: Spy, _ place: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
    self.spy = spy
    self.place = place
    place { spy.addCalled(options: .string("opened")).addReturned() }
  }

  func makeAsyncIterator() -> Iterator {
    place { [spy] in spy.addCalled(options: .string("iterated")).addReturned() }
    return Iterator()
  }

  struct Iterator: AsyncIteratorProtocol {
    mutating func next() async -> Int? { nil }
  }
}

@Suite("Attribution of an add")
struct AttributionTests {
  enum Place: String, CaseIterable {
    case here, task, detached, queue, later, queueOfATask

    var perform: @Sendable (@escaping @Sendable () -> Void) -> Void {
      switch self {
      case .here: { add in add() }
      case .task: { add in Task { add() } }
      case .detached: { add in Task.detached { add() } }
      case .queue: { add in DispatchQueue(label: "adds").async(execute: add) }
      case .later: { add in DispatchQueue.main.asyncAfter(deadline: .now() + 1, execute: add) }
      case .queueOfATask:
        { add in Task.detached { DispatchQueue.global().async(execute: add) } }
      }
    }
  }

  @Test(
    "is to the sequence that was opened, and to the consumer that iterates, wherever it is made",
    arguments: Place.allCases, [nil, "family"])
  func consumers(_ place: Place, _ group: String?) throws {
    let adds = try Simulation().perform { (simulation) throws(StageError) in
      let stage = Stage(in: simulation)
      for name in ["A", "B"] {
        var options = ConsumerOptions()
        options.group = group
        try stage.start(name, options) { () throws(SubjectError) in
          ErasedSequence(SubscribingSequence(stage.spy, place.perform)) { number in
            .integer(Int64(number))
          }
        }
      }
      #expect(stage.settle() == nil)
      #expect(stage.advance(to: Instant.start.advanced(by: .seconds(2))) == nil)
      simulation.end()
      return stage.log.entries.compactMap { entry -> [String: Event.Caller]? in
        guard case .addCalled(_, let caller, .string(let what)) = entry.event else { return nil }
        return [what: caller]
      }
    }
    #expect(adds.count == 4)
    for number in 1...2 {
      let opened = Event.Caller(sequence: SequenceID(number))
      let iterated = Event.Caller(
        sequence: SequenceID(number), consumer: ConsumerID(number))
      #expect(adds.contains(["opened": opened]))
      #expect(adds.contains(["iterated": iterated]))
    }
  }

  @Test("is to nobody where the script makes it, in whatever call of a stream's that falls")
  func script() {
    Simulation().perform { simulation in
      let stage = Stage(in: simulation)
      simulation.stimulus("listener.send") { stage.spy.addCalled().addReturned() }
      simulation.schedule("listener.later") { stage.spy.addCalled().addReturned() }
      #expect(stage.settle() == nil)
      #expect(stage.spy.callers == [.unknown, .unknown])
      simulation.end()
    }
  }
}
