import FakeListener
import SluiceConformance

/// Breaks `teardown.operator-end-removes`: its iterator is a struct, which has no end of its own,
/// and removes where it gives `nil`, throws or is cancelled.
enum FaultyRemovesWhereItGivesNil {
  static let subject = FaultySubject.over(
    "removes-where-it-gives-nil", breaks: "teardown.operator-end-removes", in: "prefix",
    traits: { traits in traits = .asyncThrowingStreamPerIterator },
    open: { source, options in StructSequence(source: source, options: options) })

  private struct StructSequence: AsyncSequence, Sendable {
    typealias Element = SentinelElement

    let source: FakeListener<SentinelElement>
    let options: ListenerOptions

    func makeAsyncIterator() -> Iterator {
      let (stream, continuation) = StreamPerIteration.Stream.makeStream()
      let outlet = Outlet(continuation: continuation)
      do {
        outlet.keep(
          try source.subscribe(options: options) { event in outlet.pass(event) })
      } catch {
        outlet.fail(error)
      }
      return Iterator(stream: stream.makeAsyncIterator(), latch: outlet.latch)
    }
  }

  private struct Iterator: AsyncIteratorProtocol {
    var stream: StreamPerIteration.Stream.Iterator
    let latch: HandleLatch

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      let element = try await withTaskCancellationHandler(
        operation: { try await stream.next(isolation: actor) },
        onCancel: { [latch] in latch.release() },
        isolation: actor)
      if element == nil { latch.release() }
      return element
    }
  }
}
