import FakeListener
import SluiceConformance
import SluiceSpies

enum CompletionPages {
  static let all = [
    finishEnds, nilSticky, completionRemovesListener, lateCallbackIgnored, emptyCompletes,
    subscribeAfterEnd,
  ]

  static let finishEnds = RulePage.throwing(.finishEnds) { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      // wrong: completion.finish-ends
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      }
      // end
      registration.keep(handle)
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      // right: completion.finish-ends
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      // end
      registration.keep(handle)
    }
  }

  static let completionRemovesListener = RulePage.throwing(.completionRemovesListener) { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      // wrong: completion.removes-listener
      continuation.onTermination = { reason in
        if case .cancelled = reason { registration.cancel() }
      }
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      registration.keep(handle)  // or removes it, after a cancel()
      // end
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      // right: completion.removes-listener
      continuation.onTermination = { _ in registration.cancel() }
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      registration.keep(handle)  // or removes it, after a cancel()
      // end
    }
  }

  static let emptyCompletes = RulePage.throwing(.emptyCompletes) { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      // wrong: completion.empty-completes
      let hasBegun = Flag()
      let handle = source.addResultListener {
        hasBegun.raise()
        continuation.yield(with: $0)
      } onEnd: {
        if hasBegun.isRaised { continuation.finish() }
      }
      // end
      registration.keep(handle)
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      // right: completion.empty-completes
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      // end
      registration.keep(handle)
    }
  }

  static let subscribeAfterEnd = RulePage.throwing(.subscribeAfterEnd) { source in
    AsyncThrowingStream { continuation in
      // wrong: completion.subscribe-after-end
      let slot = Box<ListenerHandle>()
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        guard let handle = slot.take() else { return }
        handle.remove()
        continuation.finish()
      }
      // end
      continuation.onTermination = { _ in slot.take()?.remove() }
    }
  } right: { source in
    AsyncThrowingStream { continuation in
      // right: completion.subscribe-after-end
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        continuation.finish()
      }
      if isOver.isRaised { slot.take()?.remove() }
      // end
    }
  }

  static let nilSticky = RulePage.sequences(.nilSticky) { source in
    Iterating { NilStickyWrong(base: InboxIterator(inbox: Inbox(listeningTo: source))) }
  } right: { source in
    Iterating { NilStickyRight(base: InboxIterator(inbox: Inbox(listeningTo: source))) }
  }

  static let lateCallbackIgnored = RulePage.states(
    .lateCallbackIgnored, LateCallbackIgnoredWrong.self, LateCallbackIgnoredRight.self)
}

/// The mistake of a caller who asks past the end.
private struct PastTheEnd: Error {}

private struct NilStickyWrong: AsyncIteratorProtocol {
  var base: InboxIterator<RightState>
  var isOver = false

  // wrong: completion.nil-sticky
  mutating func next() async throws -> Double? {
    guard !isOver else { throw PastTheEnd() }
    let price = try await base.next()
    isOver = price == nil
    return price
  }
  // end
}

private struct NilStickyRight: AsyncIteratorProtocol {
  var base: InboxIterator<RightState>
  var isOver = false

  // right: completion.nil-sticky
  mutating func next() async throws -> Double? {
    guard !isOver else { return nil }
    let price = try await base.next()
    isOver = price == nil
    return price
  }
  // end
}

private struct LateCallbackIgnoredWrong: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // wrong: completion.late-callback-ignored
  mutating func receive(_ price: Double) -> Waiter? {
    // The caller resumes the waiter with the price.
    if let waiter = waiter.take() { return waiter }
    buffer.append(price)
    return nil
  }
  // end
}

private struct LateCallbackIgnoredRight: InboxState {
  var buffer: [Double] = []
  var waiter: Waiter?
  var end: Result<Double?, any Error>?
  // right: completion.late-callback-ignored
  mutating func receive(_ price: Double) -> Waiter? {
    guard end == nil else { return nil }
    // The caller resumes the waiter with the price.
    if let waiter = waiter.take() { return waiter }
    buffer.append(price)
    return nil
  }
  // end
}
