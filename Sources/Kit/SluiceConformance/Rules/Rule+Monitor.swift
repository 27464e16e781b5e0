public import SluiceSpies

extension Rule {
  /// What a monitor says of one entry of a log.
  public enum Observation: Sendable, Hashable {
    /// The entry decides nothing.
    case nothing
    /// The entry is an occasion on which the obligation was met.
    case met
    /// The entry breaks the obligation, for this reason: a lower-case sentence without a full stop.
    case broken(because: String)
  }

  /// A monitor: a rule that goes along with the log, entry by entry, and keeps a state of its own.
  ///
  /// It is a rule like any other: a gate declares it in `rules`, and it is explained, checked
  /// against its examples, listed where nothing exercised it, and found in lists of known failures.
  /// The entry that breaks it is the one to blame, and the monitor sees none behind it. A monitor
  /// that broke nothing held if any entry was an occasion, and else was not exercised.
  ///
  /// The monitor sees the log of a run when the run is over, so it cannot change the run.
  ///
  /// ```swift
  /// let oneAtATime = Rule.monitor(
  ///   id: "door.one-at-a-time", statement: "at most one listener is registered", level: .must,
  ///   rationale: "A second listener wakes the door.", underThreads: .counts, from: 0
  /// ) { count, entry in
  ///   switch entry.event {
  ///   case .addCalled: count += 1
  ///   case .removeCalled: count -= 1
  ///   default: return .nothing
  ///   }
  ///   return count > 1 ? .broken(because: "\(count) were registered") : .met
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - id: The stable name, `<group>.<name>` in small letters, digits and hyphens.
  ///   - statement: The obligation in one sentence, lower case, without a full stop.
  ///   - level: How grave a violation is.
  ///   - edition: The edition of the kit with which the rule came; the first, unless it is said.
  ///   - rationale: What goes wrong for a user where the obligation is not met.
  ///   - usualCause: What wrong code usually looks like that violates it.
  ///   - fix: What to write instead.
  ///   - anchors: Where the obligation comes from.
  ///   - traits: The traits that the verdict depends on.
  ///   - needs: The abilities of the source of which the rule needs one to apply; none where it
  ///     always does.
  ///   - implies: The ids of the more general rules that a violation breaks too.
  ///   - underThreads: What the verdict is worth where the code ran on real threads.
  ///   - examples: Logs that the monitor must accept or reject, which `check` has it judge.
  ///   - initial: The state before the first entry of each run.
  ///   - step: The state after an entry, and what the entry says of the obligation. It must depend
  ///     on the state and the entry alone.
  /// - Returns: The rule.
  public static func monitor<State: Sendable>(
    id: String, statement: String, level: Level, edition: Edition = .first, rationale: String,
    usualCause: String? = nil, fix: String? = nil, anchors: [Anchor] = [],
    traits: [TraitName] = [], needs: Set<SourceAbility> = [], implies: [String] = [],
    underThreads: UnderThreads,
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    from initial: State,
    step: @escaping @Sendable (_ state: inout State, _ entry: LogEntry) -> Observation
  ) -> Rule {
    Rule(
      id: id, statement: statement, level: level, edition: edition, rationale: rationale,
      usualCause: usualCause, fix: fix, anchors: anchors, traits: traits, needs: needs,
      implies: implies,
      underThreads: underThreads,
      examples: examples()
    ) { evidence in
      var state = initial
      var isExercised = false
      for (place, entry) in evidence.entries.enumerated() {
        switch step(&state, entry) {
        case .nothing: continue
        case .met: isExercised = true
        case .broken(let reason): return .violated(at: place, because: reason)
        }
      }
      return isExercised ? .held : .notExercised
    }
  }
}
