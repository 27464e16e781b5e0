import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceRunner
import SluiceSpies

/// The pages of the groups `ordering` and `buffering`.
enum OrderPages {
  static let all = [fifo, terminalLast, declaredPolicy, unboundedLossless, boundedMemory]

  static let fifo = RulePage.values(.fifo) { source in
    // wrong: ordering.fifo
    AsyncStream { continuation in
      let handle = source.addValueListener { price in
        Task { continuation.yield(price) }
      }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: ordering.fifo
    AsyncStream { continuation in
      let handle = source.addValueListener { price in
        continuation.yield(price)
      }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }
  .with { page in page.exploration = .sample(first: 1, count: 64) }

  static let terminalLast = RulePage.throwing(
    .terminalLast, Traits.asyncThrowingStream.with { $0.removal = .settled }
  ) { source in
    AsyncThrowingStream { continuation in
      // wrong: ordering.terminal-last
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      let task = Task { await continuation.forward(prices) }
      // end
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: ordering.terminal-last
      let (prices, inner) = AsyncThrowingStream<Double, any Error>.makeStream()
      let handle = source.addResultListener {
        inner.yield(with: $0)
      } onEnd: {
        inner.finish()
      }
      let task = Task { await continuation.forward(prices) }
      // end
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
    }
  }

  static let declaredPolicy = RulePage.values(
    .declaredPolicy, Traits.asyncStream.with { $0.overflow = .newest(3) }
  ) { source in
    // wrong: buffering.declared-policy
    // Declared: traits.overflow = .newest(3)
    AsyncStream(bufferingPolicy: .bufferingOldest(3)) { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: buffering.declared-policy
    // Declared: traits.overflow = .newest(3)
    AsyncStream(bufferingPolicy: .bufferingNewest(3)) { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let unboundedLossless = RulePage.values(.unboundedLossless) { source in
    // wrong: buffering.unbounded-lossless
    AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: buffering.unbounded-lossless
    AsyncStream(bufferingPolicy: .unbounded) { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let boundedMemory = RulePage(
    rule: .boundedMemory,
    wrong: .init(
      counted { source in
        // wrong: buffering.bounded-memory
        AsyncStream { continuation in
          let history = Box<[Price]>()
          let handle = source.addValueListener { price in
            history.value = (history.value ?? []) + [price]
            continuation.yield(price)
          }
          continuation.onTermination = { _ in handle.remove() }
        }
        // end
      }),
    right: .init(
      counted { source in
        // right: buffering.bounded-memory
        AsyncStream { continuation in
          let handle = source.addValueListener { price in
            continuation.yield(price)
          }
          continuation.onTermination = { _ in handle.remove() }
        }
        // end
      }))

  /// A stream whose prices the kit sees die.
  private static func counted(
    _ open: @escaping @Sendable (FakeListener<Price>) -> AsyncStream<Price>
  ) -> Subject {
    Subject(
      RulePage.name, over: .sentinels.lacking(.fail, .finish, .sendNothing), traits: .asyncStream,
      open: open)
  }
}

/// A price that the kit sees die.
private typealias Price = SentinelElement

extension AsyncThrowingStream.Continuation where Failure == any Error, Element: Sendable {
  /// Hands on the values of another stream, and its end.
  fileprivate func forward(_ stream: AsyncThrowingStream<Element, any Error>) async {
    do {
      for try await element in stream { yield(element) }
      finish()
    } catch {
      finish(throwing: error)
    }
  }
}
