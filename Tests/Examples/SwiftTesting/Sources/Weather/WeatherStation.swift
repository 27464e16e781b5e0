import Synchronization

/// A station, which calls its observers with each reading, or with an error at last.
public protocol WeatherStation: Sendable {
  typealias Observer = @Sendable (Double?, (any Error)?) -> Void

  /// Attaches an observer; what is returned detaches it.
  func attach(
    _ observer: @escaping Observer, onClosing: @escaping @Sendable () -> Void
  ) throws -> @Sendable () -> Void
}

extension WeatherStation {
  /// What the station measures.
  public var readings: AsyncThrowingStream<Double, any Error> {
    AsyncThrowingStream { continuation in
      let attachment = Attachment()
      #if !LEAKS
        continuation.onTermination = { _ in attachment.end() }
      #endif
      // Who sees the end finds the station released; what comes meanwhile finds all over.
      let finish = { @Sendable (error: (any Error)?) in
        if attachment.end() { continuation.finish(throwing: error) }
      }
      do {
        let detach = try attach { degrees, error in
          if let error { return finish(error) }
          if let degrees, !attachment.isOver { continuation.yield(degrees) }
        } onClosing: {
          finish(nil)
        }
        attachment.begin(detach)
      } catch {
        finish(error)
      }
    }
  }
}

/// What has to be undone once, also where the end comes before the beginning is over.
private final class Attachment: Sendable {
  private let state = Mutex((detach: (@Sendable () -> Void)?.none, isOver: false))

  var isOver: Bool { state.withLock { state in state.isOver } }

  func begin(_ detach: @escaping @Sendable () -> Void) {
    state.withLock { state in state.detach = detach }
    if isOver { end() }
  }

  @discardableResult func end() -> Bool {
    let (isFirst, detach) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.detach.take())
    }
    detach?()
    return isFirst
  }
}
