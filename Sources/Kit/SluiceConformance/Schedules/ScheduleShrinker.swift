package import SluiceSimulation

/// What makes a failing schedule small: it leaves departures out as long as the case fails alike.
///
/// First whole stretches of departures go, then ever smaller ones, down to single ones (delta
/// debugging); what is left can't lose any one of them.
package struct ScheduleShrinker {
  private let attempt: (Schedule) -> Schedule?
  private let budget: ShrinkingBudget

  /// A shrinker.
  ///
  /// - Parameters:
  ///   - budget: What it may spend; whoever runs the case takes the cost from it.
  ///   - attempt: Runs the case with departures where they make sense, and returns those that were
  ///     in fact taken if the case failed alike.
  package init(budget: ShrinkingBudget, attempt: @escaping (Schedule) -> Schedule?) {
    self.budget = budget
    self.attempt = attempt
  }

  /// The smallest schedule that was found to fail alike.
  ///
  /// - Parameter failing: A schedule that fails.
  /// - Returns: One that fails alike, with at most as many departures.
  package func shrink(_ failing: Schedule) -> Schedule {
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

/// What looks for a small schedule under which something fails as it did under a large one.
package struct ScheduleReduction {
  private let budget: ShrinkingBudget
  private let seed: UInt64
  private let attempt: (any Scheduler) -> Schedule?

  /// A reduction.
  ///
  /// - Parameters:
  ///   - budget: What it may spend; whoever runs takes the cost from it.
  ///   - seed: What the runs' random numbers follow from.
  ///   - attempt: Runs under a scheduler, and returns the departures that were in fact taken if it
  ///     failed alike.
  package init(
    budget: ShrinkingBudget, seed: UInt64, attempt: @escaping (any Scheduler) -> Schedule?
  ) {
    self.budget = budget
    self.seed = seed
    self.attempt = attempt
  }

  /// A short beginning of a failing run that fails alike, canonical from there on.
  ///
  /// Runs with the first departure alone, with the first two, four and so on are tried, so that the
  /// names of a long run's departures need not be written down.
  ///
  /// - Parameters:
  ///   - run: What was noted of the run.
  ///   - scheduler: What made the choices, as before its first.
  /// - Returns: The departures; nil if there are too many of them.
  package func beginning(of run: RecordingScheduler, _ scheduler: any Scheduler) -> Schedule? {
    var limit = 1
    while limit < run.departureCount, limit * 2 <= RecordingScheduler.heaviest {
      if let schedule = attempt(TruncatedScheduler(scheduler, departures: limit)) {
        return schedule
      }
      limit *= 2
    }
    return run.isOverweight ? nil : attempt(scheduler)
  }

  /// The smallest schedule that was found to fail alike, as far as the budget goes.
  ///
  /// Departures are left out first. Then all schedules with fewer departures than are left are
  /// tried, those with the fewest first: if the budget lasts, nothing smaller fails alike.
  ///
  /// - Parameter failing: A schedule that fails.
  /// - Returns: That one, or one with fewer departures.
  package func smallest(notMoreThan failing: Schedule) -> Schedule {
    let shrinker = ScheduleShrinker(budget: budget) { candidate in
      attempt(GuidedSchedule(candidate))
    }
    let shrunk = shrinker.shrink(failing)
    guard shrunk.departures.count > 1 else { return shrunk }
    let search = DepartureSearch(departureBound: shrunk.departures.count - 1, seed: seed)
    while !budget.isSpent, let run = search.nextRun() {
      if let smaller = attempt(run) { return smaller }
    }
    return shrunk
  }
}

/// How much more may be spent on making one failure small: in runs and in their events, so that it
/// is the same on every machine.
package final class ShrinkingBudget {
  private var runs: Int
  private var events: Int

  /// A budget.
  ///
  /// - Parameters:
  ///   - runs: How many runs it covers.
  ///   - events: How many events they may have all together; the last run may go beyond it.
  package init(runs: Int = 1500, events: Int = 300_000) {
    self.runs = runs
    self.events = events
  }

  /// Whether there is nothing left of it.
  package var isSpent: Bool { runs <= 0 || events <= 0 }

  /// Takes the cost of a run.
  ///
  /// - Parameter events: How many events it had.
  package func spend(events: Int) {
    runs -= 1
    self.events -= events
  }
}
