import FakeListener
import SluiceConformance
import SluiceProducts
import SluiceSpies

/// The pages of how a consumer leaves, in the group `teardown`.
enum TeardownPages {
  static let all = [
    breakRemoves, throwRemoves, operatorEndRemoves, iteratorDropRemoves, neverIterated,
    releasedWhileHeld,
  ]

  static let breakRemoves = RulePage.managers(
    .breakRemoves, BreakRemovesWrong.self, BreakRemovesRight.self)

  static let throwRemoves = RulePage.values(.throwRemoves) { source in
    AsyncStream { continuation in
      let (prices, inner) = AsyncStream<Double>.makeStream()
      // wrong: teardown.throw-removes
      let handle = source.addValueListener { inner.yield($0) }
      Task {
        for await price in prices { continuation.yield(price) }
        handle.remove()
        continuation.finish()
      }
      // end
    }
  } right: { source in
    AsyncStream { continuation in
      let (prices, inner) = AsyncStream<Double>.makeStream()
      // right: teardown.throw-removes
      let handle = source.addValueListener { inner.yield($0) }
      let task = Task {
        for await price in prices { continuation.yield(price) }
        continuation.finish()
      }
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
      // end
    }
  }

  static let operatorEndRemoves = RulePage.sequences(
    .operatorEndRemoves, .asyncStreamPerIterator, lacking: .fail, .finish, .sendNothing
  ) { source in
    OperatorEndRemovesWrong.Sequence(source: source)
  } right: { source in
    OperatorEndRemovesRight(source: source)
  }

  static let iteratorDropRemoves = RulePage.sequences(
    .iteratorDropRemoves, lacking: .fail, .finish, .sendNothing
  ) { source in
    Iterating { IteratorDropRemovesWrong(source) }
  } right: { source in
    Iterating { IteratorDropRemovesRight(source) }
  }

  static let neverIterated = RulePage.sequences(
    .neverIterated, .asyncStream, lacking: .fail, .finish, .sendNothing
  ) { source in
    NeverIteratedWrong(source)
  } right: { source in
    NeverIteratedRight(source)
  }

  static let releasedWhileHeld = RulePage.sequences(
    .releasedWhileHeld, Traits.asyncStream.with { $0.releasesWhileHeld = true },
    rightTraits: .asyncStreamPerIterator, lacking: .fail, .finish, .sendNothing
  ) { source in
    ReleasedWhileHeldWrong(source: source)
  } right: { source in
    ReleasedWhileHeldRight(source: source)
  }
}

private final class BreakRemovesWrong: Manager {
  let source: Ticker
  let streams = List<AsyncStream<Double>>()

  init(_ source: Ticker) { self.source = source }

  // wrong: teardown.break-removes
  func prices() -> AsyncStream<Double> {
    let stream = AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    streams.append(stream)  // a property
    return stream
  }
  // end
}

private final class BreakRemovesRight: Manager {
  let source: Ticker

  init(_ source: Ticker) { self.source = source }

  // right: teardown.break-removes
  func prices() -> AsyncStream<Double> {
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  // end
}

private struct OperatorEndRemovesWrong: AsyncIteratorProtocol {
  struct Sequence: AsyncSequence {
    let source: Ticker

    func makeAsyncIterator() -> OperatorEndRemovesWrong {
      let (prices, continuation) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { continuation.yield($0) }
      return OperatorEndRemovesWrong(prices: prices.makeAsyncIterator(), handle: handle)
    }
  }

  // wrong: teardown.operator-end-removes
  var prices: AsyncStream<Double>.Iterator
  let handle: ListenerHandle

  mutating func next(
    isolation actor: isolated (any Actor)?
  ) async -> Double? {
    if let price = await prices.next(isolation: actor) { return price }
    handle.remove()
    return nil
  }
  // end
}

private struct OperatorEndRemovesRight: AsyncSequence {
  let source: Ticker

  // right: teardown.operator-end-removes
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    let (prices, continuation) = AsyncStream<Double>.makeStream()
    let handle = source.addValueListener { continuation.yield($0) }
    continuation.onTermination = { _ in handle.remove() }
    return prices.makeAsyncIterator()
  }
  // end
}

private final class IteratorDropRemovesWrong: AsyncIteratorProtocol, Sendable {
  let inbox = Inbox<RightState>()
  let slot = Box<ListenerHandle>()

  // wrong: teardown.iterator-drop-removes
  init(_ source: Ticker) {
    slot.value = source.addValueListener { self.inbox.receive($0) }
  }
  deinit { slot.take()?.remove() }
  // end

  func next() async throws -> Double? {
    let iterator = InboxIterator(inbox: inbox) { [slot] in slot.take()?.remove() }
    return try await iterator.next(isolation: nil)
  }
}

private final class IteratorDropRemovesRight: AsyncIteratorProtocol, Sendable {
  let inbox = Inbox<RightState>()
  let slot = Box<ListenerHandle>()

  // right: teardown.iterator-drop-removes
  init(_ source: Ticker) {
    slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
  }
  deinit { slot.take()?.remove() }
  // end

  func next() async throws -> Double? {
    let iterator = InboxIterator(inbox: inbox) { [slot] in slot.take()?.remove() }
    return try await iterator.next(isolation: nil)
  }
}

private struct NeverIteratedWrong: AsyncSequence {
  let handle: ListenerHandle
  let prices: AsyncStream<Double>
  let continuation: AsyncStream<Double>.Continuation

  // wrong: teardown.never-iterated
  init(_ source: Ticker) {
    (prices, continuation) = AsyncStream<Double>.makeStream()
    handle = source.addValueListener { [continuation] price in
      continuation.yield(price)
    }
  }
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    continuation.onTermination = { [handle] _ in handle.remove() }
    return prices.makeAsyncIterator()
  }
  // end
}

private struct NeverIteratedRight: AsyncSequence {
  let prices: AsyncStream<Double>

  // right: teardown.never-iterated
  init(_ source: Ticker) {
    prices = AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
  }
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    prices.makeAsyncIterator()
  }
  // end
}

private struct ReleasedWhileHeldWrong: AsyncSequence {
  // wrong: teardown.released-while-held
  let prices: AsyncStream<Double>

  init(source: Ticker) {
    prices = source.prices()  // its onTermination removes the listener
  }
  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    prices.makeAsyncIterator()
  }
  // end
}

private struct ReleasedWhileHeldRight: AsyncSequence {
  // right: teardown.released-while-held
  let source: Ticker

  func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
    source.prices().makeAsyncIterator()
  }
  // end
}
