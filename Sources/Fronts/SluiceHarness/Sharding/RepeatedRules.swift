import SluiceRunner

/// What the rules said of the cases of a journal so far: in the journal once, and then as the
/// number of the line that has it.
///
/// Only the first lines with rules of their own can be referred to, so that neither who writes nor
/// who reads has to remember more.
package struct RepeatedRules {
  /// How many lines can be referred to.
  private static let most = 1024

  private var lines: [[RuleResult]: Int] = [:]
  private var rules: [Int: [RuleResult]] = [:]

  /// What was said of no case so far.
  package init() {}

  /// A case as it is written: without its rules, if a line before has them.
  ///
  /// - Parameters:
  ///   - line: The case.
  ///   - number: The number of its line, from 1.
  /// - Returns: The case as it is written.
  package mutating func shortened(
    _ line: RunJournal.Line, at number: Int
  ) -> RunJournal.Line {
    guard !line.result.rules.isEmpty else { return line }
    guard let earlier = lines[line.result.rules] else {
      if lines.count < Self.most { lines[line.result.rules] = number }
      return line
    }
    var line = line
    line.rulesOfLine = earlier
    line.result.rules = []
    return line
  }

  /// A case as it was before it was written.
  ///
  /// - Parameters:
  ///   - line: The case as it is written.
  ///   - number: The number of its line, from 1.
  /// - Returns: The case; nil if it refers to a line that has no rules, or has rules itself.
  package mutating func restored(
    _ line: RunJournal.Line, at number: Int
  ) -> RunJournal.Line? {
    guard let earlier = line.rulesOfLine else {
      if !line.result.rules.isEmpty, rules.count < Self.most { rules[number] = line.result.rules }
      return line
    }
    guard let known = rules[earlier], line.result.rules.isEmpty else { return nil }
    var line = line
    line.result.rules = known
    line.rulesOfLine = nil
    return line
  }
}
