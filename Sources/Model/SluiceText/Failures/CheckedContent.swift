/// Content of a line between processes or in a journal, which its reader checks.
///
/// A type says which members a line has. Only the values show whether its numbers make sense: an
/// index is one of its array, a count is not negative, a sum of counts has room. Reports and
/// `merge` rely on these checks, so `CaseLine` makes them as a part of reading.
package protocol CheckedContent {
  /// Checks every number of it, and of its members.
  ///
  /// - Throws: `ContentFlaw` for the first that makes no sense.
  func check() throws(ContentFlaw)
}

/// A number that makes no sense where it stands.
package struct ContentFlaw: Error, Sendable, Hashable, CustomStringConvertible {
  /// The path of the member, as in `picture.rows[3].line`.
  package var member: String
  /// The reason, to follow the member's name.
  package var reason: String

  /// A flaw of a member.
  package init(_ member: String, _ reason: String) {
    self.member = member
    self.reason = reason
  }

  /// The flaw in a sentence.
  package var description: String { "'\(member)' \(reason)" }

  /// The flaw as one of what has the member.
  fileprivate func within(_ owner: String) -> ContentFlaw {
    ContentFlaw(member.hasPrefix("[") ? owner + member : "\(owner).\(member)", reason)
  }
}

/// Limits of counts and of line numbers.
package enum CountLimits {
  /// How many there are of something in one case: so few that the sum over all cases has room in
  /// 64 bits.
  package static let count = 0...100_000_000_000
  /// The number of a line or of a column, from 1.
  package static let line = 1...1_000_000_000
  /// How many cases a run has.
  package static let cases = 0...10_000_000
}

extension CheckedContent {
  /// Checks a number of a member.
  ///
  /// - Throws: `ContentFlaw` if it is not in the range.
  package func check<Number: FixedWidthInteger>(
    _ member: String, _ number: Number, in range: some RangeExpression<Number>
  ) throws(ContentFlaw) {
    guard range.contains(number) else {
      throw ContentFlaw(member, "is \(number), and not in \(range)")
    }
  }

  /// Checks a number of a member that may be missing.
  ///
  /// - Throws: `ContentFlaw` if it is there, and not in the range.
  package func check<Number: FixedWidthInteger>(
    _ member: String, _ number: Number?, in range: some RangeExpression<Number>
  ) throws(ContentFlaw) {
    if let number { try check(member, number, in: range) }
  }

  /// Checks several numbers of a member.
  ///
  /// - Throws: `ContentFlaw` for the first that is not in the range.
  package func check<Number: FixedWidthInteger>(
    _ member: String, each numbers: some Collection<Number>, in range: some RangeExpression<Number>
  ) throws(ContentFlaw) {
    for (index, number) in numbers.enumerated() {
      try check("\(member)[\(index)]", number, in: range)
    }
  }

  /// Checks the content of a member that may be missing.
  ///
  /// - Throws: `ContentFlaw` if it is there and has one, with the path from here.
  package func check(_ member: String, _ content: (some CheckedContent)?) throws(ContentFlaw) {
    guard let content else { return }
    do throws(ContentFlaw) {
      try content.check()
    } catch {
      throw error.within(member)
    }
  }

  /// Checks the contents of a member.
  ///
  /// - Throws: `ContentFlaw` for the first that has one, with the path from here.
  package func check<Content: CheckedContent>(
    _ member: String, each contents: [Content]
  ) throws(ContentFlaw) {
    for (index, content) in contents.enumerated() { try check("\(member)[\(index)]", content) }
  }
}
