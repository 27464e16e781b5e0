import DemandStreams
import FaultyStreams
import Foundation
import ProposalStreams
import Sluice
import SluiceSimulation
import Testing

/// The bridges that are wrong on purpose do something else than the right ones in at least one of a
/// few plays; which rule has to say so, the self-test knows.
@Suite("Faulty bridges")
struct FaultyBridgeTests {
  private typealias Spy = SpySubscriber<Int, any Error>
  private typealias Play =
    @Sendable (TestStage, (Numbers<any Error>) -> AnyPublisher<Int, any Error>) -> String

  @Test("of sequences do otherwise than the reference", arguments: FaultyBridges.publishers)
  func publishers(_ bridge: FaultyBridge<any SequenceBridge>) throws {
    let faulty = try Self.log { numbers in bridge.bridge.publisher(of: numbers) }
    #expect(try faulty != Self.reference())
  }

  @Test("have a control that does as the reference")
  func control() throws {
    let control = try Self.log { numbers in FaultyBridges.controlPublisher.publisher(of: numbers) }
    #expect(try control == Self.reference())
  }

  private static func reference() throws -> [String] {
    try log { numbers in AnyPublisher(numbers.publisher) }
  }

  /// What all plays give of one way to make a publisher.
  private static func log(
    of publisher: @escaping (Numbers<any Error>) -> AnyPublisher<Int, any Error>
  ) throws -> [String] {
    var lines: [String] = []
    for play in plays {
      try withStage { stage in lines.append(play(stage, publisher)) }
    }
    return lines
  }

  private static func numbers(_ last: Int, fails: Bool = false, waits: Bool = false)
    -> Numbers<any Error>
  {
    Numbers { call in
      if call <= last { return .success(call) }
      if waits {
        _ = await forEver()
        return .failure(CancellationError())
      }
      return fails ? .failure(Broken(number: call)) : .success(nil)
    }
  }

  private static func summary(_ spy: Spy, _ numbers: Numbers<any Error>) -> String {
    (spy.log + ["|"] + numbers.record.all).joined(separator: " ")
  }

  private static let plays: [Play] = [
    // Demand, with nothing in between, for nothing, and more at once.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(2)), numbers(9))
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      stage.perform { spy.request(.none) }
      stage.settle()
      stage.perform {
        spy.request(.max(1))
        spy.request(.max(2))
      }
      stage.settle()
      return summary(spy, numbers)
    },
    // Replies, and unlimited demand that is added to.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(1)), numbers(9))
      spy.onValue = { _, value in value < 3 ? .max(1) : .none }
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      let first = spy.values.count
      stage.perform {
        spy.request(.unlimited)
        spy.request(.max(1))
      }
      stage.settle()
      return "\(first) " + summary(spy, numbers)
    },
    // The end and a failure at the last request.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(2)), numbers(1))
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      return summary(spy, numbers)
    },
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(2)), numbers(1, fails: true))
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      return summary(spy, numbers)
    },
    // A cancel while the sequence is asked, and while demand is waited for.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .unlimited), numbers(1, waits: true))
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      stage.perform { spy.cancel() }
      stage.settle()
      return summary(spy, numbers)
    },
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(1)), numbers(9))
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      stage.perform { spy.cancel() }
      stage.settle()
      return summary(spy, numbers)
    },
    // A cancel while the sequence is about to answer, whatever becomes of its task.
    { stage, publisher in
      let spy = Spy(asking: .unlimited)
      let numbers = Numbers<any Error> { call in
        for _ in 1...3 { await Task.yield() }
        return .success(call < 4 ? call : nil)
      }
      spy.onValue = { spy, _ in
        spy.cancel()
        return .none
      }
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      return summary(spy, numbers)
    },
    // Two subscribers.
    { stage, publisher in
      let (one, two, numbers) = (Spy(asking: .unlimited), Spy(asking: .max(1)), numbers(3))
      stage.perform {
        let publisher = publisher(numbers)
        publisher.subscribe(one)
        publisher.subscribe(two)
      }
      stage.settle()
      stage.perform { two.cancel() }
      stage.settle()
      return (one.log + ["and"] + two.log).joined(separator: " ")
    },
    // Requests inside receive, when there was much to begin with.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(20)), numbers(30))
      spy.onValue = { spy, _ in
        if spy.values.count < 10 { spy.request(.max(1)) }
        return .none
      }
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.settle()
      return "\(spy.values), \(spy.deepest) deep"
    },
    // A subscriber that takes its time.
    { stage, publisher in
      let (spy, numbers) = (Spy(asking: .max(2)), numbers(9))
      spy.onValue = { spy, _ in
        usleep(1000)
        return .none
      }
      stage.perform { publisher(numbers).subscribe(spy) }
      stage.perform { spy.request(.max(2)) }
      stage.advance(by: .seconds(1))
      return "\(spy.values), \(spy.deepest) at once"
    },
    // A subscriber that keeps its subscription, after the end and after a cancel.
    { stage, publisher in
      var alive: [Bool] = []
      for waits in [false, true] {
        weak var released: Spy?
        stage.perform {
          let spy = Spy(asking: .unlimited)
          released = spy
          publisher(numbers(1, waits: waits)).subscribe(spy)
        }
        stage.settle()
        if waits {
          stage.perform { released?.cancel() }
          stage.settle()
        }
        alive.append(released != nil)
      }
      return "\(alive)"
    },
  ]
}
