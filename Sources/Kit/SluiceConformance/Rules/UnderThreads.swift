import SluiceSpies

extension Rule {
  /// What a rule's verdict is worth where code ran on real threads, as `sluice stress` runs it.
  ///
  /// There is no quiescence there, nothing is prompt, and two threads may write to the log in
  /// another order than they acted in. A rule counts only if a correct stream can't break it for
  /// all that: where it blames an entry for coming before its cause, the cause is always written
  /// down before it can have an effect.
  public enum UnderThreads: Sendable, Hashable {
    /// However the threads interleave, only a wrong stream breaks it.
    case counts
    /// It counts where the backend called back one by one (see ``Evidence/isOneByOne``), and only
    /// what it was asked for.
    case countsOneByOne
    /// It counts where the source handed over nothing unasked: of that nobody can say whether it
    /// was asked for meanwhile.
    case countsWhereAsked
    /// It has no say, for this reason: a lower-case sentence without a full stop.
    case hasNoSay(because: String)

    /// The rule bounds how late something may happen.
    static let needsPromptness = hasNoSay(
      because: "it asks how soon something happens, and a thread may be held up for any time")
    /// The rule looks at the moment when nothing is ready any more.
    static let needsQuiescence = hasNoSay(
      because: "it asks what is so once nothing is ready any more, which nobody sees on threads")
    /// The rule compares two moments that two threads may swap.
    static let needsOneOrder = hasNoSay(
      because: "it compares moments on two threads, whose order the log does not tell")
  }
}

extension Evidence {
  /// Whether the backend called back one by one: no callback of a subscription began while another
  /// was under way, and none while an add was on its way to throw.
  ///
  /// Of callbacks that overlap nobody can say which value came first.
  public var isOneByOne: Bool {
    subscriptions.allSatisfy { subscription in
      let registrations = subscription.registrations
      guard !registrations.contains(where: { $0.addThrew != nil && !$0.callbacks.isEmpty }) else {
        return false
      }
      let callbacks = registrations.flatMap { registration in registration.callbacks }
        .sorted { left, right in left.began < right.began }
      return zip(callbacks, callbacks.dropFirst()).allSatisfy { earlier, later in
        (earlier.ended ?? .max) < later.began
      }
    }
  }

  /// Whether a source handed over what nobody had asked it for.
  fileprivate var hasExcess: Bool {
    entries.contains { entry in
      guard case .demand(let event) = entry.event, case .excess = event else { return false }
      return true
    }
  }
}

extension [Judgement] {
  /// The judgements of the rules that have a say on a run on real threads.
  ///
  /// - Parameter evidence: What the run left behind.
  /// - Returns: Those that count, in the catalogue's order.
  public func counting(underThreads evidence: Evidence) -> [Judgement] {
    let isOneByOne = evidence.isOneByOne
    let hasExcess = evidence.hasExcess
    return filter { judgement in
      switch judgement.rule.underThreads {
      case .counts: true
      case .countsOneByOne: isOneByOne && !hasExcess
      case .countsWhereAsked: !hasExcess
      case .hasNoSay: false
      }
    }
  }
}
