import FakeListener
import FaultyStreams
import SluiceConformance
import SluiceProducts
import SluiceSpies
import Testing

/// An interface whose listeners live as long as what it returns for them.
protocol Broadcast<Message>: Sendable {
  associatedtype Message: Sendable
  associatedtype Cancellable: AnyObject & Sendable

  func sink(
    _ body: @escaping @Sendable (Message) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> Cancellable
}

/// Its fake.
struct FakeBroadcast<Message: Sendable>: Broadcast {
  let source: FakeListener<Message>

  func sink(
    _ body: @escaping @Sendable (Message) -> Void,
    completion: @escaping @Sendable ((any Error)?) -> Void
  ) -> FakeCancellable {
    FakeCancellable(
      handle: source.addSelfRemovingListener(
        .value(body, onFailure: completion, onFinish: { completion(nil) })))
  }
}

/// What it returns.
final class FakeCancellable: Sendable {
  private let handle: ListenerHandle

  init(handle: ListenerHandle) {
    self.handle = handle
  }

  func cancel() { handle.remove() }
}

extension Broadcast {
  /// The stream under test, which cancels by letting go.
  func messages(
    _ keeping: MessagesKeeping = .toTheEnd
  ) -> AsyncThrowingStream<Message, any Error> {
    AsyncThrowingStream { continuation in
      let cleanUp = CleanUp()
      continuation.onTermination = { reason in
        if case .cancelled = reason, keeping == .beyondCancel { return }
        cleanUp.run()
      }
      let cancellable = sink { message in
        if !cleanUp.isOver { continuation.yield(message) }
      } completion: { error in
        if !cleanUp.isOver { continuation.finish(throwing: error) }
      }
      // The callbacks hold the clean-up, and so keep what it holds, until it has run.
      if keeping != .notAtAll { cleanUp.set { _ = cancellable } }
    }
  }
}

enum MessagesKeeping { case notAtAll, toTheEnd, beyondCancel }

@Suite("Shape with a handle that removes itself")
struct CancellableShapeTests {
  static func subject(_ keeping: MessagesKeeping = .toTheEnd) -> Subject {
    .overListener("broadcast", traits: .plain) { source, _ in
      FakeBroadcast(source: source).messages(keeping)
    }
  }

  @Test("blames no right stream", arguments: ShapeCourse.situations)
  func right(_ situation: Situation) {
    #expect(ShapeCourse.complaints(about: Self.subject(), in: situation) == [])
  }

  @Test("has a stream found that keeps its handle when it is cancelled")
  func leaking() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.beyondCancel), in: "cancel-while-waiting")
    #expect(broken == ["cancellation.suspended-removes"])
  }

  @Test("has a stream found that drops its handle early")
  func early() throws {
    let broken = try ShapeCourse.rulesBroken(
      by: Self.subject(.notAtAll), in: "values-one-by-one")
    #expect(broken == ["registration.handle-retained"])
  }

  @Test("removes with the handle's end, whatever the scenario says of handles, and once")
  func deaths() throws {
    try ShapeBench.perform { bench in
      var handle: ListenerHandle? = bench.source.addSelfRemovingListener(.value { _ in })
      #expect(bench.source.listenerCount == 1)
      handle = nil
      #expect(bench.source.listenerCount == 0)
      handle = bench.source.addSelfRemovingListener(.value { _ in })
      handle?.remove()
      handle = nil
      #expect(bench.log.count { line in line.hasPrefix("remove #2 called") } == 1)
      #expect(bench.log.contains("handle #2 died"))
    }
  }
}
