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
  /// The ids of the rules that some case exercised.
  package private(set) var exercised: Set<String> = []
  /// The ids of the rules that did not apply in any case so far; nil before the first.
  private var neverApplicable: Set<String>?
  /// Why a rule did not apply in the last of the cases in which it did not.
  private var reasons: [String: String] = [:]
  /// What the rules said of the last case: the same again changes nothing, and is common.
  private var last: [RuleResult] = []

  /// The ids of all rules, in their order.
  private let ids: [String]
  /// The ids of the rules that have no meaning for the streams, also where cases say nothing.
  private let meaningless: Set<String>

  /// A tally of no case so far.
  ///
  /// - Parameters:
  ///   - own: The ids of the program's own rules, which follow the catalogue.
  ///   - meaningless: The ids of the rules that have no meaning for the streams, also where cases
  ///     say nothing.
  package init(own: some Sequence<String> = [], meaningless: Set<String> = []) {
    ids = RuleBook.shipped.ids + own
    self.meaningless = meaningless
  }

  /// Counts the rules that a case exercised; one that was skipped says nothing.
  package mutating func count(_ result: CaseResult) {
    guard !result.rules.isEmpty, result.rules != last else { return }
    last = result.rules
    var inapplicable: Set<String> = []
    for rule in result.rules {
      if rule.verdict == .inapplicable {
        inapplicable.insert(rule.rule)
        reasons[rule.rule] = rule.reason
      } else {
        exercised.insert(rule.rule)
      }
    }
    neverApplicable = neverApplicable?.intersection(inapplicable) ?? inapplicable
  }

  /// The rules that no case exercised, each with the reason.
  ///
  /// - Parameter listed: The reasons by rule that a list gives; without one it is what the cases
  ///   said of the rule, if they did.
  /// - Returns: The rules in their order.
  package func unexercised(_ listed: [String: String] = [:]) -> [NotTested.Rule] {
    ids.filter { id in !exercised.contains(id) }.map { id in
      let isApplicable = neverApplicable?.contains(id) == false && !meaningless.contains(id)
      let extent = isApplicable ? "inapplicable in some cases" : "inapplicable"
      return NotTested.Rule(
        id: id, reason: listed[id] ?? reasons[id].map { reason in "\(extent): \(reason)" },
        isApplicable: isApplicable)
    }
  }
}

extension NotTested {
  /// Counts a case.
  ///
  /// A case that failed as a list says, or as its scenario expects, was played.
  package mutating func count(_ result: CaseResult) {
    let isPlayed = result.knownCause != nil || result.schedules.tried > 0
    switch result.outcome {
    case .skipped(let reason) where !isPlayed: count(leftOutFor: reason)
    case .passed: countPlayed(isSampled: !result.schedules.isExhausted)
    case .skipped, .failed, .errored: countPlayed(isSampled: false)
    }
  }
}

extension [Product] {
  /// The rules that have no meaning for some streams, and the rules that came later.
  ///
  /// No trait says whether a stream is passed options, or whether scenarios can delete its app.
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
        subjects.contains { subject in subject.isOf(product) }
      }.map { product in product.name })
    let canDeleteAnApp = contains { product in
      product.isDeletable && !tested.isDisjoint(with: product.parts)
    }
    if !canDeleteAnApp { rules.insert(Rule.appDeletionEnds.id) }
    return rules
  }
}
