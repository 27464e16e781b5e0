import DemandStreams
import ProposalStreams
import Sluice
import SluiceSimulation
import Testing

/// The post's publisher and its timer: what it does, and what the reference does otherwise.
@Suite("Proposed publisher")
struct ProposalTests {
  private typealias Spy = SpySubscriber<Int, any Error>

  private static func bridges(
    _ base: some AsyncSequence<Int, any Error> & Sendable
  ) -> (proposed: AnyPublisher<Int, any Error>, reference: AnyPublisher<Int, any Error>) {
    (AnyPublisher(ProposedPublisher(base)), AnyPublisher(base.publisher))
  }

  private static func numbers(_ last: Int) -> Numbers<any Error> {
    Numbers { call in .success(call <= last ? call : nil) }
  }

  @Test(
    "hands over a timer's ticks, each at its virtual time, and the end", arguments: [false, true])
  func timer(isReference: Bool) throws {
    try withStage { stage in
      let bridges = Self.bridges(TimerSequence(every: .seconds(1), count: 3))
      let spy = Spy(asking: .unlimited)
      var times: [Instant] = []
      spy.onValue = { _, _ in
        times.append(stage.simulation.now)
        return .none
      }
      stage.perform { (isReference ? bridges.reference : bridges.proposed).subscribe(spy) }
      stage.advance(by: .seconds(10))
      #expect(spy.news == ["1", "2", "3", "finished"])
      #expect(times == [1, 2, 3].map { second in Instant(nanoseconds: second * 1_000_000_000) })
    }
  }

  @Test("ends a timer at a cancel, which the proposal takes for a failure")
  func timerCancelled() throws {
    for isReference in [false, true] {
      try withStage { stage in
        let bridges = Self.bridges(TimerSequence(every: .seconds(1)))
        let spy = Spy(asking: .unlimited)
        stage.perform { (isReference ? bridges.reference : bridges.proposed).subscribe(spy) }
        stage.advance(by: .milliseconds(1500))
        stage.perform { spy.cancel() }
        stage.advance(by: .seconds(10))
        #expect(spy.news == (isReference ? ["1"] : ["1", "failed CancellationError()"]))
      }
    }
  }

  @Test("wakes what waits for demand by a continuation that its actor hands out, time after time")
  func wakes() throws {
    try withStage(schedules: 50) { stage in
      let spy = Spy()
      stage.perform { ProposedPublisher(Self.numbers(9)).subscribe(spy) }
      for _ in 1...3 {
        stage.perform { spy.request(.max(1)) }
        stage.race { spy.request(.max(2)) }
      }
      stage.settle()
      #expect(spy.values == Array(1...9))
    }
  }

  @Test("asks the sequence before anybody asks it, which the reference does not")
  func ahead() throws {
    try withStage { stage in
      let (first, second) = (Self.numbers(3), Self.numbers(3))
      let spies = (Spy(), Spy())
      stage.perform {
        ProposedPublisher(first).subscribe(spies.0)
        second.publisher.subscribe(spies.1)
      }
      stage.settle()
      #expect(first.calls == 1)
      #expect(second.calls == 0)
      stage.perform {
        spies.0.cancel()
        spies.1.cancel()
      }
    }
  }

  @Test("goes on after a cancel inside receive, which the reference does not")
  func cancelInside() throws {
    try withStage { stage in
      let bridges = Self.bridges(Self.numbers(3))
      let spies = (Spy(asking: .unlimited), Spy(asking: .unlimited))
      for spy in [spies.0, spies.1] {
        spy.onValue = { spy, _ in
          spy.cancel()
          return .none
        }
      }
      stage.perform {
        bridges.proposed.subscribe(spies.0)
        bridges.reference.subscribe(spies.1)
      }
      stage.settle()
      #expect(spies.0.values.count > 1)
      #expect(spies.1.values == [1])
    }
  }

  @Test("of values asks for everything, and cancels at the next value after the end of its stream")
  func values() throws {
    try withStage { stage in
      let publisher = ScriptedPublisher<any Error>()
      let box = SimulationConfined(publisher)
      let seen = Record<Int>()
      var task: Task<Void, Never>?
      stage.perform {
        task = stage.simulation.spawn("consumer") {
          do {
            for try await value in box.value.proposedValues() { seen.append(value) }
          } catch {}
        }
      }
      stage.settle()
      stage.perform { publisher.send(1) }
      stage.settle()
      stage.perform { task?.cancel() }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "unlimited"])
      stage.perform { publisher.send(2) }
      stage.settle()
      #expect(publisher.record.all == ["subscribe", "unlimited", "cancel"])
      #expect(seen.all == [1])
    }
  }
}
