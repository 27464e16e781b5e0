/// What one rule says of one run.
public struct Judgement: Sendable {
  /// The rules that judged the run.
  package let book: RuleBook
  let place: Int
  /// What the rule says.
  public let verdict: Verdict

  /// The rule.
  public var rule: Rule { book.rules[place] }

  /// The rule's id; much cheaper to ask for than the whole rule.
  public var ruleID: String { book.ids[place] }

  /// Whether the run broke the rule.
  public var isViolation: Bool {
    if case .violated = verdict { true } else { false }
  }
}

extension Rule {
  /// What each rule of the catalogue says of a run, in the catalogue's order.
  public static func judge(_ evidence: Evidence) -> [Judgement] {
    RuleBook.shipped.judge(evidence)
  }
}

extension [Judgement] {
  /// The violations, in the catalogue's order.
  public var violations: [Judgement] {
    filter { judgement in judgement.isViolation }
  }

  /// The violations that no other violation of the same run explains, in the catalogue's order.
  ///
  /// One defect breaks several rules: who never removes its listener on a cancel also lets the end
  /// be seen before the remove, and fails the balance. A violated rule is secondary when another
  /// violated rule implies it, directly or through others, whether those are violated or not; all
  /// that remain are primary. Implications have no cycles, so a run with violations has a primary
  /// one.
  public var primaryViolations: [Judgement] {
    let violations = violations
    if violations.count < 2 { return violations }
    let explained = violations.reduce(into: Set<Int>()) { explained, judgement in
      explained.formUnion(judgement.book.implied[judgement.place])
    }
    return violations.filter { judgement in !explained.contains(judgement.place) }
  }
}
