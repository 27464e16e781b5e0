import Synchronization

/// A station, which calls its observers with each reading, an error, or nil when it closes down.
public protocol WeatherStation: Sendable {
  typealias Observer = @Sendable (Result<Double, any Error>?) -> Void

  /// Attaches an observer; what is returned detaches it.
  func attach(_ observer: @escaping Observer) -> @Sendable () -> Void
}

extension WeatherStation {
  /// What the station measures.
  public var readings: AsyncThrowingStream<Double, any Error> {
    AsyncThrowingStream { continuation in
      let attachment = Attachment()
      #if !LEAKS
        continuation.onTermination = { _ in attachment.end() }
      #endif
      let detach = attach { report in
        guard case .success(let degrees) = report else {
          // Who sees the end finds the station released.
          attachment.end()
          if case .failure(let error) = report { return continuation.finish(throwing: error) }
          return continuation.finish()
        }
        continuation.yield(degrees)
      }
      attachment.begin(detach)
    }
  }
}

/// What has to be undone once, also where the end comes before the beginning is over.
private final class Attachment: Sendable {
  private let state = Mutex((detach: (@Sendable () -> Void)?.none, isOver: false))

  func begin(_ detach: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      if !state.isOver { state.detach = detach }
      return state.isOver
    }
    if isLate { detach() }
  }

  func end() {
    let detach = state.withLock { state in
      state.isOver = true
      return state.detach.take()
    }
    detach?()
  }
}
