/// An order of events, as its departures from the canonical one.
///
/// Between two departures every choice is the canonical one. With the seed it determines a run, as
/// long as the events are the same.
public struct Schedule: Sendable, Hashable {
  /// What the random numbers of the run follow from.
  public var seed: UInt64
  /// The choices that are not canonical, in order.
  public var departures: [Choice]

  /// Creates a schedule; without departures it is the canonical one.
  public init(seed: UInt64 = 0, departures: [Choice] = []) {
    self.seed = seed
    self.departures = departures
  }
}
