import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface that tells a delegate, which it holds weakly.
protocol Thermometer<Degrees>: AnyObject, Sendable {
  associatedtype Degrees: Sendable

  var delegate: (any ThermometerDelegate<Degrees>)? { get set }
}

protocol ThermometerDelegate<Degrees>: AnyObject {
  associatedtype Degrees: Sendable

  func thermometerDidRead(_ degrees: Degrees)
  func thermometerDidFail(_ error: any Error)
  func thermometerDidBreak()
}

/// Its fake.
final class FakeThermometer<Degrees: Sendable>: Thermometer {
  private let slot: DelegateSlot<any ThermometerDelegate<Degrees>, Degrees>

  init(_ source: FakeListener<Degrees>) {
    slot = DelegateSlot(of: source)
  }

  var delegate: (any ThermometerDelegate<Degrees>)? {
    get { slot.delegate }
    set {
      slot.set(newValue) { delegate in
        .value(
          { degrees in delegate.thermometerDidRead(degrees) },
          onFailure: { error in delegate.thermometerDidFail(error) },
          onFinish: { delegate.thermometerDidBreak() })
      }
    }
  }
}

/// The delegate of the stream under test.
private final class Reader<Degrees: Sendable>: ThermometerDelegate, Sendable {
  let continuation: AsyncThrowingStream<Degrees, any Error>.Continuation
  let cleanUp = CleanUp()

  init(_ continuation: AsyncThrowingStream<Degrees, any Error>.Continuation) {
    self.continuation = continuation
  }

  func thermometerDidRead(_ degrees: Degrees) {
    if !cleanUp.isOver { continuation.yield(degrees) }
  }

  func thermometerDidFail(_ error: any Error) {
    if !cleanUp.isOver { continuation.finish(throwing: error) }
  }

  func thermometerDidBreak() {
    if !cleanUp.isOver { continuation.finish() }
  }
}

enum ReaderFault { case none, neverClearsTheDelegate, keepsNoDelegate }

extension Thermometer {
  /// The stream under test.
  func degrees(_ fault: ReaderFault = .none) -> AsyncThrowingStream<Degrees, any Error> {
    AsyncThrowingStream { continuation in
      let reader = Reader<Degrees>(continuation)
      if fault != .neverClearsTheDelegate { reader.cleanUp.set { self.delegate = nil } }
      let cleanUp = reader.cleanUp
      continuation.onTermination = { _ in
        if fault != .keepsNoDelegate { withExtendedLifetime(reader) { cleanUp.run() } }
      }
      delegate = reader
    }
  }
}

@Suite("Shape with a delegate")
struct DelegateShapeTests {
  static func subject(_ fault: ReaderFault = .none) -> Subject {
    .overListener("thermometer", traits: .plain) { source, _ in
      FakeThermometer(source).degrees(fault)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a stream found whose delegate dies without being taken back")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.neverClearsTheDelegate), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("records the set and what takes its place, and nothing that changes nothing")
  func setting() throws {
    try ShapeBench.perform { bench in
      let slot = DelegateSlot<Notes, Int>(of: bench.source)
      let (first, second) = (Notes(), Notes())
      slot.set(nil, Notes.callback)
      slot.set(first, Notes.callback)
      slot.set(first, Notes.callback)
      bench.source.send(1)
      slot.set(second, Notes.callback)
      bench.source.send(2)
      slot.set(nil, Notes.callback)
      slot.set(nil, Notes.callback)
      bench.source.send(3)
      #expect(slot.delegate == nil)
      #expect(first.taken == [1])
      #expect(second.taken == [2])
      #expect(
        bench.log.filter { line in line.hasSuffix("called") } == [
          "add #1 called", "remove #1 called", "add #2 called", "remove #2 called",
        ])
    }
  }

  @Test("ends the callbacks with the delegate, whose death is no remove")
  func death() throws {
    try ShapeBench.perform { bench in
      let slot = DelegateSlot<Notes, Int>(of: bench.source)
      var notes: Notes? = Notes()
      slot.set(notes, Notes.callback)
      bench.source.send(1, .queued())
      bench.source.sendLate(2)
      notes = nil
      #expect(slot.delegate == nil)
      bench.source.send(3)
      #expect(bench.simulation.settle() == nil)
      #expect(bench.spy.callbackCount == 0)
      #expect(bench.source.listenerCount == 1)
      slot.set(nil, Notes.callback)
      #expect(bench.source.listenerCount == 0)
      #expect(notes == nil)
    }
  }

  @Test("can be cleared inside the call that sets it")
  func clearingInsideAdd() throws {
    try ShapeBench.perform { bench in
      let slot = DelegateSlot<Notes, Int>(of: bench.source)
      let notes = Notes()
      bench.spy.inject(at: .add) { slot.set(nil, Notes.callback) }
      slot.set(notes, Notes.callback)
      #expect(bench.source.listenerCount == 0)
      #expect(slot.delegate == nil)
    }
  }

  /// A delegate that is no protocol.
  private final class Notes {
    var taken: [Int] = []

    static func callback(_ notes: Notes) -> ListenerCallback<Int> {
      .value { value in notes.taken.append(value) }
    }
  }
}
