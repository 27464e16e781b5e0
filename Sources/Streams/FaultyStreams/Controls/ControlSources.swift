import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies

/// Right streams over sources that lack abilities: the listener interfaces that are most common.
enum ControlSources {
  /// Values with a `remove()`, and neither an error nor an end.
  static let valuesAlone = Subject.overListener(
    "right-values-alone", traits: .asyncStream, lacking: [.fail, .finish, .sendNothing]
  ) { source, options in
    stream { yield, _ in source.addListener(options: options, .value(yield)) }
  }

  /// The same with an `AsyncStream` for each iterator.
  static let valuesPerIterator = Subject.overListener(
    "right-values-per-iterator", traits: .asyncStreamPerIterator,
    lacking: [.fail, .finish, .sendNothing]
  ) { source, options in
    UnfailingSequence {
      stream { yield, _ in source.addListener(options: options, .value(yield)) }
    }
  }

  /// Values and an end, and no error.
  static let ending = Subject.overListener(
    "right-values-and-end", traits: .asyncStreamPerIterator, lacking: [.fail, .sendNothing]
  ) { source, options in
    UnfailingSequence {
      stream { yield, finish in
        source.addListener(options: options, .value(yield, onFinish: finish))
      }
    }
  }

  /// An `AsyncStream` over a listener that neither fails nor is refused.
  ///
  /// - Parameter add: Adds a listener, which calls the first closure with each value and the second
  ///   at the end.
  /// - Returns: The stream.
  private static func stream(
    _ add: (
      @escaping @Sendable (SentinelElement) -> Void, @escaping @Sendable () -> Void
    ) -> ListenerHandle
  ) -> AsyncStream<SentinelElement> {
    AsyncStream { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        latch.isOver = true
        latch.takeHandle()?.remove()
      }
      continuation.onTermination = { _ in release() }
      latch.handle = add(
        { element in if !latch.isOver { continuation.yield(element) } },
        {
          release()
          continuation.finish()
        })
      // The end may have come inside add, where there was no handle yet.
      if latch.isOver { latch.takeHandle()?.remove() }
    }
  }
}
