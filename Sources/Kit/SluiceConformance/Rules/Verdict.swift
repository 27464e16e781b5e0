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

extension Rule {
  /// What a rule says of one run.
  public typealias Verdict = SluiceConformance.Verdict
}

extension Verdict {
  /// One verdict from the verdicts on each occasion on which a run exercised a rule.
  ///
  /// The earliest violation counts; else the rule held if it held on any occasion.
  ///
  /// - Parameters:
  ///   - occasions: The occasions, such as the registrations of a run.
  ///   - judge: The verdict on one of them.
  /// - Returns: The verdict on the run.
  public static func overall<Occasions: Sequence>(
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

  // The reasons for which several rules don't apply.

  static let cannotFail = Verdict.inapplicable(because: "the stream can't throw")
}
