/// The ids of documents that a client names by itself: twenty letters and digits, never the same
/// twice.
///
/// They depend on the client's number and on nothing else, so that making one takes no random
/// number from the schedule.
struct DocumentIDs: Sendable {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")

  private var state: UInt64

  init(client: ClientID) {
    state = UInt64(client)
  }

  mutating func next() -> String {
    String((0..<20).map { _ in Self.alphabet[Int(nextNumber() % UInt64(Self.alphabet.count))] })
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
