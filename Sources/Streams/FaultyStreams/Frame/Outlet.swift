import FakeListener
import SluiceConformance

/// What the closures around an `AsyncThrowingStream` share, each right by itself: where events go,
/// and the handle with what has become of it.
struct Outlet: Sendable {
  typealias Event = ListenerEvent<SentinelElement>

  let continuation: StreamPerIteration.Stream.Continuation
  let latch = HandleLatch()

  /// Hands on an event, unless all is over; an end removes before it is told.
  func pass(_ event: Event) {
    guard !latch.isOver else { return }
    switch event {
    case .value(let element): continuation.yield(element)
    case .failure(let error), .both(_, let error): fail(error)
    case .finish: finish()
    case .nothing: return
    }
  }

  /// Ends the stream with an error.
  func fail(_ error: any Error) {
    latch.release()
    continuation.finish(throwing: error)
  }

  /// Ends the stream.
  func finish() {
    latch.release()
    continuation.finish()
  }

  /// Keeps a handle, or removes with it what was over before add returned.
  func keep(_ handle: ListenerHandle) {
    latch.handle = handle
    if latch.isOver { latch.takeHandle()?.remove() }
  }
}

extension HandleLatch {
  /// Says that all is over, and then removes, once.
  func release() {
    isOver = true
    takeHandle()?.remove()
  }
}

extension FaultySubject {
  /// A faulty stream of closures around an `AsyncThrowingStream` for each iterator, with the
  /// termination handler set before anything else.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - rule: The id of the rule that it breaks.
  ///   - situation: The name of a situation in which it breaks that rule.
  ///   - traits: What it declares where that is not what such a stream should.
  ///   - wire: Adds the listener, and keeps its handle; what it throws fails the stream.
  /// - Returns: The stream with its rule.
  static func wired(
    _ name: String, breaks rule: String, in situation: String,
    traits: (inout Traits) -> Void = { _ in },
    wire:
      @escaping @Sendable (
        FakeListener<SentinelElement>, ListenerOptions, Outlet
      ) throws -> Void
  ) -> FaultySubject {
    over(
      name, breaks: rule, in: situation,
      traits: { declared in
        declared = .asyncThrowingStreamPerIterator
        traits(&declared)
      },
      open: { source, options in
        StreamPerIteration { .wired(source, options, wire) }
      })
  }
}

extension AsyncThrowingStream where Element == SentinelElement, Failure == any Error {
  /// A stream whose consumer's end removes, whatever is wired into it.
  static func wired(
    _ source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    _ wire: (FakeListener<SentinelElement>, ListenerOptions, Outlet) throws -> Void
  ) -> Self {
    Self { continuation in
      let outlet = Outlet(continuation: continuation)
      continuation.onTermination = { [latch = outlet.latch] _ in latch.release() }
      do {
        try wire(source, options, outlet)
      } catch {
        outlet.fail(error)
      }
    }
  }
}
