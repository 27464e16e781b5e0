import Sluice
import Synchronization

extension FakeListener {
  /// A stream that is right in every way, or wrong in one.
  func handmade(_ fault: HandmadeFault? = nil) -> HandmadeStream<Element> {
    HandmadeStream(source: self, fault: fault)
  }
}

/// In what a handmade stream is wrong.
enum HandmadeFault {
  /// It never removes its listener.
  case leaks
  /// It looks whether it is over, unlocks, adds, and does not look again.
  case checksUnlocksAndAdds
  /// It takes no notice of a cancellation.
  case ignoresCancellation
}

/// A stream over a listener that adds at the first `next()` and removes before it ends.
struct HandmadeStream<Element: Sendable>: AsyncSequence {
  let source: FakeListener<Element>
  let fault: HandmadeFault?

  func makeAsyncIterator() -> Iterator { Iterator(Subscription(source, fault)) }

  /// The end of the iterator is the end of the subscription.
  final class Iterator: AsyncIteratorProtocol {
    private let subscription: Subscription<Element>

    init(_ subscription: Subscription<Element>) { self.subscription = subscription }

    deinit { subscription.end(dropping: true) }

    func next() async -> Element? { await subscription.next() }
  }
}

final class Subscription<Element: Sendable>: Sendable {
  private struct State {
    var source: FakeListener<Element>?
    var buffer: [Element] = []
    var isOver = false
    var handle: ListenerHandle?
    var waiter: CheckedContinuation<Element?, Never>?
  }

  private let fault: HandmadeFault?
  private let state: Mutex<State>

  init(_ source: FakeListener<Element>, _ fault: HandmadeFault?) {
    self.fault = fault
    state = Mutex(State(source: source))
  }

  func next() async -> Element? {
    if fault == .ignoresCancellation { return await wait() }
    return await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      end(dropping: true)
    }
  }

  func end(dropping: Bool) {
    let (handle, waiter) = state.withLock { state in
      state.isOver = true
      state.source = nil
      if dropping { state.buffer = [] }
      return (state.handle.take(), state.waiter.take())
    }
    if fault != .leaks { handle?.remove() }
    waiter?.resume(returning: nil)
  }

  private func wait() async -> Element? {
    add()
    return await withCheckedContinuation { continuation in
      let answer: Element?? = state.withLock { state in
        if !state.buffer.isEmpty { return .some(state.buffer.removeFirst()) }
        if state.isOver { return .some(nil) }
        state.waiter = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func add() {
    let source = state.withLock { state in state.isOver ? nil : state.source.take() }
    let handle = source?.addListener(
      { [self] value, _ in
        if let value { receive(value) } else { end(dropping: false) }
      }, onFinish: { [self] in end(dropping: false) })
    guard let handle else { return }
    let isLate = state.withLock { state in
      if state.isOver, fault != .checksUnlocksAndAdds { return true }
      state.handle = handle
      return false
    }
    if isLate, fault != .leaks { handle.remove() }
  }

  private func receive(_ element: Element) {
    let waiter = state.withLock { state in
      if state.isOver { return CheckedContinuation<Element?, Never>?.none }
      if let waiter = state.waiter.take() { return waiter }
      state.buffer.append(element)
      return nil
    }
    waiter?.resume(returning: element)
  }
}
