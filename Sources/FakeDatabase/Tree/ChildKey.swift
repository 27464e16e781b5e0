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
