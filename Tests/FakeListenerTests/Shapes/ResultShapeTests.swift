import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface with a callback of a result, whose handle removes.
protocol Feed<Reading>: Sendable {
  associatedtype Reading: Sendable
  associatedtype Subscription: FeedSubscription

  func subscribe(
    _ body: @escaping @Sendable (Result<Reading, any Error>) -> Void,
    whenDone: @escaping @Sendable () -> Void
  ) throws -> Subscription
}

protocol FeedSubscription: Sendable {
  func remove()
}

/// Its fake.
struct FakeFeed<Reading: Sendable>: Feed {
  let source: FakeListener<Reading>

  func subscribe(
    _ body: @escaping @Sendable (Result<Reading, any Error>) -> Void,
    whenDone: @escaping @Sendable () -> Void
  ) throws -> ListenerHandle {
    try source.addListener(.result(body, onFinish: whenDone), throwing: (any Error).self)
  }
}

extension ListenerHandle: FeedSubscription {}

extension Feed {
  /// The stream under test.
  func readings(
    removesOnCancel: Bool = true, passesErrors: Bool = true
  ) -> AsyncThrowingStream<Reading, any Error> {
    AsyncThrowingStream { continuation in
      let cleanUp = CleanUp()
      continuation.onTermination = { reason in
        if case .cancelled = reason, !removesOnCancel { return }
        cleanUp.run()
      }
      do {
        let subscription = try subscribe { result in
          if cleanUp.isOver { return }
          switch result {
          case .success(let reading): continuation.yield(reading)
          case .failure(let error): continuation.finish(throwing: passesErrors ? error : nil)
          }
        } whenDone: {
          continuation.finish()
        }
        cleanUp.set { subscription.remove() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}

@Suite("Shape with a result")
struct ResultShapeTests {
  static func subject(
    removesOnCancel: Bool = true, passesErrors: Bool = true
  ) -> Subject {
    .overListener("feed", traits: .plain) { source, _ in
      FakeFeed(source: source)
        .readings(removesOnCancel: removesOnCancel, passesErrors: passesErrors)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a stream found that leaks when it is cancelled")
  func leaking() throws {
    let subject = Self.subject(removesOnCancel: false)
    let broken = try ShapeCourse.rulesBroken(by: subject, in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("has a stream found that takes an error for an end")
  func swallowing() throws {
    let subject = Self.subject(passesErrors: false)
    let broken = try ShapeCourse.rulesBroken(by: subject, in: "error-while-waiting")
    #expect(broken == ["errors.propagate-unchanged"])
  }

  @Test("hears of both the error, of neither nothing, and records just that")
  func hearing() throws {
    try ShapeBench.perform { bench in
      let handle = bench.source.addListener(.result { result in bench.note("A", result) })
      bench.source.send(1)
      bench.source.sendNothing()
      bench.source.sendBoth(2, ScriptedError("stale"))
      bench.source.finish()
      #expect(bench.notes == ["A 1", "A error stale"])
      #expect(
        bench.log.filter { line in line.contains("begins") }
          == ["callback #1 begins: 1", "callback #1 begins: error stale"])
      handle.remove()
      #expect(bench.source.listenerCount == 0)
    }
  }

  @Test("calls a refusal back where add can't throw, after it, and throws it where it can")
  func refusal() throws {
    try ShapeBench.perform { bench in
      bench.source.refuseNextAdd(ScriptedError("refused"))
      let handle = bench.source.addListener(.result { result in bench.note("A", result) })
      #expect(bench.notes == [])
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["A error refused"])
      handle.remove()
      bench.source.refuseNextAdd(ScriptedError("refused"))
      #expect(throws: ScriptedError("refused")) {
        _ = try bench.source.addListener(.result { _ in }, throwing: ScriptedError.self)
      }
      #expect(bench.source.listenerCount == 0)
      #expect(bench.log.contains("add #2 threw refused"))
    }
  }
}
