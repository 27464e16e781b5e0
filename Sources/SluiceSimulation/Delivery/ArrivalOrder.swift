/// The order on one way between two sides: what was sent earlier arrives earlier, whatever the
/// latencies.
package struct ArrivalOrder: Sendable {
  private var last = Instant.start

  /// A way on which nothing was sent yet.
  package init() {}

  /// The delay with which something that is sent now arrives.
  ///
  /// - Parameters:
  ///   - latency: How long the way takes. Zero or less is no time.
  ///   - now: The instant at which it is sent.
  /// - Returns: The latency, or longer where something that was sent earlier is still on its way.
  package mutating func delay(of latency: Duration, sentAt now: Instant) -> Duration {
    last = max(last, now.advanced(by: max(latency, .zero)))
    return now.duration(to: last)
  }
}
