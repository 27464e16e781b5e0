import FakeListener
import Synchronization

/// Breaks `teardown.remove-right-one`: it goes through the indices of its tokens where it means the
/// tokens.
enum FaultyRemovesByIndex {
  static let subject = FaultySubject.streaming(
    "removes-by-index", breaks: "teardown.remove-right-one", in: "cancel-while-waiting"
  ) { source, options, continuation in
    let tokens = Tokens()
    let remove: @Sendable () -> Void = { [weak source] in
      for index in tokens.takeAll().indices { source?.removeObserver(ListenerToken(index)) }
    }
    let latch = HandleLatch()
    continuation.onTermination = { _ in
      latch.isOver = true
      remove()
    }
    do {
      let token = try source.addObserver(
        options: options,
        .pair(
          { element, error in continuation.pass(element, error) },
          onFinish: {
            continuation.finish()
          }), throwing: (any Error).self)
      tokens.append(token)
      if latch.isOver { remove() }
    } catch {
      continuation.finish(throwing: error)
    }
  }

  private final class Tokens: Sendable {
    private let tokens = Mutex<[ListenerToken]>([])

    func append(_ token: ListenerToken) {
      tokens.withLock { tokens in tokens.append(token) }
    }

    func takeAll() -> [ListenerToken] {
      tokens.withLock { tokens in
        defer { tokens = [] }
        return tokens
      }
    }
  }
}
