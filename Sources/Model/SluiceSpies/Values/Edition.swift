/// An edition of the kit: the cases and rules that came with its releases up to some month.
///
/// Each rule and each case belongs to one. A gate names the edition that it was written for, and
/// what came later fails nothing there until the gate raises its edition.
public struct Edition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The year, of four digits.
  public let year: Int
  /// The month, from 1 to 12.
  public let month: Int

  private init(year: Int, month: Int) {
    (self.year, self.month) = (year, month)
  }

  /// The edition in a text.
  ///
  /// - Parameter text: The year and the month, as in `2026.12`.
  /// - Throws: `EditionError.malformed` for any other text.
  public init(_ text: String) throws(EditionError) {
    let bytes = Array(text.utf8)
    let dot = 4
    let digits = bytes.enumerated().allSatisfy { place, byte in
      place == dot ? byte == UInt8(ascii: ".") : (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
    }
    guard bytes.count == 7, digits, let year = Int(text.prefix(dot)), year > 0,
      let month = Int(text.suffix(2)), 1...12 ~= month
    else { throw .malformed(text) }
    self.init(year: year, month: month)
  }

  /// The edition in a text, if a kit has it.
  ///
  /// - Parameters:
  ///   - text: The year and the month, as in `2026.12`.
  ///   - newest: The newest edition of the kit.
  /// - Throws: `EditionError` for a text that is no edition, and for one that the kit lacks.
  package init(_ text: String, upTo newest: Edition) throws(EditionError) {
    try self.init(text)
    try check(upTo: newest)
  }

  /// Checks that a kit has the edition.
  ///
  /// - Parameter newest: The newest edition of the kit.
  /// - Throws: `EditionError` for one before the first or after the newest.
  package func check(upTo newest: Edition) throws(EditionError) {
    if self < .first { throw .beforeFirst(self) }
    if self > newest { throw .afterNewest(self, newest: newest) }
  }

  /// The first edition, to which everything belongs that names none.
  public static let first = Edition(year: 2026, month: 12)

  /// The newest edition of this kit.
  public static let newest = Edition(year: 2027, month: 1)

  /// The year and the month, as in `2026.12`.
  public var description: String { "\(year).\(month < 10 ? "0" : "")\(month)" }

  /// Whether one edition is older than the other.
  public static func < (left: Edition, right: Edition) -> Bool {
    (left.year, left.month) < (right.year, right.month)
  }

  /// Why what came with this edition fails nothing in a gate of an older one.
  ///
  /// - Parameter gate: The edition of the gate.
  /// - Returns: The reason, without a full stop.
  package func reason(in gate: Edition) -> String {
    "came with edition \(self); the gate has \(gate)"
  }
}

/// A reason for which an edition can't be used.
public enum EditionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A text that is no year with a month.
  case malformed(String)
  /// An edition before the first.
  case beforeFirst(Edition)
  /// An edition after the newest of the kit.
  case afterNewest(Edition, newest: Edition)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .malformed(let text):
      "'\(text)' is no edition: that is a year and a month, as in \(Edition.first)"
    case .beforeFirst(let edition): "there is no edition \(edition): the first is \(Edition.first)"
    case .afterNewest(let edition, let newest):
      "there is no edition \(edition): the newest of this kit is \(newest)"
    }
  }
}
