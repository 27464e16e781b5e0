/// The machine's clock, which stands still while the machine sleeps.
///
/// So a laptop that was closed in the middle of a run kills no worker when it is opened.
package struct MachineWatchdogClock: WatchdogClock {
  private let start = SuspendingClock().now

  /// A clock that reads zero now.
  package init() {}

  /// The time since this value was made.
  package var reading: Duration {
    start.duration(to: SuspendingClock().now)
  }
}
