package import FakeWebSocket
import ReferenceStreams

/// The article's type of stream: messages, or an error.
package typealias WebSocketStream = AsyncThrowingStream<FakeWebSocketTask.Message, any Error>

/// The messages of one web socket in the article's types, made right; for one consumer.
///
/// The first `next()` opens the socket. It is closed when the consumer's task is cancelled, when a
/// receive fails, by ``cancel()``, and when the stream and its iterators are gone.
package final class SocketStream: AsyncSequence, Sendable {
  /// The iterator of the stream inside.
  package typealias AsyncIterator = WebSocketStream.Iterator
  /// A message.
  package typealias Element = FakeWebSocketTask.Message

  /// The stream's closure alone keeps the iteration: a cancelled stream lets go of it, which is how
  /// a busy consumer's socket is closed.
  private weak let iteration: ListenerIteration<Element, any Error>?
  private let stream: WebSocketStream

  /// The messages of a socket that is not open yet.
  package init(task: FakeWebSocketTask) {
    let iteration = ListenerSequence(receivingFrom: task).makeIteration()
    self.iteration = iteration
    stream = WebSocketStream(unfolding: { try await iteration.next(isolation: #isolation) })
  }

  /// The iterator of the stream inside.
  package func makeAsyncIterator() -> AsyncIterator {
    stream.makeAsyncIterator()
  }

  /// Closes the socket and ends the stream, after the messages that have been received.
  ///
  /// - Throws: Nothing; the article's signature says so.
  package func cancel() async throws {
    close()
  }

  /// Closes the socket and ends the stream, for callers that don't wait.
  package func close() {
    iteration?.finish()
  }
}
