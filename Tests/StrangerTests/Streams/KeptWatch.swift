import SluiceTesting
import Synchronization

/// A token stream whose callback keeps an object that keeps the source, until the source lets go.
///
/// The stream is right where the interface lets go of what it has removed.
struct KeptWatch: Sendable {
  /// The signals until the beacon goes dark.
  static func signals(of beacon: Beacon, leaks: Bool) -> AsyncStream<String> {
    AsyncStream { continuation in
      let watch = Watch(beacon: beacon)
      continuation.onTermination = { reason in
        if leaks, case .cancelled = reason { return }
        watch.stop()
      }
      watch.start { signal in
        if let signal {
          if watch.isOn { continuation.yield(signal) }
        } else {
          watch.stop()
          continuation.finish()
        }
      }
    }
  }

  static let stranger = Stranger(
    "token-kept", over: .listener(String.self).lacking(.fail, .sendNothing, .keepRemoved),
    traits: .asyncStream,
    twinBreaks: "cancellation.suspended-removes"
  ) { source, leaks in signals(of: Beacon(source: source), leaks: leaks) }
}

/// One observer of a beacon.
private final class Watch: Sendable {
  private enum Phase {
    case starting
    case on(Int)
    case off
  }

  private let beacon: Beacon
  private let phase = Mutex(Phase.starting)

  init(beacon: Beacon) { self.beacon = beacon }

  var isOn: Bool { phase.withLock { phase in if case .off = phase { false } else { true } } }

  func start(_ body: @escaping @Sendable (String?) -> Void) {
    let observer = beacon.addObserver(body)
    let isLate = phase.withLock { phase in
      if case .off = phase { return true }
      phase = .on(observer)
      return false
    }
    if isLate { beacon.removeObserver(observer) }
  }

  func stop() {
    let observer: Int? = phase.withLock { phase in
      defer { phase = .off }
      return if case .on(let observer) = phase { observer } else { nil }
    }
    if let observer { beacon.removeObserver(observer) }
  }
}
