/// How much more may be spent on making one failure small: in runs and in their events, so that it
/// is the same on every machine.
final class ShrinkingBudget {
  private var runs: Int
  private var events: Int

  /// A budget.
  ///
  /// - Parameters:
  ///   - runs: How many runs it covers.
  ///   - events: How many events they may have all together; the last run may go beyond it.
  init(runs: Int = 1500, events: Int = 300_000) {
    self.runs = runs
    self.events = events
  }

  /// The budget for a failure: each deadlock leaves a thread behind for good.
  convenience init(for signature: FailureSignature) {
    if signature.kind == .deadlocked {
      self.init(runs: 30)
    } else {
      self.init()
    }
  }

  /// Whether there is nothing left of it.
  var isSpent: Bool { runs <= 0 || events <= 0 }

  /// Takes the cost of a run.
  ///
  /// - Parameter events: How many events it had.
  func spend(events: Int) {
    runs -= 1
    self.events -= events
  }
}
