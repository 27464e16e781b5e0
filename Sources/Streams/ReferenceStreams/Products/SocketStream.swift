package import FakeWebSocket
import Synchronization

/// The messages of one web socket, with the way to close it.
///
/// The first `next()` opens the socket; what ends the iteration closes it: the consumer's cancel,
/// the end of its iterator, a failing receive, ``cancel()``. None of these waits for the socket to
/// answer, so it is the same on systems that leave a waiting receive stuck. A socket can be opened
/// once only: there is one iteration, which all iterators share.
package final class SocketStream: AsyncSequence, Sendable {
  /// A message.
  package typealias Element = FakeWebSocketTask.Message
  /// What the socket's receives fail with.
  package typealias Failure = any Error

  private let iteration: ListenerIteration<Element, any Error>

  /// The messages of a socket that is not open yet.
  ///
  /// - Parameter task: The socket, which nobody else opens, receives from or closes.
  package init(task: FakeWebSocketTask) {
    iteration = ListenerSequence(receivingFrom: task).makeIteration()
  }

  /// Closes the socket and ends the stream, after the messages that have been received.
  package func cancel() {
    iteration.finish()
  }

  /// An iterator of the one iteration; its end closes the socket.
  package func makeAsyncIterator() -> Iterator {
    Iterator(loop: Loop(iteration))
  }

  /// The iterator of a socket's messages.
  package struct Iterator: AsyncIteratorProtocol {
    let loop: Loop

    /// The next message; nil after the end, after an error and after a cancellation.
    ///
    /// - Throws: What a receive failed with, once.
    package func next(isolation actor: isolated (any Actor)?) async throws -> Element? {
      try await loop.iteration.next(isolation: actor)
    }
  }

  /// One consumer's hold on the iteration; its end is the consumer's.
  final class Loop: Sendable {
    let iteration: ListenerIteration<Element, any Error>

    init(_ iteration: ListenerIteration<Element, any Error>) {
      self.iteration = iteration
    }

    deinit {
      iteration.abandon()
    }
  }
}

extension ListenerSequence where Element == FakeWebSocketTask.Message, Failure == any Error {
  /// The messages of a socket: opened at the first `next()`, closed at the iteration's end.
  ///
  /// One receive waits at a time, with a handler of its own, and the next one is called when it was
  /// answered. No task waits for it and it holds nothing but the iteration, so that it does not
  /// matter where an older system leaves it stuck.
  package init(receivingFrom task: FakeWebSocketTask) {
    self.init { sink in
      let receiver = SocketReceiver(of: task, sink)
      task.resume()
      receiver.receive()
      return {
        receiver.close()
        task.cancel(with: .goingAway, reason: nil)
      }
    }
  }
}

/// The receives of one iteration, one after another, until it is closed.
private final class SocketReceiver: Sendable {
  private weak let task: FakeWebSocketTask?
  private let sink: ListenerSink<FakeWebSocketTask.Message, any Error>
  private let isClosed = Atomic(false)

  init(of task: FakeWebSocketTask, _ sink: ListenerSink<FakeWebSocketTask.Message, any Error>) {
    self.task = task
    self.sink = sink
  }

  func close() {
    isClosed.store(true, ordering: .sequentiallyConsistent)
  }

  func receive() {
    guard !isClosed.load(ordering: .sequentiallyConsistent) else { return }
    task?.receive { [self] result in
      switch result {
      case .success(let message):
        sink.send(message)
        receive()
      case .failure(let error):
        sink.fail(error)
      }
    }
  }
}
