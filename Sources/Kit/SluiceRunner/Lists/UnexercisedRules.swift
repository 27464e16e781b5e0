package import SluiceConformance
import SluiceProducts
import SluiceScenarios
package import SluiceSpies
package import SluiceText

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
  package private(set) var runs = 0
  /// By rule, how many cases it did not apply in, and why not in the last of them.
  private var inapplicable: [String: (cases: Int, reason: String?)] = [:]

  /// The ids of all rules, in their order.
  private let ids: [String]
  /// The ids of the rules that have no meaning for the streams, whatever cases say.
  private let meaningless: Set<String>

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - own: The ids of the program's own rules, which follow the catalogue.
  ///   - meaningless: The ids of the rules that have no meaning for the streams, whatever cases
  ///     say.
  package init(own: some Sequence<String> = [], meaningless: Set<String> = []) {
    ids = RuleBook.shipped.ids + own
    self.meaningless = meaningless
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
        id: id, inapplicable: said?.reason,
        neverApplies: meaningless.contains(id) || runs > 0 && said?.cases == runs)
    }
  }

  /// The rules that no case exercised, each with the reason.
  ///
  /// - Parameter reasons: The reasons by rule that a list gives; without one it is what the cases
  ///   said of the rule, if they did.
  /// - Returns: The rules in their order.
  package func unexercised(_ reasons: [String: String]) -> [NotTested.Rule] {
    unexercised.map { rule in
      let said = rule.inapplicable.map { reason in "inapplicable: \(reason)" }
      return NotTested.Rule(
        id: rule.id, reason: reasons[rule.id] ?? said,
        isApplicable: runs > 0 && !rule.neverApplies)
    }
  }
}

extension NotTested {
  /// Counts a case, as it was played.
  ///
  /// - Parameter result: The result, be it of a known failure or not.
  package mutating func count(_ result: CaseResult) {
    switch result.outcome {
    case .skipped(let reason) where result.schedules.tried == 0: count(leftOutFor: reason)
    case .passed: countPlayed(isSampled: !result.schedules.isExhausted)
    case .skipped, .failed, .errored: countPlayed(isSampled: false)
    }
  }
}

extension [Product] {
  /// The rules that have no meaning for some streams, which no trait of theirs says: without a
  /// stream that is passed options, and without an app that scenarios can delete.
  ///
  /// Rules that came later need not be exercised before the edition is raised.
  ///
  /// - Parameters:
  ///   - subjects: The streams, which belong to these products.
  ///   - edition: The last edition whose rules count.
  /// - Returns: The ids of the rules.
  package func meaninglessRules(
    for subjects: [Subject], in edition: Edition
  ) -> Set<String> {
    var rules = Set(ruleBook.rules.filter { rule in rule.edition > edition }.map(\.id))
    if !subjects.contains(where: { subject in subject.passesOptions }) {
      rules.insert(Rule.optionsForwarded.id)
    }
    let tested = Set(
      filter { product in
        subjects.contains { subject in subject.stream.hasPrefix("\(product.name).") }
      }.map { product in product.name })
    let canDeleteAnApp = contains { product in
      product.isDeletable && !tested.isDisjoint(with: product.parts)
    }
    if !canDeleteAnApp { rules.insert(Rule.appDeletionEnds.id) }
    return rules
  }
}
