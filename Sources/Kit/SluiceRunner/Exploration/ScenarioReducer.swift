import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceText

/// What finds the lines of a scenario that a failure does not need.
///
/// It leaves out one line after the other, from the last, and keeps it out where the case fails
/// alike without it.
struct ScenarioReducer {
  let explorer: CaseExplorer
  let shrinking: FailureShrinking<ScenarioCase>
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

  /// The scenario without the lines that the failure does not need, whatever they say.
  var reduction: Reduction {
    var reduction = Reduction(scenario: scenario, schedule: schedule)
    guard isShort else { return reduction }
    for index in scenario.finally.indices.reversed() {
      leaveOut(index, of: \.finally, &reduction, scenario.finally[index].span) { _ in true }
    }
    for index in scenario.timeline.indices.reversed() {
      let step = scenario.timeline[index]
      leaveOut(index, of: \.timeline, &reduction, step.playedFrom.first ?? step.span) { _ in true }
    }
    leaveOutGiven(&reduction) { _ in true }
    return reduction
  }

  /// The scenario without the lines that neither the failure needs nor a stream that is mended: all
  /// that is expected stays, and is met as far as it was.
  ///
  /// Where an expectation was not met, any line may be what a mended stream meets it by.
  var recordedReduction: Reduction {
    var reduction = Reduction(scenario: scenario, schedule: schedule)
    let isMet = { (record: RunRecord<SourceSpan>) in record.mishap == nil }
    guard isShort, attempt(scenario, near: schedule, where: isMet) != nil else { return reduction }
    for index in scenario.timeline.indices.reversed() {
      let step = scenario.timeline[index]
      if case .expect = step.action { continue }
      if ScenarioReducer.isNeeded(step, by: reduction.scenario.timeline) { continue }
      leaveOut(
        index, of: \.timeline, &reduction, step.playedFrom.first ?? step.span, where: isMet)
    }
    leaveOutGiven(&reduction, where: isMet)
    return reduction
  }

  private var scenario: ScenarioCase { explorer.scenario }

  /// The canonical schedule, if the whole scenario fails alike under it.
  var canonicalSchedule: Schedule? {
    attempt(scenario, near: Schedule(seed: explorer.numbersSeed)) { _ in true }
  }

  private var isShort: Bool {
    let lines = scenario.given.count + scenario.timeline.count + scenario.finally.count
    return lines <= ScenarioReducer.longest
  }

  private func leaveOutGiven(
    _ reduction: inout Reduction, where isAlike: (RunRecord<SourceSpan>) -> Bool
  ) {
    for index in scenario.given.indices.reversed() {
      leaveOut(index, of: \.given, &reduction, scenario.given[index].span, where: isAlike)
    }
  }

  /// Whether other lines speak of the consumer that a line starts.
  private static func isNeeded(_ step: ScenarioStep, by timeline: [ScenarioStep]) -> Bool {
    guard let stream = step.startedStream else { return false }
    return timeline.contains { other in other.speaks(of: stream, in: step.startedGroup) }
  }

  private func leaveOut<Line>(
    _ index: Int, of lines: WritableKeyPath<ScenarioCase, [Line]>, _ reduction: inout Reduction,
    _ place: SourceSpan, where isAlike: (RunRecord<SourceSpan>) -> Bool
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
    _ scenario: ScenarioCase, near schedule: Schedule,
    where isAlike: (RunRecord<SourceSpan>) -> Bool
  ) -> Schedule? {
    let isCanonical = schedule.departures.isEmpty
    let scheduler: any Scheduler =
      isCanonical ? FirstInFirstOut(seed: explorer.numbersSeed) : GuidedSchedule(schedule)
    var explorer = explorer
    explorer.scenario = scenario
    return shrinking.attempt(
      scheduler,
      playing: { [explorer] scheduler in explorer.judge(scheduler, isCanonical: isCanonical) },
      // A scenario that can't be played to its end is none any more, however it fails.
      where: { record in record.mishap?.kind != .scenarioUnusable && isAlike(record) })
  }
}

extension ScenarioStep {
  /// The name of the consumer that the line starts, if it starts one.
  var startedStream: String? {
    switch action {
    case .start(let stream, _, _), .iterate(let stream, _, _): stream
    case .perform, .control, .pull, .expect: nil
    }
  }

  /// Whether the line can't be without a consumer or a group of consumers.
  ///
  /// - Parameters:
  ///   - stream: The consumer's name.
  ///   - group: The name of the group that it belongs to, if it belongs to one.
  /// - Returns: Whether the line speaks of one of them.
  func speaks(of stream: String, in group: String?) -> Bool {
    if case .during(_, let other, _) = mode, other == stream { return true }
    switch action {
    case .iterate(_, let other, _): return other == stream
    case .control(_, let other): return other == stream || other == group
    case .pull(let other, _): return other == stream
    case .expect(.outcome(let other, _, _)), .expect(.silence(let other, _)):
      return other == stream
    case .start, .perform, .expect(.probe): return false
    }
  }

  /// The name of the group that the line starts a consumer in, if it does.
  var startedGroup: String? {
    switch action {
    case .start(_, _, let options), .iterate(_, _, let options): options.group
    case .perform, .control, .pull, .expect: nil
    }
  }
}
