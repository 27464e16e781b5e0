import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies

enum RegistrationPages {
  static let all = [
    declaredPoint, declaredAdds, handleRetained, syncCallbackKept, addFailureSurfaces,
    precancelledBalanced, optionsForwarded, noneAfterTeardown, keptWhileWaiting,
  ]

  static let declaredPoint = RulePage.values(.declaredPoint) { source in
    // wrong: registration.declared-point
    AsyncStream { continuation in
      Task {
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
    }
    // end
  } right: { source in
    // right: registration.declared-point
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let declaredAdds = RulePage.values(
    .declaredAdds, Traits.unfolding.with { traits in traits.canFail = false },
    rightTraits: .asyncStream
  ) { source in
    // wrong: registration.declared-adds
    AsyncStream {
      let (prices, continuation) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { continuation.yield($0) }
      defer { handle.remove() }
      for await price in prices { return price }
      return nil
    }
    // end
  } right: { source in
    // right: registration.declared-adds
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let handleRetained = RulePage.values(.handleRetained) { source in
    // wrong: registration.handle-retained
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { [weak handle] _ in handle?.remove() }
    }
    // end
  } right: { source in
    // right: registration.handle-retained
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let syncCallbackKept = RulePage.values(.syncCallbackKept) { source in
    // wrong: registration.sync-callback-kept
    let outlet = Box<AsyncStream<Double>.Continuation>()
    let handle = source.addValueListener { outlet.value?.yield($0) }
    return AsyncStream { continuation in
      outlet.value = continuation
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  } right: { source in
    // right: registration.sync-callback-kept
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let addFailureSurfaces = RulePage.throwing(.addFailureSurfaces) { source in
    // wrong: registration.add-failure-surfaces
    AsyncThrowingStream { continuation in
      let handle = try? source.connect { continuation.yield(with: $0) }
      continuation.onTermination = { _ in handle?.remove() }
    }
    // end
  } right: { source in
    // right: registration.add-failure-surfaces
    AsyncThrowingStream { continuation in
      do {
        let handle = try source.connect { continuation.yield(with: $0) }
        continuation.onTermination = { _ in handle.remove() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
    // end
  }

  static let precancelledBalanced = RulePage(
    rule: .precancelledBalanced,
    wrong: .init(
      awaited { source in
        // wrong: registration.precancelled-balanced
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        let handle = source.addValueListener { continuation.yield($0) }
        if Task.isCancelled {
          continuation.finish()
          return prices
        }
        continuation.onTermination = { _ in handle.remove() }
        return prices
        // end
      }),
    right: .init(
      awaited { source in
        // right: registration.precancelled-balanced
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
        if Task.isCancelled { continuation.finish() }
        return prices
        // end
      }))

  private static func awaited(
    _ open: @escaping @Sendable (Ticker) async -> AsyncStream<Double>
  ) -> Subject {
    Subject(
      RulePage.name, over: .listener(Double.self).lacking(.fail, .finish, .sendNothing),
      traits: .asyncStreamPerIterator, element: { price in price }, openingLater: open)
  }

  static let optionsForwarded = RulePage(
    rule: .optionsForwarded,
    wrong: .init(
      optional { source, options in
        OptionsForwardedWrong(source: source).prices(options: options)
      }),
    right: .init(
      optional { source, options in
        OptionsForwardedRight(source: source).prices(options: options)
      }))

  private static func optional(
    _ open: @escaping @Sendable (Ticker, ListenerOptions) -> AsyncStream<Double>
  ) -> Subject {
    Subject(
      RulePage.name, over: .listener(Double.self).lacking(.fail, .finish, .sendNothing),
      traits: .asyncStream, passesOptions: true, element: { price in price }, opening: open)
  }

  static let noneAfterTeardown = RulePage.throwing(.noneAfterTeardown) { source in
    AsyncThrowingStream { continuation in
      let slot = Box<ListenerHandle>()
      // wrong: registration.none-after-teardown
      @Sendable func connect() {
        slot.take()?.remove()
        slot.value = source.addResultListener { result in
          switch result {
          case .success(let price): continuation.yield(price)
          case .failure: connect()
          }
        }
      }
      // end
      continuation.onTermination = { _ in slot.take()?.remove() }
      connect()
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      // right: registration.none-after-teardown
      @Sendable func connect() {
        slot.take()?.remove()
        guard !isOver.isRaised else { return }  // onTermination raises it
        slot.value = source.addResultListener { result in
          switch result {
          case .success(let price): continuation.yield(price)
          case .failure: connect()
          }
        }
        if isOver.isRaised { slot.take()?.remove() }
      }
      // end
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      connect()
    }
  }

  static let keptWhileWaiting = RulePage.values(.keptWhileWaiting) { source in
    // wrong: registration.kept-while-waiting
    AsyncStream { continuation in
      // The deinit of a producer removes its listener.
      let producer = Producer(source) { continuation.yield($0) }
      continuation.onTermination = { [weak producer] _ in producer?.stop() }
    }
    // end
  } right: { source in
    // right: registration.kept-while-waiting
    AsyncStream { continuation in
      // The deinit of a producer removes its listener.
      let producer = Producer(source) { continuation.yield($0) }
      continuation.onTermination = { _ in producer.stop() }
    }
    // end
  }
}

/// An object that keeps a listener.
private final class Producer: Sendable {
  private let slot = Box<ListenerHandle>()

  init(_ source: Ticker, _ listener: @escaping (Double) -> Void) {
    slot.value = source.addValueListener(listener)
  }

  deinit { stop() }

  func stop() { slot.take()?.remove() }
}

private struct OptionsForwardedWrong {
  let source: Ticker

  // wrong: registration.options-forwarded
  func prices(options: ListenerOptions) -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = source.addValueListener {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  // end
}

private struct OptionsForwardedRight {
  let source: Ticker

  // right: registration.options-forwarded
  func prices(options: ListenerOptions) -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = source.addValueListener(options: options) {
        continuation.yield($0)
      }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  // end
}
