import FakeListener
import Synchronization

/// Breaks `memory.owner-released`: a watchdog that could add again has the source and a closure
/// that has the watchdog, and nobody clears the closure.
enum FaultyKeepsItsWatchdog {
  static let subject = FaultySubject.wired(
    "keeps-its-watchdog", breaks: "memory.owner-released", in: "cancel-while-waiting"
  ) { source, options, outlet in
    let watchdog = Watchdog(source)
    outlet.keep(
      try source.subscribe(options: options) { [weak watchdog] event in
        watchdog?.pat()
        outlet.pass(event)
      })
  }

  private final class Watchdog: Sendable {
    private let source: FakeListener<SentinelElement>
    private let patted = Mutex(0)
    private let onSilence = Mutex<(@Sendable () -> Bool)?>(nil)

    init(_ source: FakeListener<SentinelElement>) {
      self.source = source
      onSilence.withLock { onSilence in
        onSilence = { self.source.listenerCount > 0 }
      }
    }

    func pat() {
      patted.withLock { patted in patted += 1 }
    }
  }
}
