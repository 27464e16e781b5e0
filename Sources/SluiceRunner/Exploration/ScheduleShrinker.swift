import SluiceSimulation

/// What makes a failing schedule small: it leaves departures out as long as the case fails alike.
///
/// First whole stretches of departures go, then ever smaller ones, down to single ones (delta
/// debugging); what is left can't lose any one of them.
struct ScheduleShrinker {
  private let attempt: (Schedule) -> Schedule?
  private let budget: ShrinkingBudget

  /// A shrinker.
  ///
  /// - Parameters:
  ///   - budget: What it may spend; whoever runs the case takes the cost from it.
  ///   - attempt: Runs the case with departures where they make sense, and returns those that were
  ///     in fact taken if the case failed alike.
  init(budget: ShrinkingBudget, attempt: @escaping (Schedule) -> Schedule?) {
    self.budget = budget
    self.attempt = attempt
  }

  /// The smallest schedule that was found to fail alike.
  ///
  /// - Parameter failing: A schedule that fails.
  /// - Returns: One that fails alike, with at most as many departures.
  func shrink(_ failing: Schedule) -> Schedule {
    var smallest = failing
    var stretch = max(1, smallest.departures.count / 2)
    while !budget.isSpent, !smallest.departures.isEmpty {
      if let smaller = withoutAStretch(of: stretch, smallest) {
        smallest = smaller
        stretch = min(stretch, max(1, smallest.departures.count / 2))
      } else if stretch > 1 {
        stretch /= 2
      } else {
        break
      }
    }
    return smallest
  }

  /// A schedule without one stretch of departures that fails alike; late ones go first, since the
  /// earlier ones don't depend on them.
  private func withoutAStretch(of length: Int, _ schedule: Schedule) -> Schedule? {
    var end = schedule.departures.count
    while end > 0 {
      let start = max(0, end - length)
      var candidate = schedule
      candidate.departures.removeSubrange(start..<end)
      guard !budget.isSpent else { return nil }
      if let smaller = attempt(candidate), smaller.departures.count < schedule.departures.count {
        return smaller
      }
      end = start
    }
    return nil
  }
}
