/// What a rule demands and why streams usually break it, for a reader of a violation.
package struct RuleMeaning: Sendable, Hashable, Codable {
  /// The obligation in one sentence.
  package var statement: String
  /// The usual cause of a violation; nil where the rule names none.
  package var usualCause: String?

  /// The meaning of a rule.
  package init(_ statement: String, usualCause: String? = nil) {
    self.statement = statement
    self.usualCause = usualCause
  }

  /// The obligation as a line of an account.
  package var statementLine: String { " rule: \(statement)" }

  /// The usual cause as a line of an account.
  package var usualCauseLine: String? { usualCause.map { cause in " usual cause: \(cause)" } }

  /// Both lines, or those that a reader does not know from another meaning already.
  ///
  /// - Parameter known: The meaning that was shown before, if one was.
  /// - Returns: The lines.
  package func lines(besides known: RuleMeaning? = nil) -> [String] {
    let statement = statement == known?.statement ? nil : statementLine
    let usualCause = usualCause == known?.usualCause ? nil : usualCauseLine
    return [statement, usualCause].compactMap { line in line }
  }
}
