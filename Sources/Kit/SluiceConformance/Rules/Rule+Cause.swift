import SluiceSpies

extension Rule {
  /// A usual cause of a violation, with the logs that speak for it.
  ///
  /// ``usualCause`` names all that usually leads to a violation. A log often decides between them:
  /// it shows whether a listener was ever removed, or whether an owner had died before. The account
  /// of a failure has the first of the rule's ``causes`` that its log speaks for.
  ///
  /// ```swift
  /// rule.causes = [
  ///   .usual("The owner was gone, and the remove goes through it.") { evidence, entry in
  ///     evidence.entries[..<entry].contains { $0.event == .ownerDropped }
  ///   }
  /// ]
  /// ```
  public struct Cause: Sendable {
    /// What wrong code looks like, in a sentence or two.
    public var text: String
    /// Whether a log speaks for it, with the place of the entry that the rule blames.
    ///
    /// It is asked about violations of its rule alone, and must depend on the evidence alone.
    package var isLikely: @Sendable (_ evidence: Evidence, _ blamed: Int) -> Bool

    /// A cause that some logs speak for.
    ///
    /// - Parameters:
    ///   - text: What wrong code looks like, in a sentence or two.
    ///   - isLikely: Whether a log speaks for it.
    /// - Returns: The cause.
    public static func usual(
      _ text: String, when isLikely: @escaping @Sendable (Evidence, Int) -> Bool
    ) -> Cause {
      Cause(text: text, isLikely: isLikely)
    }
  }

  /// The usual cause of a violation: the first of ``causes`` that its log speaks for, or else
  /// ``usualCause``.
  ///
  /// - Parameters:
  ///   - blamed: The place of the entry that the rule blames.
  ///   - evidence: The log.
  /// - Returns: The cause; nil where the rule's author names none.
  package func likelyCause(ofViolationAt blamed: Int, in evidence: Evidence) -> String? {
    guard evidence.entries.indices.contains(blamed) else { return usualCause }
    return causes.first { cause in cause.isLikely(evidence, blamed) }?.text ?? usualCause
  }
}

extension Rule.Cause {
  /// The cause of a listener that is left registered when the owner had died before the iteration
  /// ended.
  static let ownerIsGone = usual(
    """
    The stream removes through a weak reference to its owner. The owner was dropped before, so \
    that the call reached no object.
    """
  ) { evidence, blamed in evidence.ownerWasGone(whenLeavingWhatIsLeftAt: blamed) }

  /// The cause of what a consumer left registered and the next callback removed.
  static let nextValueRemoves = usual(
    """
    The stream looks only at the next value whether anybody reads: a task or the callback finds \
    the iterator gone then, and removes.
    """
  ) { evidence, blamed in
    guard let (left, _) = evidence.leftBehind(at: blamed), let gone = left.gone else {
      return false
    }
    return gone < evidence.epilogueBegan ?? .max
      && left.callbacks.contains { callback in blamed < callback.began && callback.began < gone }
  }

  /// The cause of what is left registered behind an end or error in a run that has removed on a
  /// cancel before.
  static let onlyCancelsRemove = usual(
    """
    Only a cancel removes: another listener of this run was removed by one. The code looks for \
    .cancelled in onTermination, or has its remove in a cancellation handler alone.
    """
  ) { evidence, blamed in evidence.cancelHasRemoved(before: blamed) }
}
