/// The lines of a timeline in the notation of the language.
struct StepText {
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
    case .at(let instant): "@\(DurationText.short(instant))"
    case .after(let time): "+\(DurationText.short(time))"
    }
  }

  private func mode(_ mode: ScenarioStep.Mode) -> String {
    switch mode {
    case .ordinary: ""
    case .now: "now "
    case .race: "race "
    case .during(let point, let stream): "during \(point.rawValue)(\(stream)) "
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
    if options.isPrecancelled { words.append("precancelled") }
    if options.isLenient { words.append("lenient") }
    if options.isOnMain { words.append("on main") }
    if let group = options.group { words.append("in \(group)") }
    if let busy = options.busy { words.append("busy \(DurationText.short(busy))") }
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
    case .silence(let stream, let until): "\(stream) silent until \(DurationText.short(until))"
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
    case .time(let time): " within \(DurationText.short(time))"
    case nil: ""
    }
  }
}
