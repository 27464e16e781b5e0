import FakeListener
import SluiceConformance
import Synchronization

/// What a stream shares with its listener whose source has a property beside the listener.
///
/// It does not hold the source: what the source keeps of a removed listener must not keep it.
final class PropertyLink: Sendable {
  typealias Continuation = StreamPerIteration.Stream.Continuation

  private let continuation: Continuation
  private let latch = HandleLatch()
  /// How many changes the listener was told of, or how many readings have begun.
  private let count = Mutex(0)

  init(_ continuation: Continuation) { self.continuation = continuation }

  /// Hands a value over until all is over.
  func yield(_ element: SentinelElement?) {
    if let element, !latch.isOver { continuation.yield(element) }
  }

  /// Counts one more change, or one more reading.
  @discardableResult
  func advance() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  /// Hands a value over if nothing was counted since.
  func yield(_ element: SentinelElement?, ifStillAt number: Int) {
    guard count.withLock({ count in count == number }) else { return }
    yield(element)
  }

  /// Adds a listener, which ends the stream with the source.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: Passed to add.
  ///   - change: Called with each change.
  func add(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    _ change: @escaping @Sendable (PropertyLink, SentinelElement) -> Void
  ) {
    guard !latch.isOver else { return }
    do {
      latch.handle = try source.addEventListener(
        options: options, throwing: (any Error).self
      ) { [self] event in
        switch event {
        case .value(let element): change(self, element)
        case .failure(let error), .both(_, let error): end(error)
        case .finish: end(nil)
        case .nothing: return
        }
      }
    } catch {
      continuation.finish(throwing: error)
    }
    // What ended it inside add found no handle.
    if latch.isOver { latch.takeHandle()?.remove() }
  }

  /// Removes the listener.
  func release() {
    latch.isOver = true
    latch.takeHandle()?.remove()
  }

  private func end(_ error: (any Error)?) {
    guard !latch.isOver else { return }
    release()
    continuation.finish(throwing: error)
  }
}

extension PropertyLink {
  /// What a stream declares that makes an `AsyncThrowingStream` for each iterator and reads the
  /// present value.
  static let traits = Traits.asyncThrowingStreamPerIterator.with { traits in
    traits.initialValue = .read
  }

  /// A stream over a source with a property, made anew for each iterator.
  ///
  /// - Parameters:
  ///   - policy: What the stream has room for.
  ///   - begin: Reads the property and adds the listener, in some order.
  /// - Returns: The stream.
  static func stream(
    policy: Continuation.BufferingPolicy = .unbounded,
    _ begin: @escaping @Sendable (PropertyLink) -> Void
  ) -> StreamPerIteration {
    StreamPerIteration {
      StreamPerIteration.Stream(bufferingPolicy: policy) { continuation in
        let link = PropertyLink(continuation)
        continuation.onTermination = { _ in link.release() }
        begin(link)
      }
    }
  }
}
