/// How long to wait before each further attempt at something that keeps failing.
///
/// The first one follows at once, the next after about a second, each further one after half as
/// long again, up to a minute; each is shorter or longer by up to a half. Source:
/// `Firestore/core/src/remote/exponential_backoff.cc`.
package struct Backoff: Equatable, Sendable {
  private static let initial: Int64 = 1000
  private static let longest: Int64 = 60_000

  /// The wait before the next attempt in milliseconds, chance aside.
  private var base: Int64 = 0

  package init() {}

  /// The wait before the next attempt.
  ///
  /// - Parameter random: 64 random bits; not asked for where they would not matter.
  /// - Returns: The wait.
  package mutating func next(random: () -> UInt64) -> Duration {
    let wait = base == 0 ? 0 : (base * ((1 << 31) + Int64(random() >> 32))) >> 32
    base = min(max(base * 3 / 2, Self.initial), Self.longest)
    return .milliseconds(wait)
  }

  /// The last attempt was a success: the next failure is a first one.
  package mutating func reset() {
    base = 0
  }

  /// The other side has too much to do: the longest wait follows at once.
  package mutating func lengthen() {
    base = Self.longest
  }
}
