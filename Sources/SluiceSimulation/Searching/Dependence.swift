/// What an event touched: what its owner knows, and what the simulation sees by itself.
///
/// The simulation sees what an event made ready. Two events that make events of one label are
/// dependent, since their order decides who gets which name; two that append to queues, since it
/// may decide the queue's order; two that draw random numbers; and an event that resumes a task of
/// a label is dependent on all events of that label, even where no log tells of it. An event that
/// would resume it in another order only is not seen: what passes by memory is in the footprints.
struct Dependence {
  /// A bit of `made` for whoever appends to an ordered queue, whichever that is.
  private static let queueBit = 127
  /// A bit of `made` for whoever draws a random number.
  private static let numberBit = 126
  /// The labels that are told apart.
  private static let labelLimit = 126

  private var footprint = Footprint.nothing
  private var ran: UInt128 = 0
  private var resumed: UInt128 = 0
  private var made: UInt128 = 0

  static let nothing = Dependence()

  mutating func touch(_ footprint: Footprint) { self.footprint.formUnion(footprint) }
  mutating func run(label: Int) { set(label, \.ran) }
  mutating func resume(label: Int) { set(label, \.resumed) }
  mutating func make(label: Int) { set(label, \.made) }
  mutating func appendToQueue() { made |= 1 << UInt128(Self.queueBit) }
  mutating func drawNumber() { made |= 1 << UInt128(Self.numberBit) }

  mutating func formUnion(_ other: Dependence) {
    footprint.formUnion(other.footprint)
    ran |= other.ran
    resumed |= other.resumed
    made |= other.made
  }

  func isIndependent(of other: Dependence) -> Bool {
    footprint.isIndependent(of: other.footprint) && made & other.made == 0
      && ran & other.resumed == 0 && resumed & other.ran == 0 && resumed & other.resumed == 0
  }

  private mutating func set(_ label: Int, _ bits: WritableKeyPath<Dependence, UInt128>) {
    guard label < Self.labelLimit else {
      footprint = .everything
      return
    }
    self[keyPath: bits] |= 1 << UInt128(label)
  }
}
