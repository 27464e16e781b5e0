import SluiceConformance
import SluiceScenarios

/// The rules that a complete run need not exercise, each with the reason.
///
/// The text form has one rule a line, `<rule> <reason>`; `#` begins a line that says nothing.
package struct UnexercisedRules: Sendable, Hashable {
  /// The reasons by the ids of their rules.
  package private(set) var reasons: [String: String] = [:]

  /// An empty list.
  package init() {}

  /// The list in a text.
  ///
  /// - Parameter text: The text form.
  /// - Throws: `ListError` for what is no rule, for a rule without a reason, and for one that
  ///   stands already.
  package init(parsing text: String) throws(ListError) {
    var lines: [String: Int] = [:]
    for line in ListedLine.all(in: text) {
      guard Rule.named(line.word) != nil else {
        throw .unknown(
          line.place, kind: "rule", word: line.word,
          suggestion: Registry.suggestion(for: line.word, among: Rule.catalogue.map { $0.id }))
      }
      guard !line.rest.isEmpty else {
        throw .incomplete(line.restPlace, word: line.word, missing: "reason")
      }
      if let first = lines[line.word] {
        throw .repeated(line.place, entry: line.word, firstLine: first)
      }
      lines[line.word] = line.line
      reasons[line.word] = line.rest
    }
  }
}
