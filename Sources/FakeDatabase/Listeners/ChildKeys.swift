/// The keys of children that a client names by itself: in the order of their making, never the
/// same twice.
///
/// Eight signs tell the virtual time in milliseconds, twelve follow from the client's number; a
/// second key of one millisecond counts on from the one before. No random number is taken from the
/// schedule. Source: `FirebaseDatabase/Sources/Utilities/FNextPushId.m`.
struct ChildKeys: Sendable {
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")

  private var state: UInt64
  private var lastMillisecond: Int64 = -1
  private var tail: [Int] = []

  init(client: Int) {
    state = UInt64(client)
  }

  /// The next key.
  ///
  /// - Parameter millisecond: The server's time as the client knows it.
  /// - Returns: A key of twenty signs.
  mutating func next(at millisecond: Int64) -> ChildKey {
    if millisecond == lastMillisecond {
      countOn()
    } else {
      tail = (0..<12).map { _ in Int(nextNumber() % 64) }
      lastMillisecond = millisecond
    }
    let head = (0..<8).map { place in Int((millisecond >> (6 * (7 - place))) & 63) }
    return ChildKey(String((head + tail).map { Self.alphabet[$0] }))
  }

  private mutating func countOn() {
    var place = tail.count - 1
    while place > 0, tail[place] == 63 {
      tail[place] = 0
      place -= 1
    }
    tail[place] = (tail[place] + 1) % 64
  }

  /// The generator SplitMix64, whose every state comes once.
  private mutating func nextNumber() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
