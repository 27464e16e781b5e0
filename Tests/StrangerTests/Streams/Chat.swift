// An app imports FoundationNetworking instead of the fake.
import FakeWebSocket
import Foundation
import Synchronization

/// A chat server, over a web socket.
struct Chat: Sendable {
  /// Closes the socket, and ends the stream.
  let close: @Sendable () -> Void
  private let task: URLSessionWebSocketTask
  private let messages: AsyncThrowingStream<URLSessionWebSocketTask.Message, any Error>
  private let continuation:
    AsyncThrowingStream<URLSessionWebSocketTask.Message, any Error>.Continuation
  private let isOver = Flag()

  /// A socket of a session that is not open yet.
  init(to url: URL, in session: URLSession) {
    self.init(over: session.webSocketTask(with: url, protocols: ["chat.v2"]))
  }

  /// A socket that is not open yet.
  init(over task: URLSessionWebSocketTask, leaks: Bool = false) {
    self.task = task
    (messages, continuation) = AsyncThrowingStream.makeStream()
    continuation.onTermination = { [isOver] reason in
      guard isOver.raise(), case .cancelled = reason, !leaks else { return }
      task.cancel(with: .goingAway, reason: nil)
    }
    close = { [isOver, continuation] in
      if isOver.raise() { task.cancel(with: .goingAway, reason: nil) }
      continuation.finish()
    }
    task.maximumMessageSize = 65_536
  }

  /// Opens the socket.
  ///
  /// - Returns: The messages until the server or the app closes the socket.
  func open() -> AsyncThrowingStream<URLSessionWebSocketTask.Message, any Error> {
    task.resume()
    task.receive(into: continuation, until: isOver)
    return messages
  }
}

extension URLSessionWebSocketTask {
  fileprivate func receive(
    into continuation: AsyncThrowingStream<Message, any Error>.Continuation, until isOver: Flag
  ) {
    if isOver.isRaised { return }
    receive { [weak self] result in
      guard !isOver.isRaised else { return }
      switch result {
      case .success(let message):
        continuation.yield(message)
        self?.receive(into: continuation, until: isOver)
      case .failure(let error): continuation.finish(throwing: error)
      }
    }
  }

  /// Whether the server answers a ping, and what it says to a greeting.
  func greet() async throws -> String? {
    try await withCheckedThrowingContinuation { (pong: CheckedContinuation<Void, any Error>) in
      sendPing { error in
        if let error { pong.resume(throwing: error) } else { pong.resume() }
      }
    }
    try await send(.string("hello"))
    guard closeCode == .invalid, state == .running else { return nil }
    switch try await receive() {
    case .string(let text): return text
    case .data(let data): return String(decoding: data, as: UTF8.self)
    @unknown default: return nil
    }
  }
}

/// What shows whether the chat is connected.
final class ChatStatus: NSObject, URLSessionWebSocketDelegate {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { lines in lines } }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didOpenWithProtocol protocol: String?
  ) {
    note("open as \(`protocol` ?? "?")")
  }

  func urlSession(
    _ session: URLSession, webSocketTask: URLSessionWebSocketTask,
    didCloseWith closeCode: URLSessionWebSocketTask.CloseCode, reason: Data?
  ) {
    note("closed with \(closeCode.rawValue): \(String(decoding: reason ?? Data(), as: UTF8.self))")
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    note(error == nil ? "complete" : "complete with an error")
  }

  private func note(_ line: String) { lines.withLock { lines in lines.append(line) } }
}
