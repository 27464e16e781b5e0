import FakeWebSocket

typealias WebSocketStream = AsyncThrowingStream<FakeWebSocketTask.Message, Error>

/// The article's last wrapper, as one writes it in Swift 5: a class whose state nothing guards.
class SocketStream: AsyncSequence {
  typealias AsyncIterator = WebSocketStream.Iterator
  typealias Element = FakeWebSocketTask.Message

  private var continuation: WebSocketStream.Continuation?
  private let task: FakeWebSocketTask

  private lazy var stream = WebSocketStream { continuation in
    self.continuation = continuation
    receiveNext()
  }

  init(task: FakeWebSocketTask) {
    self.task = task
    task.resume()
  }

  deinit {
    continuation?.finish()
  }

  func makeAsyncIterator() -> AsyncIterator {
    stream.makeAsyncIterator()
  }

  func cancel() async throws {
    task.cancel(with: .goingAway, reason: nil)
    continuation?.finish()
  }

  private func receiveNext() {
    guard task.closeCode == .invalid else {
      continuation?.finish()
      return
    }
    task.receive(completionHandler: { [weak self] result in
      guard let continuation = self?.continuation else { return }
      do {
        continuation.yield(try result.get())
        self?.receiveNext()
      } catch {
        continuation.finish(throwing: error)
      }
    })
  }
}

extension FakeWebSocketTask {
  /// The article's version before that: a loop in a task, as a property of the socket.
  var stream: WebSocketStream {
    WebSocketStream { continuation in
      Task {
        var isAlive = true
        while isAlive && closeCode == .invalid {
          do {
            continuation.yield(try await receive())
          } catch {
            continuation.finish(throwing: error)
            isAlive = false
          }
        }
      }
    }
  }
}
