import SluiceTesting
import Synchronization

/// A radio that listens once for everybody who has tuned in.
final class Radio: AsyncSequence, Sendable {
  typealias Element = String
  typealias Failure = Never

  private struct State {
    var listeners: [Int: AsyncStream<String>.Continuation] = [:]
    var lastNumber = 0
    /// The number of the reception, which changes when the last listener leaves.
    var reception = 0
    var isReceiving = false
    var handle: ListenerHandle?
  }

  private let source: FakeListener<String>
  private let leaks: Bool
  private let state = Mutex(State())

  init(_ source: FakeListener<String>, leaks: Bool) {
    self.source = source
    self.leaks = leaks
  }

  func makeAsyncIterator() -> AsyncStream<String>.Iterator { tuneIn().makeAsyncIterator() }

  private func tuneIn() -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream<String>.makeStream()
    let (number, opened) = state.withLock { state -> (Int, Int?) in
      state.lastNumber += 1
      state.listeners[state.lastNumber] = continuation
      defer { state.isReceiving = true }
      return (state.lastNumber, state.isReceiving ? nil : state.reception)
    }
    continuation.onTermination = { _ in self.leave(number) }
    if let opened { receive(opened) }
    return stream
  }

  private func receive(_ reception: Int) {
    let handle = source.addListener(
      .value { [weak self] message in self?.broadcast(message, reception) })
    let isDeserted = state.withLock { state in
      if state.reception == reception { state.handle = handle }
      return state.reception != reception
    }
    if isDeserted { handle.remove() }
  }

  private func broadcast(_ message: String, _ reception: Int) {
    let listeners = state.withLock { state in
      state.reception == reception ? state.listeners : [:]
    }
    for (_, listener) in listeners.sorted(by: { one, other in one.key < other.key }) {
      listener.yield(message)
    }
  }

  private func leave(_ number: Int) {
    let handle: ListenerHandle? = state.withLock { state in
      state.listeners[number] = nil
      guard state.listeners.isEmpty, state.isReceiving, !leaks else { return nil }
      state.reception += 1
      state.isReceiving = false
      return state.handle.take()
    }
    handle?.remove()
  }

  static let stranger = Stranger(
    "shared-hub", over: .listener(String.self).lacking(.fail, .finish, .sendNothing),
    traits: .broadcast.with { traits in
      traits.registration = .iterator
      traits.bufferOnCancel = .drains
      traits.canFail = false
    }, twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in Radio(source, leaks: leaks) }
}
