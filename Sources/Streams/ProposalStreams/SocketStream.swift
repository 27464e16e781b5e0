package import FakeWebSocket
import Synchronization

/// The article's type of stream: messages, or an error.
package typealias WebSocketStream = AsyncThrowingStream<FakeWebSocketTask.Message, any Error>

/// The messages of one web socket as the article on iterating over them ends: receive handlers that
/// set each other, and a continuation that the object finishes.
///
/// Written as it is there, but that what the object keeps stands in a lock: the vendor's receive
/// handlers are `@Sendable`, which the language takes seriously since.
package final class SocketStream: AsyncSequence, Sendable {
  /// The iterator of the stream inside.
  package typealias AsyncIterator = WebSocketStream.Iterator
  /// A message.
  package typealias Element = FakeWebSocketTask.Message

  private struct State {
    var continuation: WebSocketStream.Continuation?
    var stream: WebSocketStream?
  }

  private let task: FakeWebSocketTask
  private let state = Mutex(State())

  /// Opens a socket.
  package init(task: FakeWebSocketTask) {
    self.task = task
    task.resume()
  }

  deinit {
    continuation?.finish()
  }

  /// The iterator of the stream inside, which is made with the first.
  package func makeAsyncIterator() -> AsyncIterator {
    stream.makeAsyncIterator()
  }

  /// Closes the socket and finishes the stream.
  ///
  /// - Throws: Nothing; the article's signature says so.
  package func cancel() async throws {
    close()
  }

  /// Closes the socket and finishes the stream, for callers that don't wait.
  package func close() {
    task.cancel(with: .goingAway, reason: nil)
    continuation?.finish()
  }

  private var continuation: WebSocketStream.Continuation? {
    state.withLock { state in state.continuation }
  }

  private var stream: WebSocketStream {
    if let made = state.withLock({ state in state.stream }) { return made }
    let stream = WebSocketStream { continuation in
      state.withLock { state in state.continuation = continuation }
      waitForNextValue()
    }
    state.withLock { state in state.stream = stream }
    return stream
  }

  private func waitForNextValue() {
    guard task.closeCode == .invalid else {
      continuation?.finish()
      return
    }
    task.receive { [weak self] result in
      guard let continuation = self?.continuation else { return }
      do {
        let message = try result.get()
        continuation.yield(message)
        self?.waitForNextValue()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
