import FakeWebSocket
import Foundation
import ShippedProducts
import Synchronization

/// Breaks `isolation.no-cross-talk`: one router for all sockets knows their streams by the host
/// that they are connected to, so that two paths of a host are one.
enum FaultyRoutesByHost {
  static let subject = FaultySocketSubject(
    "routes-by-host", breaks: "isolation.no-cross-talk",
    in: "websocket/integration/sockets/messages of two sockets go to their own streams"
  ) { socket, continuation in
    let task = socket.task
    let host = task.url.host() ?? ""
    router.connect(continuation, to: host)
    socket.closes {
      task.close()
      continuation.finish()
    }
    continuation.onTermination = { _ in
      task.close()
      router.disconnect(host)
    }
    task.resume()
    receive(from: task, of: host) { error in continuation.finish(throwing: error) }
  }

  private static let router = Router()

  private static func receive(
    from task: FakeWebSocketTask, of host: String,
    failing fail: @escaping @Sendable (any Error) -> Void
  ) {
    task.receive { [weak task] result in
      switch result {
      case .success(let message):
        router.pass(message, of: host)
        if let task, task.closeCode == .invalid { receive(from: task, of: host, failing: fail) }
      case .failure(let error): fail(error)
      }
    }
  }

  /// The streams of all sockets, by host: how many there are, and whose turn it is.
  private final class Router: Sendable {
    private struct Line {
      var count = 0
      var continuation: MessageStream.Continuation
    }

    private let lines = Mutex<[String: Line]>([:])

    func connect(_ continuation: MessageStream.Continuation, to host: String) {
      lines.withLock { lines in
        var line = lines[host] ?? Line(continuation: continuation)
        // The first one stays: who connects again is taken for the same.
        line.count += 1
        lines[host] = line
      }
    }

    func disconnect(_ host: String) {
      let last = lines.withLock { lines -> Line? in
        guard var line = lines[host] else { return nil }
        line.count -= 1
        lines[host] = line.count > 0 ? line : nil
        return line
      }
      _ = consume last
    }

    func pass(_ message: FakeWebSocketTask.Message, of host: String) {
      lines.withLock { lines in lines[host]?.continuation }?.yield(message)
    }
  }
}
