package import SluiceSimulation
import SluiceText

/// Runs that are tried to make one failure small: each may fail alike.
package struct FailureShrinking<Text: PlayedText> {
  /// Plays a text once under a scheduler, and judges the run; nil for a run that shows nothing.
  package typealias Play = (any Scheduler) -> Judge<Text>?

  /// How the text fails.
  package let signature: FailureSignature<Text.Line>
  private let budget: ShrinkingBudget
  private let seed: UInt64
  private let tick: () -> Void
  private let play: Play

  /// The runs for a failure.
  ///
  /// - Parameters:
  ///   - signature: How the text fails.
  ///   - budget: The budget of all runs.
  ///   - seed: The seed of the random numbers of each run.
  ///   - tick: Called before each run.
  ///   - play: Plays the text once.
  package init(
    alike signature: FailureSignature<Text.Line>, budget: ShrinkingBudget, seed: UInt64,
    tick: @escaping () -> Void = {}, play: @escaping Play
  ) {
    self.signature = signature
    self.budget = budget
    self.seed = seed
    self.tick = tick
    self.play = play
  }

  /// The choices that a scheduler makes if a run fails alike under it.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler.
  ///   - other: Plays another text, such as less of the one that fails; nil for that one.
  ///   - isAlike: A further condition for a run that fails alike.
  /// - Returns: The departures that were in fact taken; nil if the run does not fail alike, or
  ///   there is no budget for it.
  package func attempt(
    _ scheduler: any Scheduler, playing other: Play? = nil,
    where isAlike: (RunRecord<Text.Line>) -> Bool = { _ in true }
  ) -> Schedule? {
    guard !budget.isSpent else { return nil }
    tick()
    let recorder = RecordingScheduler(scheduler, seed: seed, keepsDepartures: true)
    guard let judge = (other ?? play)(recorder) else { return nil }
    budget.spend(events: judge.record.steps)
    guard judge.signature == signature, !recorder.isOverweight, isAlike(judge.record) else {
      return nil
    }
    return Schedule(of: recorder, seed: seed)
  }

  /// A failure as a run shows it, and the schedule of that run; nil for a schedule with more
  /// departures than a person reads.
  package typealias Shown = (judge: Judge<Text>, schedule: Schedule?)

  /// The failure of a run under the smallest schedule that was found to fail alike.
  ///
  /// - Parameters:
  ///   - run: The recorder of the run.
  ///   - scheduler: The scheduler of the run, as before its first choice.
  ///   - remark: How the run was found.
  /// - Returns: The failure; nil if no other run shows it.
  package func failure(
    of run: RecordingScheduler, repeatedBy scheduler: any Scheduler, _ remark: String
  ) -> Shown? {
    let remark = self.remark(remark, departures: run.departureCount)
    if let found = reduction.beginning(of: run, scheduler) { return failure(under: found, remark) }
    let recorder = RecordingScheduler(scheduler, seed: seed, keepsDepartures: false)
    guard let judge = play(recorder), judge.signature == signature else { return nil }
    judge.schedule = ScheduleAccount("schedule: \(remark), which are too many to print")
    return (judge, nil)
  }

  /// The failure of a schedule under the smallest one that was found to fail alike.
  ///
  /// - Parameters:
  ///   - found: The schedule.
  ///   - remark: How it was found.
  /// - Returns: The failure; nil if no replay shows it.
  package func failure(under found: Schedule, _ remark: String) -> Shown? {
    for schedule in [reduction.smallest(notMoreThan: found), found] {
      guard let judge = play(ForcedSchedule(schedule)), judge.signature == signature else {
        continue
      }
      judge.schedule = ScheduleAccount(of: schedule, [remark])
      return (judge, schedule)
    }
    return nil
  }

  /// How a run was found, with its departures.
  ///
  /// How many came after something had left the simulation depends on what is outside.
  package func remark(_ words: String, departures count: Int) -> String {
    signature.kind == .escaped
      ? words : "\(words), with \(ScheduleAccount.departures(count))"
  }

  private var reduction: ScheduleReduction {
    ScheduleReduction(budget: budget, seed: seed) { scheduler in attempt(scheduler) }
  }
}

extension ShrinkingBudget {
  /// The budget for a failure: each deadlock leaves a thread behind for good.
  package convenience init<Line>(for signature: FailureSignature<Line>) {
    if signature.kind == .deadlocked {
      self.init(runs: 30)
    } else {
      self.init()
    }
  }
}

extension Schedule {
  /// The schedule that a run took; its seed is left out if nothing in the run was random.
  package init(of run: RecordingScheduler, seed: UInt64) {
    self.init(seed: run.drawnNumbers > 0 ? seed : 0, departures: run.departures)
  }
}
