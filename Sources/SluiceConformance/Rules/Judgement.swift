/// What one rule of the catalogue says of one run.
public struct Judgement: Sendable {
  let place: Int
  /// What the rule says.
  public let verdict: Verdict

  /// The rule.
  public var rule: Rule { Rule.catalogue[place] }

  /// The rule's id; much cheaper to ask for than the whole rule.
  public var ruleID: String { Rule.ids[place] }

  /// Whether the run broke the rule.
  public var isViolation: Bool {
    if case .violated = verdict { true } else { false }
  }
}

extension Rule {
  /// What each rule of the catalogue says of a run, in the catalogue's order.
  public static func judge(_ evidence: Evidence) -> [Judgement] {
    let checks = checks
    return checks.indices.map { place in
      Judgement(place: place, verdict: checks[place].verdict(evidence))
    }
  }

  /// The function of a rule without the rest of it.
  ///
  /// In a structure of its own: an array of bare closures would call each through a thunk that
  /// copies the evidence.
  private struct Check {
    let verdict: @Sendable (Evidence) -> Verdict
  }

  private static let checks = catalogue.map { rule in Check(verdict: rule.check) }

  fileprivate static let ids = catalogue.map { rule in rule.id }

  /// For each rule the places in the catalogue of all that it implies, directly or through others.
  fileprivate static let implied: [Set<Int>] = catalogue.map { rule in
    var reached: Set<Int> = []
    var pending = rule.implies
    while let id = pending.popLast() {
      guard let place = place(of: id), reached.insert(place).inserted else { continue }
      pending += catalogue[place].implies
    }
    return reached
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
      explained.formUnion(Rule.implied[judgement.place])
    }
    return violations.filter { judgement in !explained.contains(judgement.place) }
  }
}
