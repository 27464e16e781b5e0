import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Synchronization
import Testing

/// An interface that is started with a callback and stopped.
protocol Sensor<Sample>: Sendable {
  associatedtype Sample: Sendable

  func start(_ body: @escaping @Sendable (Result<Sample, any Error>) -> Void) throws
  func stop()
}

/// Its fake.
struct FakeSensor<Sample: Sendable>: Sensor {
  private let pair: StartStopPair<Sample>

  init(_ source: FakeListener<Sample>) {
    pair = StartStopPair(of: source)
  }

  func start(_ body: @escaping @Sendable (Result<Sample, any Error>) -> Void) throws {
    try pair.start(.result(body), throwing: (any Error).self)
  }

  func stop() { pair.stop() }
}

enum SensorFault { case none, forgetsStop, stopsTwice, startsTwice }

extension Sensor {
  /// The stream under test.
  func samples(_ fault: SensorFault = .none) -> AsyncThrowingStream<Sample, any Error> {
    AsyncThrowingStream { continuation in
      let isOver = SensorFlag()
      continuation.onTermination = { _ in
        isOver.raise()
        if fault != .forgetsStop { stop() }
        if fault == .stopsTwice { stop() }
      }
      for _ in 0..<(fault == .startsTwice ? 2 : 1) {
        do {
          try start { result in
            if isOver.isRaised { return }
            switch result {
            case .success(let sample): continuation.yield(sample)
            case .failure(let error): continuation.finish(throwing: error)
            }
          }
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
  }
}

private final class SensorFlag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .sequentiallyConsistent) }

  func raise() { flag.store(true, ordering: .sequentiallyConsistent) }
}

@Suite("Shape with start and stop")
struct StartStopShapeTests {
  static func subject(_ fault: SensorFault = .none) -> Subject {
    .overListener("sensor", traits: .plain, lacking: [.finish]) { source, _ in
      FakeSensor(source).samples(fault)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test(
    "has wrong streams found",
    arguments: [
      (SensorFault.forgetsStop, "cancellation.suspended-removes"),
      (.stopsTwice, "teardown.remove-once"), (.startsTwice, "registration.declared-adds"),
    ])
  func wrong(_ fault: SensorFault, _ rule: String) throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(fault), in: "cancel-while-waiting")
    #expect(broken == [rule])
  }

  @Test("removes what was started last, and records a stop of nothing")
  func stops() throws {
    try ShapeBench.perform { bench in
      let pair = StartStopPair(of: bench.source)
      pair.stop()
      pair.start(.value { value in bench.note("A \(value)") })
      pair.start(.value { value in bench.note("B \(value)") })
      bench.source.send(1)
      #expect(pair.isStarted)
      pair.stop()
      #expect(!pair.isStarted)
      bench.source.send(2)
      pair.stop()
      pair.start(.value { value in bench.note("C \(value)") })
      bench.source.send(3)
      #expect(bench.notes == ["B 1", "C 3"])
      #expect(
        bench.log.filter { line in line.contains("called") } == [
          "remove of stop called, which was never added", "add #1 called", "remove #1 called",
          "add #2 called", "remove #2 called", "remove #2 called", "add #3 called",
        ])
    }
  }

  @Test("has nothing to stop after a start that threw")
  func refusal() throws {
    try ShapeBench.perform { bench in
      let pair = StartStopPair(of: bench.source)
      bench.source.refuseNextAdd(ScriptedError("busy"))
      #expect(throws: ScriptedError("busy")) {
        try pair.start(.value { _ in }, throwing: (any Error).self)
      }
      pair.stop()
      #expect(bench.log == ["add #1 called", "the fixture died", "add #1 threw busy"])
    }
  }

  @Test("can be stopped inside the call that starts it")
  func stopInsideStart() throws {
    try ShapeBench.perform { bench in
      let pair = StartStopPair(of: bench.source)
      bench.spy.inject(at: .add) { pair.stop() }
      pair.start(.value { _ in })
      #expect(!pair.isStarted)
      #expect(bench.source.listenerCount == 0)
    }
  }
}
