/// What is said at the end of a run, beside the counts of its cases.
package struct RunSummary: Sendable, Hashable {
  /// A rule that no case exercised, and why.
  package struct UnexercisedRule: Sendable, Hashable {
    /// The identity of the rule.
    package var id: String
    /// Why nothing exercised it.
    package var reason: String

    /// Creates an entry of the list.
    ///
    /// - Parameters:
    ///   - id: the identity of the rule.
    ///   - reason: why nothing exercised it.
    package init(id: String, reason: String) {
      self.id = id
      self.reason = reason
    }
  }

  /// How many schedules the cases were run under.
  package struct Schedules: Sendable, Hashable {
    /// The runs.
    package var run: Int
    /// The schedules that differ in at least one choice.
    package var distinct: Int

    /// Creates a count.
    ///
    /// - Parameters:
    ///   - run: the runs.
    ///   - distinct: the schedules that differ in at least one choice.
    package init(run: Int, distinct: Int) {
      self.run = run
      self.distinct = distinct
    }
  }

  /// How many rules were held or broken at least once.
  package var exercisedRules: Int
  /// The rules that nothing exercised, in the order to show them.
  package var unexercisedRules: [UnexercisedRule]
  /// Whether people are shown which rules were not exercised, or only how many; a part of the cases
  /// is not held to all.
  package var namesUnexercisedRules = true
  /// How many schedules the cases were run under; nil where nobody counted.
  package var schedules: Schedules?
  /// How many steps the runs made that are reported, one for each case.
  package var steps: Int
  /// How much virtual time all simulations covered.
  package var virtualTime: Duration
  /// How long the run took for the person waiting.
  package var realTime: Duration
  /// Why the run ended before its last case, if it did.
  package var interruption: String?

  /// Creates a summary.
  ///
  /// - Parameters:
  ///   - exercisedRules: how many rules were held or broken at least once.
  ///   - unexercisedRules: the rules that nothing exercised, in the order to show them.
  ///   - steps: how many steps all simulations made.
  ///   - virtualTime: how much virtual time all simulations covered.
  ///   - realTime: how long the run took for the person waiting.
  ///   - interruption: why the run ended before its last case, if it did.
  package init(
    exercisedRules: Int = 0, unexercisedRules: [UnexercisedRule] = [], steps: Int = 0,
    virtualTime: Duration = .zero, realTime: Duration = .zero, interruption: String? = nil
  ) {
    self.exercisedRules = exercisedRules
    self.unexercisedRules = unexercisedRules
    self.steps = steps
    self.virtualTime = virtualTime
    self.realTime = realTime
    self.interruption = interruption
  }
}
