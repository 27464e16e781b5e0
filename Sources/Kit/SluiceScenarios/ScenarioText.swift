import SluiceSpies

/// A case as a scenario of its own, in the notation of the language: with its variables put in, its
/// flows played and the row of each matrix taken.
///
/// Reading it gives the same case under another id.
package struct ScenarioText {
  private let scenario: ScenarioCase
  private let calls: CallText

  /// The text of a case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - registry: The vocabulary, which knows the labels of arguments.
  package init(of scenario: ScenarioCase, registry: Registry) {
    self.scenario = scenario
    calls = CallText(registry: registry)
  }

  /// The whole file, with a line break at its end.
  package var file: String {
    let lines = ["format 1", "", "scenario \(Value.quoted(name))"] + attributes + schedule
    return (lines + given + ["", "  timeline"] + timeline + finally).joined(separator: "\n") + "\n"
  }

  /// A line of the timeline as it is played, with the table that belongs to it.
  package func lines(of step: ScenarioStep) -> [String] { StepText(calls: calls).lines(step) }

  /// What the case plays, under which conditions, and what it expects.
  ///
  /// The name is not in it, nor what the case is about and the edition that it came with.
  package var content: String {
    (requirements + bounds + schedule + given + timeline + finally).joined(separator: "\n")
  }

  /// A name can't have the slashes that join the parts of a case's name.
  private var name: String {
    scenario.name.split(separator: "/").joined(separator: ", ")
  }

  private var attributes: [String] {
    var lines: [String] = []
    if let about = scenario.about { lines.append("  about \(Value.quoted(about))") }
    for (word, names) in [("rule", scenario.rules), ("tags", scenario.tags)]
    where !names.isEmpty {
      lines.append("  \(word) \(names.joined(separator: ", "))")
    }
    lines += requirements
    if scenario.edition > .first { lines.append("  edition \(scenario.edition)") }
    return lines + bounds
  }

  private var requirements: [String] {
    scenario.requires.isEmpty ? [] : ["  requires \(scenario.requires.joined(separator: ", "))"]
  }

  private var bounds: [String] {
    var lines: [String] = []
    switch scenario.limit {
    case .steps(let count): lines.append("  limit \(count) steps")
    case .time(let time): lines.append("  limit \(Value.notation(nanoseconds: time))")
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
        Value.notation(nanoseconds: choice.instant), "[\(choice.ready.joined(separator: ", "))]",
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

/// The lines of a timeline in the notation of the language.
private struct StepText {
  /// The width of what stands before a line's action.
  private static let stampWidth = 8

  let calls: CallText

  /// A step as a line, and the table that belongs to it.
  func lines(_ step: ScenarioStep) -> [String] {
    let stamp = stamp(of: step.timing)
    let margin = stamp + String(repeating: " ", count: max(1, StepText.stampWidth - stamp.count))
    let line = "    \(margin)\(mode(step.mode))\(action(step.action))"
    if case .perform(_, let table?) = step.action {
      return [line] + TableText.lines(table, indentation: 14)
    }
    return [line]
  }

  private func stamp(of timing: ScenarioStep.Timing) -> String {
    switch timing {
    case .same: ""
    case .at(let instant): "@\(Value.notation(nanoseconds: instant))"
    case .after(let time): "+\(Value.notation(nanoseconds: time))"
    }
  }

  private func mode(_ mode: ScenarioStep.Mode) -> String {
    switch mode {
    case .ordinary: ""
    case .now: "now "
    case .race: "race "
    case .during(let point, let stream, .number(1)): "during \(point.rawValue)(\(stream)) "
    case .during(let point, let stream, .number(let number)):
      "during \(point.rawValue)(\(stream), \(number)) "
    case .during(let point, let stream, .last): "during \(point.rawValue)(\(stream), last) "
    }
  }

  private func action(_ action: StepAction) -> String {
    switch action {
    case .start(let stream, let call, let options):
      ([stream, "=", calls.stream(call)] + words(options)).joined(separator: " ")
    case .iterate(let stream, let other, let options):
      ([stream, "=", "iterate", other] + words(options)).joined(separator: " ")
    case .perform(let call, _): calls.verb(call)
    case .control(let control, let stream): "\(control.rawValue) \(stream)"
    case .pull(let stream, let count): count == 1 ? "pull \(stream)" : "pull \(stream) \(count)"
    case .expect(let expectation): "expect \(text(expectation))"
    }
  }

  private func words(_ options: StreamOptions) -> [String] {
    var words: [String] = []
    if options.isManual { words.append("manual") }
    if let demand = options.demand { words.append("demand \(demand)") }
    if options.isHeld { words.append("held") }
    if options.leavesAtEnd { words.append("leaves") }
    if options.isPrecancelled { words.append("precancelled") }
    if options.isLenient { words.append("lenient") }
    if options.isOnMain { words.append("on main") }
    if let group = options.group { words.append("in \(group)") }
    if let busy = options.busy { words.append("busy \(Value.notation(nanoseconds: busy))") }
    if let element = options.throwsAt { words.append("throws at \(element)") }
    if options.isMapped { words.append("map") }
    if let pattern = options.filter { words.append("filter \(pattern)") }
    if let prefix = options.prefix { words.append("prefix \(prefix)") }
    if let pattern = options.first { words.append("first \(pattern)") }
    return words
  }

  private func text(_ expectation: Expectation) -> String {
    switch expectation {
    case .probe(let probe): calls.probe(probe)
    case .silence(let stream, let until):
      "\(stream) silent until \(Value.notation(nanoseconds: until))"
    case .outcome(let stream, let outcome, let bound):
      "\(stream) \(text(outcome))\(text(bound))"
    }
  }

  private func text(_ outcome: StreamOutcome) -> String {
    switch outcome {
    case .next(let value): "next \(value)"
    case .nexts(let values): "nexts \(SyntaxArray(elements: values))"
    case .repeated(let value, let count): "nexts \(Repetition.name)(\(value), \(count))"
    case .error(let name, let fields): "error \(name)\(fields.map { " \($0)" } ?? "")"
    case .finish: "finish"
    case .ended: "ended"
    case .added: "added"
    case .removed(let isPrompt): isPrompt ? "removed promptly" : "removed"
    }
  }

  private func text(_ bound: ExpectationBound?) -> String {
    switch bound {
    case .steps(let count): " within \(count) steps"
    case .time(let time): " within \(Value.notation(nanoseconds: time))"
    case nil: ""
    }
  }
}

/// Calls in the notation of the language; an argument that is what is taken without it is left out.
private struct CallText {
  let registry: Registry

  /// A call of a verb.
  func verb(_ call: ScenarioCall) -> String {
    text(call, registry.verb(call.name)?.parameters ?? [])
  }

  /// A call of a stream.
  func stream(_ call: ScenarioCall) -> String {
    text(call, registry.stream(call.name)?.parameters ?? [])
  }

  /// What is behind `expect` where something is looked at.
  func probe(_ expectation: ProbeExpectation) -> String {
    let parameters = registry.probe(expectation.probe.name)?.parameters ?? []
    let call =
      expectation.probe.arguments.isEmpty
      ? expectation.probe.name : text(expectation.probe, parameters)
    return "\(call) \(expectation.comparison.rawValue) \(expectation.value)"
  }

  private func text(_ call: ScenarioCall, _ parameters: [ParameterSignature]) -> String {
    let arguments = call.arguments.compactMap { argument -> String? in
      guard let parameter = parameters.first(where: { $0.name == argument.parameter }) else {
        return argument.value.description
      }
      guard let label = parameter.label else { return argument.value.description }
      if case .defaulted(let kind) = parameter.presence, argument.value.kind == kind { return nil }
      return "\(label): \(argument.value)"
    }
    return "\(call.name)(\(arguments.joined(separator: ", ")))"
  }
}

/// Tables in the notation of the language, with their columns in line.
private enum TableText {
  /// The rows of a table with its columns' names above them; nothing for no table.
  static func lines(_ table: ScenarioTable?, indentation: Int) -> [String] {
    guard let table else { return [] }
    let rows = table.rows.map { row in row.cells.map { cell in cell?.description ?? "" } }
    return lines([table.columns] + rows, indentation: indentation)
  }

  /// Rows of cells, the first of which names the columns.
  static func lines(_ rows: [[String]], indentation: Int) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { row in row[column].utf8.count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.utf8.count)
      }
      return String(repeating: " ", count: indentation) + "| \(cells.joined(separator: " | ")) |"
    }
  }
}
