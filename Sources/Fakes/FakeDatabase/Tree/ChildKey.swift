import SluiceSimulation
package import SluiceSpies

/// The key of a child, with the product's identity and order.
///
/// Keys that are integers of 32 bits come first, by number and then by length; the others follow
/// by their UTF-16 units. Two keys are one only if they are spelt the same. Source:
/// `FirebaseDatabase/Sources/Utilities/FUtilities.m` (`compareKey:toKey:`).
package struct ChildKey: Sendable {
  /// The key as it was given.
  package let text: String

  /// The number that the key spells, if it orders by number.
  private let integer: Int32?

  /// Whether the text can be compared by the standard library's own, faster order.
  private let isASCII: Bool

  package init(_ text: String) {
    self.text = text
    integer = ChildKey.integer(spelt: text)
    isASCII = text.utf8.allSatisfy { $0 < 0x80 }
  }

  /// The key at which a node's priority is found.
  package static let priority = ChildKey(".priority")

  /// Whether this is the key at which a node's priority is found.
  package var isPriority: Bool { self == .priority }

  /// The product's order.
  package func order(against other: ChildKey) -> Ordering {
    switch (integer, other.integer) {
    case (let left?, let right?):
      Ordering(left, right)
        .then(Ordering(text.utf8.count, other.text.utf8.count))
        .then(textOrder(against: other))
    case (.some, nil): .ascending
    case (nil, .some): .descending
    case (nil, nil): textOrder(against: other)
    }
  }

  private func textOrder(against other: ChildKey) -> Ordering {
    isASCII && other.isASCII ? Ordering(text, other.text) : TextOrder.order(text, other.text)
  }

  /// The number that a text spells: a sign, zeros, and one to ten digits within 32 bits.
  private static func integer(spelt text: String) -> Int32? {
    var digits = Substring(text).utf8
    if digits.first == UInt8(ascii: "-") { digits = digits.dropFirst() }
    guard let first = digits.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first),
      digits.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains)
    else { return nil }
    return Int32(text)
  }
}

extension ChildKey: Hashable, Comparable {
  package static func == (left: ChildKey, right: ChildKey) -> Bool {
    left.isASCII && right.isASCII
      ? left.text == right.text : TextOrder.areSame(left.text, right.text)
  }

  package static func < (left: ChildKey, right: ChildKey) -> Bool {
    left.order(against: right) == .ascending
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension ChildKey: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral text: String) {
    self.init(text)
  }

  package var description: String { text }
}

/// The keys of children that a client names by itself: in the order of their making, never the
/// same twice.
///
/// Eight signs tell the virtual time in milliseconds, twelve follow from the client's number; a
/// second key of one millisecond counts on from the one before. No random number is taken from the
/// schedule. Source: `FirebaseDatabase/Sources/Utilities/FNextPushId.m`.
struct ChildKeys: Sendable {
  private static let alphabet = Array(
    "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz")

  /// A sequence that has each state once, so that no tail is made twice.
  private var numbers: SplitMix64
  private var lastMillisecond: Int64 = -1
  private var tail: [Int] = []

  init(client: Int) {
    numbers = SplitMix64(seed: UInt64(client))
  }

  /// The next key.
  ///
  /// - Parameter millisecond: The server's time as the client knows it.
  /// - Returns: A key of twenty signs.
  mutating func next(at millisecond: Int64) -> ChildKey {
    if millisecond == lastMillisecond {
      countOn()
    } else {
      tail = (0..<12).map { _ in Int(numbers.next() % 64) }
      lastMillisecond = millisecond
    }
    let head = (0..<8).map { place -> Int in
      let shift = 6 * (7 - place)
      return Int((millisecond >> shift) & 63)
    }
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
}
