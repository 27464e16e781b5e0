import SluiceScenarios
import SluiceSimulation

/// What finds the lines of a scenario that a failure does not need.
///
/// It leaves out one line of the timeline after the other, from the last, and keeps it out where
/// the case fails alike without it.
struct ScenarioReducer {
  let shrinking: FailureShrinking
  let schedule: Schedule

  /// The longest timeline that is tried line by line.
  private static let longest = 200

  /// What to say of the lines that are not needed; nothing if all are.
  var lines: [String] {
    let needless = needlessSteps
    guard !needless.isEmpty else { return [] }
    let places = needless.map { step in
      shrinking.explorer.scenario.sources.location(of: step.playedFrom.first ?? step.span).line
    }
    var numbers: [Int] = []
    for place in places.sorted() where numbers.last != place { numbers.append(place) }
    let text = numbers.map { number in "\(number)" }.joined(separator: ", ")
    return ["it fails alike without line\(numbers.count == 1 ? "" : "s") \(text)"]
  }

  /// The steps that the failure does not need, in the order of the timeline.
  private var needlessSteps: [ScenarioStep] {
    var kept = shrinking.explorer.scenario.timeline
    guard kept.count <= ScenarioReducer.longest else { return [] }
    var needless: [ScenarioStep] = []
    for index in kept.indices.reversed() where kept[index].span != shrinking.signature.span {
      var candidate = kept
      let step = candidate.remove(at: index)
      guard shrinking.attempt(GuidedSchedule(schedule), timeline: candidate) != nil
      else { continue }
      kept = candidate
      needless.insert(step, at: 0)
    }
    return needless
  }
}
