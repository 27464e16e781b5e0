import SluiceConformance
import SluiceScenarios
import SluiceSimulation

/// A failure as a scenario of its own: the lines that it needs, and its schedule forced.
///
/// It is offered only if it can be read, and fails in the same way when it is run.
struct RecordedFailure {
  let explorer: CaseExplorer
  let reduction: ScenarioReducer.Reduction
  let signature: FailureSignature

  /// The text of the file; nil where it would fail in another way, or no vocabulary is at hand.
  var text: String? {
    // What has a schedule already is such a scenario.
    guard let registry = explorer.vocabulary, explorer.scenario.schedule.isEmpty else {
      return nil
    }
    let text = ScenarioText(of: scenario, registry: registry).file
    let result = ScenarioReader(registry: registry).read(path: scenario.path, text: text)
    guard let file = result.file, let read = file.cases.first(where: { _ in true }) else {
      return nil
    }
    var again = explorer
    again.scenario = read
    let found = again.canonicalJudge().signature
    guard found?.kind == signature.kind, found?.rule == signature.rule,
      found?.message == signature.message
    else { return nil }
    return text
  }

  /// The scenario that is written.
  private var scenario: ScenarioCase {
    var scenario = reduction.scenario
    scenario.name += ", recorded"
    scenario.about = "Recorded where it failed by \(signature.cause)."
    scenario.xfail = nil
    scenario.skip = nil
    scenario.schedules = nil
    let schedule = reduction.schedule
    scenario.seed = schedule.seed == 0 ? nil : Int64(bitPattern: schedule.seed)
    scenario.schedule = schedule.departures.map { choice in
      ForcedChoice(
        instant: choice.instant.nanoseconds, ready: choice.ready.map(\.description),
        run: choice.run.description, span: scenario.span)
    }
    return scenario
  }
}

extension CaseExplorer {
  /// A failure as a scenario of its own, if such are asked for.
  ///
  /// - Parameters:
  ///   - reduction: What of the case it needs.
  ///   - signature: How it fails.
  /// - Returns: The text of the file.
  func text(
    of reduction: ScenarioReducer.Reduction, alike signature: FailureSignature
  ) -> String? {
    RecordedFailure(explorer: self, reduction: reduction, signature: signature).text
  }

  /// A failure under the canonical schedule as a scenario of its own, if such are asked for.
  func canonicalText(alike signature: FailureSignature) -> String? {
    guard vocabulary != nil, scenario.schedule.isEmpty else { return nil }
    let shrinking = FailureShrinking(
      explorer: self, signature: signature, budget: ShrinkingBudget(),
      tick: { progress?("making the failing scenario small") })
    guard
      let schedule = shrinking.attempt(
        FirstInFirstOut(seed: numbersSeed), on: scenario, isCanonical: true)
    else { return nil }
    let reduction = ScenarioReducer(shrinking: shrinking, schedule: schedule).recordedReduction
    return text(of: reduction, alike: signature)
  }
}
