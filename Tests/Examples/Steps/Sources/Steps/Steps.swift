import Synchronization

/// A pedometer that is started with a handler, and stopped without saying which.
public protocol Pedometer: Sendable {
  func startUpdates(_ handler: @escaping @Sendable (Int) -> Void)
  func stopUpdates()
}

extension Pedometer {
  /// The numbers of steps from now on, of which a reader that is late gets the latest two.
  public var steps: AsyncStream<Int> {
    AsyncStream(bufferingPolicy: .bufferingNewest(2)) { continuation in
      let isStopped = StopFlag()
      continuation.onTermination = { _ in
        isStopped.raise()
        #if !LEAKS
          stopUpdates()
        #endif
      }
      startUpdates { steps in
        if !isStopped.isRaised { continuation.yield(steps) }
      }
    }
  }
}

/// A flag that mutes the handler before the pedometer is stopped.
private final class StopFlag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .acquiring) }

  func raise() { raised.store(true, ordering: .releasing) }
}
