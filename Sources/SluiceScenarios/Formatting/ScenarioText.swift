/// A case as a scenario of its own, in the notation of the language: with its variables put in, its
/// flows played and the row of each matrix taken.
///
/// Reading it gives the same case under another id.
public struct ScenarioText {
  private let scenario: ScenarioCase
  private let calls: CallText

  /// The text of a case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - registry: The vocabulary, which knows the labels of arguments.
  public init(of scenario: ScenarioCase, registry: Registry) {
    self.scenario = scenario
    calls = CallText(registry: registry)
  }

  /// The whole file, with a line break at its end.
  public var file: String {
    let lines = ["format 1", "", "scenario \(JSONText.quoted(name))"] + attributes + schedule
    return (lines + given + ["", "  timeline"] + timeline + finally).joined(separator: "\n") + "\n"
  }

  /// A name can't have the slashes that join the parts of a case's name.
  private var name: String {
    scenario.name.split(separator: "/").joined(separator: ", ")
  }

  private var attributes: [String] {
    var lines: [String] = []
    if let about = scenario.about { lines.append("  about \(JSONText.quoted(about))") }
    for (word, names) in [
      ("rule", scenario.rules), ("tags", scenario.tags), ("requires", scenario.requires),
    ] where !names.isEmpty {
      lines.append("  \(word) \(names.joined(separator: ", "))")
    }
    switch scenario.limit {
    case .steps(let count): lines.append("  limit \(count) steps")
    case .time(let time): lines.append("  limit \(DurationText.short(time))")
    case nil: break
    }
    if let count = scenario.schedules { lines.append("  schedules \(count)") }
    if let seed = scenario.seed { lines.append("  seed \(seed)") }
    return lines
  }

  private var schedule: [String] {
    guard !scenario.schedule.isEmpty else { return [] }
    let rows = scenario.schedule.map { choice in
      [
        DurationText.short(choice.instant), "[\(choice.ready.joined(separator: ", "))]",
        choice.run,
      ]
    }
    return ["", "  schedule"]
      + TableText.lines([FileChecker.scheduleColumns] + rows, indentation: 4)
  }

  private var given: [String] {
    guard !scenario.given.isEmpty else { return [] }
    return ["", "  given"]
      + scenario.given.flatMap { given in
        ["    \(calls.verb(given.call))"] + TableText.lines(given.table, indentation: 6)
      }
  }

  private var timeline: [String] {
    let steps = StepText(calls: calls)
    return scenario.timeline.flatMap { step in steps.lines(step) }
  }

  private var finally: [String] {
    guard !scenario.finally.isEmpty else { return [] }
    return ["", "  finally"] + scenario.finally.map { probe in "    expect \(calls.probe(probe))" }
  }
}
