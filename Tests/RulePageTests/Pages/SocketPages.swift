import FakeWebSocket
import ShippedProducts
import SluiceConformance
import SluiceProducts

/// The pages of the group `socket`, and of streams that take messages of others.
enum SocketPages {
  static let all = [
    oneReceive, receivesWhileOpen, appCloseEnds, teardownCloses, noCrossTalk,
  ]

  static let oneReceive = page(.oneReceive, OneReceiveWrong.self, OneReceiveRight.self)
  static let receivesWhileOpen = page(
    .receivesWhileOpen, ReceivesWhileOpenWrong.self, ReceivesWhileOpenRight.self)
  static let appCloseEnds = page(.appCloseEnds, AppCloseEndsWrong.self, AppCloseEndsRight.self)
  static let teardownCloses = page(
    .teardownCloses, TeardownClosesWrong.self, TeardownClosesRight.self)
  static let noCrossTalk = page(.noCrossTalk, NoCrossTalkWrong.self, NoCrossTalkRight.self)

  private static func page<Wrong: MessageReader, Right: MessageReader>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type
  ) -> RulePage {
    RulePage(
      rule: rule, wrong: .init(subject(wrong), of: WebSocketProduct.product),
      right: .init(subject(right), of: WebSocketProduct.product))
  }

  private static func subject<Reader: MessageReader>(_: Reader.Type) -> Subject {
    Subject(
      RulePage.name, of: WebSocketProduct.messages,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { socket in
        Messages {
          AsyncThrowingStream { continuation in
            let reader = Reader(task: socket.task, continuation: continuation)
            socket.closes { reader.close() }
            reader.start()
          }
        }
      })
  }
}

private typealias Message = FakeWebSocketTask.Message
private typealias MessageStream = AsyncThrowingStream<Message, any Error>

/// A sequence that makes a stream for each iterator.
private struct Messages: AsyncSequence {
  let make: @Sendable () -> MessageStream

  func makeAsyncIterator() -> MessageStream.Iterator { make().makeAsyncIterator() }
}

/// What reads the messages of a socket into a stream; each default is right.
private protocol MessageReader: AnyObject, Sendable, SendableMetatype {
  var task: FakeWebSocketTask { get }
  var continuation: MessageStream.Continuation { get }
  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation)
  func start()
  func receive()
  /// The app closes the socket.
  func close()
}

extension MessageReader {
  func start() {
    // The stream keeps its reader.
    continuation.onTermination = { [self] _ in task.close() }
    task.resume()
    receive()
  }

  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      self?.continuation.yield(with: result)
      if case .success = result { self?.receive() }
    }
  }

  func close() {
    task.close()
    continuation.finish()
  }
}

extension FakeWebSocketTask {
  /// Closes the socket unless it is closed.
  fileprivate func close() {
    guard closeCode == .invalid else { return }
    cancel(with: .goingAway, reason: nil)
  }
}

private final class OneReceiveWrong: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // wrong: socket.one-receive
  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      self?.continuation.yield(with: result)
      guard case .success = result else { return }
      self?.receive()
      self?.receive()
    }
  }
  // end
}

private final class OneReceiveRight: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // right: socket.one-receive
  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      self?.continuation.yield(with: result)
      if case .success = result { self?.receive() }
    }
  }
  // end
}

private final class ReceivesWhileOpenWrong: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // wrong: socket.receives-while-open
  func receive(tries: Int) {
    task.receive { [weak self] result in
      if case .failure = result, tries > 1 {
        self?.receive(tries: tries - 1)
        return
      }
      self?.continuation.yield(with: result)
      if case .success = result { self?.receive(tries: 3) }
    }
  }
  // end
  func receive() { receive(tries: 3) }
}

private final class ReceivesWhileOpenRight: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // right: socket.receives-while-open
  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      // A failure finishes the stream.
      self?.continuation.yield(with: result)
      if case .success = result { self?.receive() }
    }
  }
  // end
}

private final class AppCloseEndsWrong: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // wrong: socket.app-close-ends
  func close() {
    task.cancel(with: .goingAway, reason: nil)
  }
  // end
}

private final class AppCloseEndsRight: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // right: socket.app-close-ends
  func close() {
    task.cancel(with: .goingAway, reason: nil)
    continuation.finish()
  }
  // end
}

private final class TeardownClosesWrong: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // wrong: socket.teardown-closes
  func start() {
    task.resume()
    receive()  // calls itself after each message
  }
  // end
}

private final class TeardownClosesRight: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // right: socket.teardown-closes
  func start() {
    continuation.onTermination = { [self] _ in
      task.cancel(with: .goingAway, reason: nil)
    }
    task.resume()
    receive()  // calls itself after each message
  }
  // end
}

private final class NoCrossTalkWrong: MessageReader {
  let task: FakeWebSocketTask
  let continuation: MessageStream.Continuation

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
    Self.current.value = continuation
  }

  // wrong: isolation.no-cross-talk
  typealias Stream = AsyncThrowingStream<Message, any Error>
  static let current = Box<Stream.Continuation>()

  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      Self.current.value?.yield(with: result)
      if case .success = result { self?.receive() }
    }
  }
  // end
}

private final class NoCrossTalkRight: MessageReader {
  let task: FakeWebSocketTask

  init(task: FakeWebSocketTask, continuation: MessageStream.Continuation) {
    self.task = task
    self.continuation = continuation
  }

  // right: isolation.no-cross-talk
  let continuation: AsyncThrowingStream<Message, any Error>.Continuation

  func receive() {
    guard task.closeCode == .invalid else { return }  // it is closed
    task.receive { [weak self] result in
      self?.continuation.yield(with: result)
      if case .success = result { self?.receive() }
    }
  }
  // end
}
