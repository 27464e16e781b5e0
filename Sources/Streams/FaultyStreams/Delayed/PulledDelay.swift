import FakeListener

/// The decisions of a stream whose `next()` sleeps until a value's time has come.
protocol PulledDelaySteps: SendableMetatype {
  /// Whether a cancel ends the iteration, and not only the sleep.
  static var listensToTheCancel: Bool { get }
}

extension PulledDelaySteps {
  static var listensToTheCancel: Bool { true }
}

/// A delay without a task of its own: values wait with the instant at which they are to be handed
/// on, and the consumer that takes one sleeps until then.
struct PulledDelay<Steps: PulledDelaySteps>: AsyncSequence, Sendable {
  typealias Element = SentinelElement
  typealias Failure = any Error
  fileprivate typealias Timed = (at: ContinuousClock.Instant, element: SentinelElement)
  fileprivate typealias Stream = AsyncThrowingStream<Timed, any Error>

  let source: FakeListener<SentinelElement>
  let options: ListenerOptions
  let pause: Duration

  func makeAsyncIterator() -> Iterator { Iterator(base: makeStream().makeAsyncIterator()) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate var base: Stream.AsyncIterator

    mutating func next(isolation actor: isolated (any Actor)?) async throws -> SentinelElement? {
      guard let (at, element) = try await base.next(isolation: actor) else { return nil }
      do {
        try await Task.sleep(until: at)
      } catch {
        guard Steps.listensToTheCancel else { return element }
        // Who is cancelled asks the stream once more, so that it hears of it.
        while try await base.next(isolation: actor) != nil {}
        return nil
      }
      return element
    }
  }

  private func makeStream() -> Stream {
    let (stream, continuation) = Stream.makeStream()
    let latch = HandleLatch()
    continuation.onTermination = { _ in latch.release() }
    do {
      latch.handle = try source.subscribe(options: options) { [pause] event in
        guard !latch.isOver else { return }
        switch event {
        case .value(let element):
          continuation.yield((ContinuousClock.now.advanced(by: pause), element))
        case .nothing: return
        case .failure(let error), .both(_, let error):
          latch.release()
          continuation.finish(throwing: error)
        case .finish:
          latch.release()
          continuation.finish()
        }
      }
    } catch {
      continuation.finish(throwing: error)
    }
    // What ended it inside add found no handle.
    if latch.isOver { latch.release() }
    return stream
  }
}
