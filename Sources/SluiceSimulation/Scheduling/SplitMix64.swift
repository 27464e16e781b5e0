/// The SplitMix64 sequence of a seed: equal on every machine, for schedulers and seeds.
public struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Creates the sequence of a seed, which all have a period of 2^64.
  public init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the sequence.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return Self.mixed(state)
  }

  /// Returns a number that looks random and belongs to the given one alone.
  @inline(__always)
  static func mixed(_ number: UInt64) -> UInt64 {
    var mixed = number
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number below a bound, each equally likely but for less than one part in 2^32.
  ///
  /// - Parameter bound: A number from 1 to 2^32.
  /// - Returns: A number from 0 to the bound, without the bound itself.
  public mutating func below(_ bound: Int) -> Int {
    precondition(bound > 0, "there is no number below \(bound)")
    return Int(((next() >> 32) &* UInt64(bound)) >> 32)
  }
}
