import Synchronization

/// A door that tells each opening, an error at last, or nil when it is taken out.
protocol Door: Sendable {
  func listen(
    _ tell: @escaping @Sendable (Result<Int, any Error>?) -> Void
  ) -> @Sendable () -> Void
}

extension Door {
  /// The openings from now on.
  var openings: AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      let listening = Listening()
      continuation.onTermination = { _ in
        #if LINGERS
          Task { listening.end() }
        #else
          listening.end()
        #endif
      }
      let stop = listen { result in
        switch result {
        case .success(let count)?: if !listening.isOver { continuation.yield(count) }
        case .failure(let error)?: if listening.end() { continuation.finish(throwing: error) }
        case nil: if listening.end() { continuation.finish() }
        }
      }
      listening.begin(stop)
    }
  }
}

/// What has to be stopped once, also if the end comes while it begins.
final class Listening: Sendable {
  private let state = Mutex((stop: (@Sendable () -> Void)?.none, isOver: false))

  var isOver: Bool { state.withLock { state in state.isOver } }

  func begin(_ stop: @escaping @Sendable () -> Void) {
    state.withLock { state in state.stop = stop }
    if isOver { end() }
  }

  /// Whether this is the first time.
  @discardableResult func end() -> Bool {
    let (isFirst, stop) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.stop.take())
    }
    stop?()
    return isFirst
  }
}
