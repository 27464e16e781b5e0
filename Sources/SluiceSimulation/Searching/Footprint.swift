/// What an event touched, as a small set of numbered resources.
///
/// Two events whose footprints have nothing in common can change places without anybody noticing;
/// an exhaustive search then tries one of the two orders. What is unknown has to be ``everything``:
/// a footprint that is too large costs time, one that is too small loses schedules.
public struct Footprint: Sendable, Hashable {
  /// The footprint of what touched nothing that anything else could touch.
  public static let nothing = Footprint(resources: 0)
  /// The footprint of what may have touched anything.
  public static let everything = Footprint(resources: .max)

  /// The number of resources that are told apart; numbers from here on are everything.
  public static let resourceLimit = 127

  /// A bit for each resource; the highest stands for those that are unknown.
  private var resources: UInt128

  private init(resources: UInt128) {
    self.resources = resources
  }

  /// Creates the footprint of what touched some resources.
  ///
  /// - Parameter numbers: The resources' numbers, from 0; what they stand for is the owner's to
  ///   say, and has to be the same in all runs of a search.
  public init(touching numbers: some Sequence<Int>) {
    self = .nothing
    for number in numbers { insert(number) }
  }

  /// Adds a resource.
  public mutating func insert(_ number: Int) {
    guard number >= 0, number < Self.resourceLimit else {
      self = .everything
      return
    }
    resources |= 1 << UInt128(number)
  }

  /// Adds what another footprint touches.
  public mutating func formUnion(_ other: Footprint) {
    resources |= other.resources
  }

  /// Returns whether two footprints have nothing in common.
  public func isIndependent(of other: Footprint) -> Bool {
    resources & other.resources == 0
  }
}
