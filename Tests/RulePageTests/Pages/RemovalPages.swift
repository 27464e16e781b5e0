import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies

/// The pages of what is removed, in the group `teardown`.
enum RemovalPages {
  static let all = [
    removalDeclared, balanced, removeOnce, removeRightOne, inFlightMuted, ownerDropEnds,
  ]

  static let removalDeclared = RulePage.values(.removalDeclared) { source in
    // wrong: teardown.removal-declared
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in
        Task { handle.remove() }
      }
    }
    // end
  } right: { source in
    // right: teardown.removal-declared
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let balanced = RulePage.throwing(
    .balanced,
    Traits.asyncThrowingStream.with { traits in
      traits.listeners = 2
      traits.ambiguousEvent = .yields
    }
  ) { source in
    AsyncThrowingStream { continuation in
      do {
        // wrong: teardown.balanced
        let prices = try source.connect(prices: continuation)
        let errors = try source.connect(errors: continuation)
        continuation.onTermination = { _ in
          prices.remove()
          errors.remove()
        }
        // end
      } catch {
        continuation.finish(throwing: error)
      }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      do {
        // right: teardown.balanced
        // Each removes what it keeps, and at once what comes after a cancel().
        let (prices, errors) = (Registration(), Registration())
        continuation.onTermination = { _ in
          prices.cancel()
          errors.cancel()
        }
        prices.keep(try source.connect(prices: continuation))
        errors.keep(try source.connect(errors: continuation))
        // end
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }

  static let removeOnce = RulePage.throwing(.removeOnce) { source in
    AsyncThrowingStream { continuation in
      // wrong: teardown.remove-once
      let slot = Box<ListenerHandle>()
      continuation.onTermination = { _ in slot.value?.remove() }
      // The handle stays in its slot.
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        slot.value?.remove()
        continuation.finish()
      }
      // end
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: teardown.remove-once
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()  // takes the handle out, under a lock
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        slot.take()?.remove()
        continuation.finish()
      }
      if isOver.isRaised { slot.take()?.remove() }
      // end
    }
  }

  static let removeRightOne = RulePage.values(.removeRightOne) { source in
    // wrong: teardown.remove-right-one
    AsyncStream { continuation in
      source.addListener(forKey: "prices-1", .value { continuation.yield($0) })
      continuation.onTermination = { _ in
        source.removeListener(forKey: "prices")
      }
    }
    // end
  } right: { source in
    // right: teardown.remove-right-one
    AsyncStream { continuation in
      let handle = source.addListener(.value { continuation.yield($0) })
      continuation.onTermination = { _ in
        handle.remove()
      }
    }
    // end
  }

  static let inFlightMuted = RulePage.states(
    .inFlightMuted, InFlightMutedWrong.self, InFlightMutedRight.self)

  static let ownerDropEnds = RulePage.managers(
    .ownerDropEnds, OwnerDropEndsWrong.self, OwnerDropEndsRight.self,
    traits: Traits.asyncStream.with { $0.owner = .ends })
}

extension Ticker {
  /// Adds a listener for prices and the end.
  fileprivate func connect(
    prices continuation: AsyncThrowingStream<Double, any Error>.Continuation
  ) throws -> ListenerHandle {
    try addListener(
      .value({ continuation.yield($0) }, onFinish: { continuation.finish() }),
      throwing: (any Error).self)
  }

  /// Adds a listener for errors.
  fileprivate func connect(
    errors continuation: AsyncThrowingStream<Double, any Error>.Continuation
  ) throws -> ListenerHandle {
    try addListener(
      .failure { continuation.finish(throwing: $0) }, throwing: (any Error).self)
  }
}

private struct InFlightMutedWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: teardown.in-flight-muted
  mutating func receive(_ price: Double) -> Waiter? {
    if waiter == nil { buffer.append(price) }
    return waiter.take()  // the caller resumes it with the price
  }
  // end
}

private struct InFlightMutedRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: teardown.in-flight-muted
  mutating func receive(_ price: Double) -> Waiter? {
    guard end == nil else { return nil }  // a cancel sets it, too
    if waiter == nil { buffer.append(price) }
    return waiter.take()  // the caller resumes it with the price
  }
  // end
}

private final class OwnerDropEndsWrong: Manager {
  let source: Ticker
  let registrations = List<Registration>()

  init(_ source: Ticker) { self.source = source }

  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let registration = Registration()
      registrations.append(registration)
      continuation.onTermination = { _ in registration.cancel() }
      registration.keep(source.addValueListener { continuation.yield($0) })
    }
  }

  // wrong: teardown.owner-drop-ends
  deinit {
    // A cancel removes the listener of a stream.
    for registration in registrations.all { registration.cancel() }
  }
  // end
}

private final class OwnerDropEndsRight: Manager {
  let source: Ticker
  let continuations = List<AsyncStream<Double>.Continuation>()

  init(_ source: Ticker) { self.source = source }

  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let registration = Registration()
      continuations.append(continuation)
      continuation.onTermination = { _ in registration.cancel() }
      registration.keep(source.addValueListener { continuation.yield($0) })
    }
  }

  // right: teardown.owner-drop-ends
  deinit {
    // The onTermination of a stream removes its listener.
    for continuation in continuations.all { continuation.finish() }
  }
  // end
}
