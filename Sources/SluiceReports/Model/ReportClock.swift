/// The clock whose times a report shows.
package enum ReportClock: Sendable, Hashable {
  /// The simulation's clock: the same figures in every run, on every machine.
  case virtual
  /// The clock on the wall.
  case real
}
