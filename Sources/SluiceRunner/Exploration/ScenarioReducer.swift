import SluiceScenarios
import SluiceSimulation

/// What finds the lines of a scenario that a failure does not need.
///
/// It leaves out one line after the other, from the last, and keeps it out where the case fails
/// alike without it.
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
    let count = shrinking.explorer.scenario.timeline.count + shrinking.explorer.scenario.given.count
    guard count <= ScenarioReducer.longest else { return reduction }
    leaveOut(\.finally, of: &reduction) { probe in probe.span }
    leaveOut(\.timeline, of: &reduction) { step in step.playedFrom.first ?? step.span }
    leaveOut(\.given, of: &reduction) { given in given.span }
    return reduction
  }

  private func leaveOut<Line>(
    _ lines: WritableKeyPath<ScenarioCase, [Line]>, of reduction: inout Reduction,
    place: (Line) -> SourceSpan
  ) {
    for index in reduction.scenario[keyPath: lines].indices.reversed() {
      var candidate = reduction.scenario
      let line = candidate[keyPath: lines].remove(at: index)
      // A timeline has at least one line.
      guard !candidate.timeline.isEmpty, shrinking.signature.span.map({ $0 != place(line) }) ?? true,
        let schedule = failing(candidate, near: reduction.schedule)
      else { continue }
      reduction.scenario = candidate
      reduction.schedule = schedule
      reduction.needless.append(place(line))
    }
  }

  /// The schedule under which a smaller scenario fails alike; nil if it does not, or can't be
  /// played any more.
  private func failing(_ scenario: ScenarioCase, near schedule: Schedule) -> Schedule? {
    let isCanonical = schedule.departures.isEmpty
    let scheduler: any Scheduler =
      isCanonical
      ? FirstInFirstOut(seed: shrinking.explorer.numbersSeed) : GuidedSchedule(schedule)
    return shrinking.attempt(scheduler, on: scenario, isCanonical: isCanonical)
  }
}
