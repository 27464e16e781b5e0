import SluiceScenarios
import SluiceSimulation

/// What finds the lines of a scenario that a failure does not need.
///
/// It leaves out one line after the other, from the last, and keeps it out where the case fails
/// alike without it, with the same expectation unmet or none. What is expected stays, and so does
/// what comes behind an unmet expectation: a stream that is mended has to meet them.
struct ScenarioReducer {
  let shrinking: FailureShrinking
  /// The schedule under which it fails; one without departures is the canonical one.
  let schedule: Schedule

  /// What is left of a scenario.
  struct Reduction {
    /// The scenario without the lines.
    var scenario: ScenarioCase
    /// The schedule under which that fails: events that came from a line are gone with it.
    var schedule: Schedule
    /// Where the lines are.
    var needless: [SourceSpan] = []

    /// What to say of the lines; nothing if all are needed.
    var lines: [String] {
      var numbers: [Int] = []
      for line in needless.map({ span in scenario.sources.location(of: span).line }).sorted()
      where numbers.last != line {
        numbers.append(line)
      }
      guard !numbers.isEmpty else { return [] }
      let text = numbers.map { number in "\(number)" }.joined(separator: ", ")
      return ["it fails alike without line\(numbers.count == 1 ? "" : "s") \(text)"]
    }
  }

  /// The most lines that are tried one by one.
  private static let longest = 200

  /// The scenario without the lines that the failure does not need.
  var reduction: Reduction {
    var reduction = Reduction(scenario: shrinking.explorer.scenario, schedule: schedule)
    let scenario = shrinking.explorer.scenario
    guard scenario.timeline.count + scenario.given.count <= ScenarioReducer.longest else {
      return reduction
    }
    var unmet: Mishap?
    guard
      attempt(
        scenario, near: schedule,
        where: { record in
          unmet = record.mishap
          return true
        }) != nil
    else { return reduction }
    let end = scenario.timeline.firstIndex { step in
      unmet.map { mishap in step.span == mishap.span } ?? false
    }
    let isAlike = { (record: RunRecord) in
      record.mishap?.message == unmet?.message && record.mishap?.span == unmet?.span
    }
    for index in (0..<(end ?? scenario.timeline.count)).reversed() {
      let step = reduction.scenario.timeline[index]
      if case .expect = step.action { continue }
      leaveOut(index, of: \.timeline, &reduction, step.playedFrom.first ?? step.span, isAlike)
    }
    for index in scenario.given.indices.reversed() {
      let given = reduction.scenario.given[index]
      leaveOut(index, of: \.given, &reduction, given.span, isAlike)
    }
    return reduction
  }

  private func leaveOut<Line>(
    _ index: Int, of lines: WritableKeyPath<ScenarioCase, [Line]>, _ reduction: inout Reduction,
    _ place: SourceSpan, _ isAlike: (RunRecord) -> Bool
  ) {
    var candidate = reduction.scenario
    candidate[keyPath: lines].remove(at: index)
    // A timeline has at least one line.
    guard !candidate.timeline.isEmpty,
      let schedule = attempt(candidate, near: reduction.schedule, where: isAlike)
    else { return }
    reduction.scenario = candidate
    reduction.schedule = schedule
    reduction.needless.append(place)
  }

  /// The schedule under which a smaller scenario fails alike; nil if it does not, or can't be
  /// played any more.
  private func attempt(
    _ scenario: ScenarioCase, near schedule: Schedule, where isAlike: (RunRecord) -> Bool
  ) -> Schedule? {
    let isCanonical = schedule.departures.isEmpty
    let scheduler: any Scheduler =
      isCanonical
      ? FirstInFirstOut(seed: shrinking.explorer.numbersSeed) : GuidedSchedule(schedule)
    return shrinking.attempt(scheduler, on: scenario, isCanonical: isCanonical, where: isAlike)
  }
}
