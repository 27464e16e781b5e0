/// The time in which a worker must give a sign of life.
///
/// The supervisor alone has one, with a clock that it is given: time decides only whether a worker
/// is hopeless, never what a case's result is otherwise.
package struct Watchdog {
  /// How long a worker may be silent.
  package let limit: Duration
  private var lastSign: Duration
  /// The time that needs no excuse any more; nil if none was told since the last sign of life.
  private var excused: Duration?

  /// A watchdog for a worker that was last heard at `now`.
  package init(limit: Duration, now: Duration) {
    self.limit = limit
    self.lastSign = now
  }

  /// Notes a sign of life.
  package mutating func heard(at now: Duration) {
    lastSign = now
    excused = nil
  }

  /// Takes time for which the worker is not to blame from its silence.
  ///
  /// What was so before the first call after a sign of life belongs to that sign: it excuses no
  /// silence.
  ///
  /// - Parameter delay: All such time in the worker's life; what was excused before is not excused
  ///   again.
  package mutating func excuse(_ delay: Duration) {
    if let excused { lastSign += max(.zero, delay - excused) }
    excused = max(excused ?? delay, delay)
  }

  /// How long the worker may be silent from now on; zero when it was silent too long.
  package func patience(at now: Duration) -> Duration {
    max(.zero, lastSign + limit - now)
  }
}

/// The clock of a watchdog.
package protocol WatchdogClock: Sendable {
  /// The time since some fixed instant; it never goes back.
  var reading: Duration { get }
}
