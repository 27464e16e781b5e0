import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSimulation
import SluiceSpies
import Testing

/// An interface with a listener for each kind of event.
protocol Transfer<Progress>: Sendable {
  associatedtype Progress: Sendable

  func onProgress(_ body: @escaping @Sendable (Progress) -> Void) -> Int
  func onFailure(_ body: @escaping @Sendable (any Error) -> Void) -> Int
  func onSuccess(_ body: @escaping @Sendable () -> Void) -> Int
  func removeObserver(_ token: Int)
}

/// Its fake.
struct FakeTransfer<Progress: Sendable>: Transfer {
  let source: FakeListener<Progress>

  func onProgress(_ body: @escaping @Sendable (Progress) -> Void) -> Int {
    source.addObserver(.value(body)).number
  }

  func onFailure(_ body: @escaping @Sendable (any Error) -> Void) -> Int {
    source.addObserver(.failure(body)).number
  }

  func onSuccess(_ body: @escaping @Sendable () -> Void) -> Int {
    source.addObserver(.finish(body)).number
  }

  func removeObserver(_ token: Int) {
    source.removeObserver(ListenerToken(token))
  }
}

extension Transfer {
  /// The stream under test, which needs all three.
  func progress(
    removing removed: Int = 3
  ) -> AsyncThrowingStream<Progress, any Error> {
    AsyncThrowingStream { continuation in
      let cleanUp = CleanUp()
      continuation.onTermination = { _ in cleanUp.run() }
      let tokens = [
        onProgress { progress in
          if !cleanUp.isOver { continuation.yield(progress) }
        },
        onFailure { error in
          if !cleanUp.isOver { continuation.finish(throwing: error) }
        },
        onSuccess { if !cleanUp.isOver { continuation.finish() } },
      ]
      cleanUp.set { for token in tokens.prefix(removed) { removeObserver(token) } }
    }
  }
}

@Suite("Shape with several listeners")
struct SeveralListenersShapeTests {
  static func subject(removing removed: Int = 3) -> Subject {
    .overListener(
      "transfer",
      traits: .plain.with { traits in
        traits.listeners = 3
        traits.ambiguousEvent = .yields
      }
    ) { source, _ in
      FakeTransfer(source: source).progress(removing: removed)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a stream found that leaves one of its listeners")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(removing: 2), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("refuses the one that can be told")
  func refusal() throws {
    try ShapeBench.perform { bench in
      bench.source.refuseNextAdd(ScriptedError("denied"))
      let handles = [
        bench.source.addListener(.value { value in bench.note("value \(value)") }),
        bench.source.addListener(.failure { error in bench.note("\(Failure(error))") }),
        bench.source.addListener(.failure { _ in bench.note("once more") }),
      ]
      #expect(bench.simulation.settle() == nil)
      #expect(bench.notes == ["denied"])
      for handle in handles { handle.remove() }
    }
  }

  @Test("tells each kind its own, also of a value with an error, and records just that")
  func kinds() throws {
    try ShapeBench.perform { bench in
      let handles = [
        bench.source.addListener(.value { value in bench.note("value \(value)") }),
        bench.source.addListener(
          ListenerCallback.value { value in bench.note("even \(value)") }
            .only { value in value.isMultiple(of: 2) }),
        bench.source.addListener(.failure { _ in bench.note("error") }),
        bench.source.addListener(.finish { bench.note("end") }),
      ]
      bench.source.send(1)
      bench.source.send(2)
      bench.source.sendBoth(3, ScriptedError("stale"))
      bench.source.sendNothing()
      bench.source.finish()
      #expect(bench.notes == ["value 1", "value 2", "even 2", "value 3", "error", "end"])
      #expect(
        bench.log.filter { line in line.contains("begins") } == [
          "callback #1 begins: 1", "callback #1 begins: 2", "callback #2 begins: 2",
          "callback #1 begins: 3", "callback #3 begins: error stale", "callback #4 begins: finish",
        ])
      for handle in handles { handle.remove() }
    }
  }
}
