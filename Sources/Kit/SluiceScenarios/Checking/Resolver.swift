/// A resolved step with the places inside it that only the check needs.
struct ResolvedLine {
  var step: ScenarioStep
  var places: SyntaxStep.Places
}

/// The steps of a case: variables put in, flows played inline, names and types checked.
///
/// The same code checks and expands. While a file is checked its log is kept; when a checked file
/// is expanded the log stays empty.
struct Resolver {
  private struct Deed {
    var action: StepAction
    var mode: ScenarioStep.Mode
  }

  let program: Program
  var binder: Binder
  var substitution: Substitution
  /// The flows that are being played, the outermost first.
  private var playing: [(flow: Int, span: SourceSpan)] = []
  /// The steps of the present case so far.
  private var lines: [ResolvedLine] = []
  private var isOverLimit = false
  private var constantDeeds: [SourceSpan: Deed?] = [:]
  /// Whether `play` leads into the flow; not so where each flow is checked by itself.
  var playsFlows = true
  /// The streams that lines would start which are wrong.
  var brokenStreams: Set<String> = []

  init(
    program: Program, registry: Registry, place: ScenarioPlace?,
    substitution: Substitution = Substitution(log: DiagnosticLog())
  ) {
    self.program = program
    self.substitution = substitution
    binder = Binder(registry: registry, place: place, log: substitution.log)
  }

  /// Resolves the steps of a timeline, or of a flow that is checked by itself.
  mutating func resolve(
    _ syntax: [SyntaxStep], in environment: Environment, module: Int
  ) -> [ResolvedLine] {
    lines = []
    playing = []
    isOverLimit = false
    play(syntax, in: environment, module: module, shifted: .same)
    return lines
  }

  /// Plays steps, the first of which is shifted by the stamp of the line that plays them.
  private mutating func play(
    _ syntax: [SyntaxStep], in environment: Environment, module: Int,
    shifted shift: ScenarioStep.Timing
  ) {
    var shift = shift
    for step in syntax {
      guard countStep(at: step.span) else { return }
      let timing = combine(shift, timing(of: step, in: environment), at: step.span)
      if case .play(let name, let arguments, let span) = step.action {
        playFlow(name, arguments, at: span, in: environment, module: module, shifted: timing)
      } else if let deed = deed(of: step, in: environment) {
        let resolved = ScenarioStep(
          timing: timing, mode: deed.mode, action: deed.action, span: step.span,
          playedFrom: playing.map(\.span))
        lines.append(ResolvedLine(step: resolved, places: step.places))
      }
      shift = .same
    }
  }

  /// What a line does and how; a line without variables is resolved once for all cases.
  private mutating func deed(of step: SyntaxStep, in environment: Environment) -> Deed? {
    if let known = constantDeeds[step.span] { return known }
    let before = substitution.lookUps
    let action = action(of: step, in: environment)
    let mode = mode(of: step, in: environment)
    var deed: Deed?
    if let action, let mode { deed = Deed(action: action, mode: mode) }
    if substitution.lookUps == before { constantDeeds[step.span] = .some(deed) }
    return deed
  }

  private mutating func countStep(at span: SourceSpan) -> Bool {
    substitution.work += 1
    if substitution.log.isFull { return false }
    if lines.count < ScenarioLimits.steps, !isOverLimit { return true }
    if !isOverLimit {
      isOverLimit = true
      substitution.log.report(
        .tooManySteps,
        "with its flows the case has more than \(ScenarioLimits.steps) steps",
        at: playing.first?.span ?? span)
    }
    return false
  }

  // MARK: Flows

  private mutating func playFlow(
    _ name: SyntaxName, _ arguments: [SyntaxCall.Argument], at span: SourceSpan,
    in environment: Environment, module: Int, shifted shift: ScenarioStep.Timing
  ) {
    let flows = program.modules[module].flows
    guard let index = flows[name.text] else {
      return substitution.log.report(
        .unknownFlow, "no flow has the name '\(name.text)'", at: name.span,
        suggestion: Suggestion.nearest(to: name.text, amongUnordered: flows.keys))
    }
    let flow = program.flows[index]
    substitution.used.insert(flow.syntax.name.span)
    let slots = bind(arguments, to: flow.syntax, at: name, in: environment)
    let isRecursive = playing.contains { entry in entry.flow == index }
    if flow.syntax.isBroken || isRecursive || !playsFlows { return }
    guard playing.count < ScenarioLimits.depth else {
      return substitution.log.report(
        .tooDeep, "flows play each other more than \(ScenarioLimits.depth) deep", at: name.span)
    }
    let inner = Environment(local: slots, shared: program.modules[flow.module].values)
    playing.append((index, span))
    play(flow.syntax.steps, in: inner, module: flow.module, shifted: shift)
    playing.removeLast()
  }

  private mutating func bind(
    _ arguments: [SyntaxCall.Argument], to flow: SyntaxFile.Flow, at name: SyntaxName,
    in environment: Environment
  ) -> [String: Environment.Slot] {
    var slots: [String: Environment.Slot] = [:]
    if flow.isBroken { return slots }
    var free = flow.parameters[...]
    let declared = Diagnostic.Label(span: flow.name.span, message: "it is declared here")
    for argument in arguments {
      let value = substitution.replace(argument.value, in: environment, depth: 1)
      let wanted = argument.label?.text ?? free.first?.text
      guard let index = free.firstIndex(where: { parameter in parameter.text == wanted }) else {
        reportSurplus(argument, flow, declared)
        continue
      }
      let parameter = free.remove(at: index)
      slots[parameter.text] = slot(for: value, parameter)
    }
    if !free.isEmpty {
      substitution.log.report(
        .flowArguments, "the flow '\(flow.name.text)' needs a value for \(Resolver.list(free))",
        at: name.span, label: declared)
    }
    for parameter in free {
      slots[parameter.text] = Environment.Slot(meaning: .unknown, declaration: parameter.span)
    }
    return slots
  }

  private static func list(_ parameters: ArraySlice<SyntaxName>) -> String {
    parameters.map { parameter in "'\(parameter.text)'" }.joined(separator: ", ")
  }

  private func slot(for value: SyntaxValue, _ parameter: SyntaxName) -> Environment.Slot {
    if case .variable = value.kind {
      return Environment.Slot(meaning: .unknown, declaration: parameter.span)
    }
    return Environment.Slot(meaning: .value(value), declaration: parameter.span)
  }

  private mutating func reportSurplus(
    _ argument: SyntaxCall.Argument, _ flow: SyntaxFile.Flow, _ declared: Diagnostic.Label
  ) {
    if let label = argument.label {
      substitution.log.report(
        .flowArguments, "the flow '\(flow.name.text)' takes no '\(label.text)' here",
        at: label.span, label: declared,
        suggestion: Suggestion.nearest(to: label.text, among: flow.parameters.map(\.text)))
    } else {
      substitution.log.report(
        .flowArguments,
        "the flow '\(flow.name.text)' takes \(flow.parameters.count) values, and this is one more",
        at: argument.value.span, label: declared)
    }
  }
}

// MARK: - A whole case

extension Resolver {
  /// The variables of a case: those of the file and one row of each matrix.
  func environment(of linked: LinkedScenario, rows: [LinkedScenario.Row]) -> Environment {
    var environment = Environment(shared: program.modules[0].values)
    for (matrix, row) in zip(linked.matrices, rows) {
      for (column, slot) in zip(matrix.columns, row.slots) {
        environment.local[column.text] = slot
      }
    }
    return environment
  }

  /// What is done before the timeline of a case.
  mutating func given(_ scenario: SyntaxScenario, in environment: Environment) -> [GivenCall] {
    scenario.given.compactMap { given in
      let table = given.table.map { table in self.table(table, in: environment) }
      let call = substitution.replace(given.call, in: environment, depth: 1)
      return binder.verb(call, table: table, at: given.span).map { call in
        GivenCall(call: call, table: table, span: given.span)
      }
    }
  }

  /// What is looked at after the epilogue of a case.
  mutating func finally(
    _ scenario: SyntaxScenario, in environment: Environment
  ) -> [ProbeExpectation] {
    scenario.finally.compactMap { final in probe(final.probe, at: final.span, in: environment) }
  }
}

/// The variables that are visible at a place.
struct Environment {
  /// What a variable stands for.
  enum Meaning {
    case value(SyntaxValue)
    /// A cell that is empty in this row.
    case empty(row: SourceSpan)
    /// Something that is not known here, such as a parameter of a flow that is checked by itself.
    case unknown
  }

  struct Slot {
    var meaning: Meaning
    var declaration: SourceSpan
  }

  /// The columns of the scenario or the parameters of the flow.
  var local: [String: Slot] = [:]
  /// The values of the file and of those it uses.
  var shared: [String: Slot] = [:]
  /// Whether more variables may exist than are known, because their declaration can't be read.
  var isIncomplete = false

  subscript(name: String) -> Slot? { local[name] ?? shared[name] }

  /// The name that is nearest to one.
  func nearest(to name: String) -> String? {
    let names = [local.keys, shared.keys].lazy.flatMap { keys in keys }
    return Suggestion.nearest(to: name, amongUnordered: names)
  }
}
