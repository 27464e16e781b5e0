package import FakeWebSocket
import Synchronization

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
