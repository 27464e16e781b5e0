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

/// What a rule says of one run.
public enum Verdict: Sendable, Hashable {
  /// The run exercised the rule and met it.
  case held
  /// The run broke the rule, at this entry of the log, for this reason: a lower-case sentence
  /// without a full stop.
  case violated(at: Int, because: String)
  /// The run never came to where the rule has something to say.
  case notExercised
  /// The rule does not apply to this subject, for this reason.
  case inapplicable(because: String)
}

extension Verdict {
  /// One verdict from the verdicts on each occasion on which a run exercised a rule.
  ///
  /// The earliest violation counts; else the rule held if it held on any occasion.
  static func overall<Occasions: Sequence>(
    _ occasions: Occasions, _ judge: (Occasions.Element) -> Verdict
  ) -> Verdict {
    var overall = Verdict.notExercised
    for occasion in occasions {
      overall = overall.merged(with: judge(occasion))
    }
    return overall
  }

  /// One verdict from the verdicts on each of an array's items, which are lent and not copied.
  static func overall<Occasion>(
    _ occasions: [Occasion], _ judge: (Occasion) -> Verdict
  ) -> Verdict {
    var overall = Verdict.notExercised
    let occasions = occasions.span
    for place in occasions.indices {
      overall = overall.merged(with: judge(occasions[place]))
    }
    return overall
  }

  /// One verdict from the verdicts on each subscription whose stream declares something.
  ///
  /// - Parameters:
  ///   - evidence: What is judged.
  ///   - declares: Whether a stream with these traits is judged at all.
  ///   - reason: The verdict where none is.
  ///   - judge: The verdict on one subscription.
  /// - Returns: The worst of the verdicts; the reason where no stream is judged.
  static func overall(
    _ evidence: Evidence, where declares: (Traits) -> Bool, otherwise reason: Verdict,
    _ judge: (Subscription) -> Verdict
  ) -> Verdict {
    let subscriptions = evidence.subscriptions
    guard
      subscriptions.isEmpty
        ? declares(evidence.declarations.common)
        : subscriptions.contains(where: { subscription in declares(subscription.traits) })
    else { return reason }
    return overall(subscriptions) { subscription in
      declares(subscription.traits) ? judge(subscription) : .notExercised
    }
  }

  /// One verdict from the verdicts on two occasions, as from those on many.
  func merged(with other: Verdict) -> Verdict {
    switch (self, other) {
    case (.violated(let mine, _), .violated(let others, _)): others < mine ? other : self
    case (.violated, _): self
    case (_, .violated): other
    case (.held, _), (_, .held): .held
    default: self
    }
  }
}

extension Verdict {
  // The reasons for which several rules don't apply.

  static let cannotFail = Verdict.inapplicable(because: "the stream can't throw")
  static let cannotEnd = Verdict.inapplicable(because: "the source can't end by itself")
}
