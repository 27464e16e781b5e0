package import SluiceConformance
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
  /// - Parameters:
  ///   - text: The text form.
  ///   - rules: The rules that there are.
  /// - Throws: `ListError` for what is no rule, for a rule without a reason, and for one that
  ///   stands already.
  package init(parsing text: String, rules: RuleBook = .shipped) throws(ListError) {
    var lines: [String: Int] = [:]
    for line in ListedLine.all(in: text) {
      guard rules.rule(named: line.word) != nil else {
        throw .unknown(
          line.place, kind: "rule", word: line.word,
          suggestion: Suggestion.nearest(to: line.word, among: rules.ids))
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

/// Which rules the cases of a run exercised, and which could have been.
package struct RuleTally: Sendable {
  /// A rule that no case exercised.
  package struct UnexercisedRule: Sendable, Hashable {
    /// The rule's id.
    package var id: String
    /// Why it did not apply where that was asked last; nil if no case said so.
    package var inapplicable: String?
    /// Whether it had no meaning for the stream in any case that was run.
    package var neverApplies: Bool
  }

  /// The ids of the rules that some case exercised.
  package private(set) var exercised: Set<String> = []
  /// How many cases were run.
  private var runs = 0
  /// By rule, how many cases it did not apply in, and why not in the last of them.
  private var inapplicable: [String: (cases: Int, reason: String?)] = [:]

  /// The ids of all rules, in their order.
  private let ids: [String]

  /// A tally of no case so far.
  ///
  /// - Parameter own: The ids of the program's own rules, which follow the catalogue.
  package init(own: some Sequence<String> = []) {
    ids = RuleBook.shipped.ids + own
  }

  /// Counts the rules that a case exercised; one that was skipped says nothing.
  package mutating func count(_ result: CaseResult) {
    if result.rules.isEmpty { return }
    runs += 1
    for rule in result.rules {
      if rule.verdict == .inapplicable {
        inapplicable[rule.rule] = ((inapplicable[rule.rule]?.cases ?? 0) + 1, rule.reason)
      } else {
        exercised.insert(rule.rule)
      }
    }
  }

  /// The rules that no case exercised, in the order of the rules.
  package var unexercised: [UnexercisedRule] {
    ids.filter { id in !exercised.contains(id) }.map { id in
      let said = inapplicable[id]
      return UnexercisedRule(
        id: id, inapplicable: said?.reason, neverApplies: runs > 0 && said?.cases == runs)
    }
  }
}
