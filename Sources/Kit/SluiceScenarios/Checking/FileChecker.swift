/// The check of a linked file: its scenarios, their tables, and everything that no other check
/// sees.
struct FileChecker {
  let registry: Registry
  let path: String
  var resolver: Resolver
  /// The path's product and layer, if it has both.
  let place: ScenarioPlace?
  private(set) var scenarios: [LinkedScenario] = []
  private var caseCount = 0

  init(registry: Registry, path: String, linker: Linker) {
    self.registry = registry
    self.path = path
    place = FileChecker.place(of: path, registry)
    resolver = Resolver(
      program: linker.program, registry: registry, place: place,
      substitution: linker.substitution)
    resolver.brokenStreams = linker.trees.reduce(into: []) { streams, tree in
      streams.formUnion(tree.brokenStreams)
    }
  }

  private static func place(of path: String, _ registry: Registry) -> ScenarioPlace? {
    guard let parts = ScenarioPlace.parts(of: path), registry.product(parts.product) != nil,
      let layer = ScenarioLayer(rawValue: parts.layer)
    else { return nil }
    return ScenarioPlace(
      product: parts.product, layer: layer,
      stem: "\(parts.product)/\(parts.layer)/\(parts.name)")
  }

  func report(
    _ code: DiagnosticCode, _ message: @autoclosure () -> String, at span: SourceSpan,
    label: @autoclosure () -> Diagnostic.Label? = nil, notes: @autoclosure () -> [String] = [],
    suggestion: @autoclosure () -> String? = nil
  ) {
    resolver.substitution.log.report(
      code, message(), at: span, label: label(), notes: notes(), suggestion: suggestion())
  }

  /// Checks a file with everything in it.
  mutating func check(_ tree: SyntaxFile) {
    if !tree.scenarios.isEmpty { checkPlace() }
    var names: [String: SourceSpan] = [:]
    for scenario in tree.scenarios where !resolver.substitution.log.isFull {
      if let first = names[scenario.name.text], !scenario.name.text.isEmpty {
        report(
          .duplicateScenario, "two scenarios of this file have this name", at: scenario.name.span,
          label: Diagnostic.Label(span: first, message: "here first"))
      }
      names[scenario.name.text] = names[scenario.name.text] ?? scenario.name.span
      check(scenario)
    }
    let usedByScenarios = resolver.substitution.used
    checkRecursion()
    checkFlowsAlone()
    checkUnused(tree, usedByScenarios: usedByScenarios)
  }

  private mutating func checkPlace() {
    let start = SourceSpan(file: 0, start: 0, end: 0)
    guard let parts = ScenarioPlace.parts(of: path) else {
      return report(
        .misplacedFile, "the path says neither product nor layer", at: start,
        notes: [
          "a file with scenarios is Scenarios/<product>/<layer>/<name>.scenario",
          "the layers are unit, integration and cancellation",
        ])
    }
    let products = registry.products.map(\.name)
    if registry.product(parts.product) == nil {
      report(
        .unknownProduct, "the folder '\(parts.product)' names no product", at: start,
        notes: ["the products are: " + products.joined(separator: ", ")],
        suggestion: Suggestion.nearest(to: parts.product, among: products))
    }
    let layers = ScenarioLayer.allCases.map(\.rawValue)
    if ScenarioLayer(rawValue: parts.layer) == nil {
      report(
        .unknownLayer, "the folder '\(parts.layer)' names no layer", at: start,
        notes: ["the layers are: " + layers.joined(separator: ", ")],
        suggestion: Suggestion.nearest(to: parts.layer, among: layers))
    }
  }

  // MARK: Scenarios

  private mutating func check(_ scenario: SyntaxScenario) {
    checkName(scenario.name)
    checkWords(scenario)
    let matrices = scenario.matrices.map { table in matrix(table, scenario) }
    let schedule = scenario.schedule.map { table in self.schedule(table) } ?? []
    let linked = LinkedScenario(syntax: scenario, matrices: matrices, schedule: schedule)
    checkHidden(linked)
    scenarios.append(linked)
    let (total, overflow) = caseCount.addingReportingOverflow(linked.caseCount)
    caseCount = overflow ? Int.max : total
    if caseCount > ScenarioLimits.cases {
      if total - linked.caseCount <= ScenarioLimits.cases {
        report(
          .tooManyCases,
          "with this scenario the file has more than \(ScenarioLimits.cases) cases",
          at: scenario.span)
      }
      return checkOnce(linked)
    }
    if matrices.contains(where: \.rows.isEmpty) { return checkOnce(linked) }
    for index in 0..<linked.caseCount where !resolver.substitution.log.isFull {
      check(linked, rows: linked.rows(of: index))
      if resolver.substitution.work > FileChecker.work {
        return report(
          .tooManySteps, "the cases of this file have more steps and values than can be checked",
          at: scenario.span)
      }
    }
  }

  /// The bound on all steps and parts of values of a file, so that a check always ends soon.
  static let work = 4_000_000

  /// Checks a scenario whose rows can't be used, with columns of which nothing is known.
  private mutating func checkOnce(_ linked: LinkedScenario) {
    var environment = Environment(shared: resolver.program.modules[0].values)
    for matrix in linked.matrices {
      if matrix.columns.isEmpty { environment.isIncomplete = true }
      for column in matrix.columns {
        environment.local[column.text] = Environment.Slot(
          meaning: .unknown, declaration: column.span)
      }
    }
    check(linked, in: environment)
  }

  private mutating func check(_ linked: LinkedScenario, rows: [LinkedScenario.Row]) {
    check(linked, in: resolver.environment(of: linked, rows: rows))
  }

  private mutating func check(_ linked: LinkedScenario, in environment: Environment) {
    resolver.substitution.workBefore = resolver.substitution.work
    _ = resolver.given(linked.syntax, in: environment)
    var lines = resolver.resolve(linked.syntax.steps, in: environment, module: 0)
    resolver.substitution.work += CaseChecker.check(
      &lines, binder: resolver.binder, brokenStreams: resolver.brokenStreams)
    _ = resolver.finally(linked.syntax, in: environment)
  }

  // MARK: Unused names

  /// Warns of what a file with scenarios declares and nothing uses; libraries are for others.
  private mutating func checkUnused(_ tree: SyntaxFile, usedByScenarios: Set<SourceSpan>) {
    guard !tree.scenarios.isEmpty, !resolver.substitution.log.hasErrors else { return }
    let used = resolver.substitution.used
    for declaration in tree.lets where !used.contains(declaration.name.span) {
      report(
        .unusedLet, "nothing uses the value '\(declaration.name.text)'", at: declaration.name.span)
    }
    for flow in tree.flows where !usedByScenarios.contains(flow.name.span) {
      report(.unusedFlow, "nothing plays the flow '\(flow.name.text)'", at: flow.name.span)
    }
    for scenario in tree.scenarios {
      for column in scenario.matrices.flatMap({ table in table.columns.dropFirst() })
      where !used.contains(column.span) && !["xfail", "skip"].contains(column.text) {
        report(.unusedColumn, "nothing uses the column '\(column.text)'", at: column.span)
      }
    }
  }
}

// MARK: - Flows

extension FileChecker {
  /// Checks each flow of the file by itself, so that what nothing plays is checked too.
  private mutating func checkFlowsAlone() {
    resolver.playsFlows = false
    for flow in resolver.program.flows where flow.module == 0 && !flow.syntax.isBroken {
      var environment = Environment(shared: resolver.program.modules[flow.module].values)
      for parameter in flow.syntax.parameters {
        environment.local[parameter.text] = Environment.Slot(
          meaning: .unknown, declaration: parameter.span)
      }
      resolver.substitution.workBefore = resolver.substitution.work
      _ = resolver.resolve(flow.syntax.steps, in: environment, module: flow.module)
      reportUnused(flow.syntax)
      if resolver.substitution.work > FileChecker.work { return }
    }
  }

  private mutating func reportUnused(_ flow: SyntaxFile.Flow) {
    for parameter in flow.parameters where !resolver.substitution.used.contains(parameter.span) {
      report(
        .unusedParameter, "the steps of '\(flow.name.text)' do not use '\(parameter.text)'",
        at: parameter.span)
    }
  }

  // MARK: Recursion

  private struct Play {
    var name: SyntaxName
    var flow: Int
  }

  /// Reports each `play` that closes a circle of flows.
  ///
  /// A search in depth with a stack of its own: a chain of flows may be as long as the file.
  private mutating func checkRecursion() {
    let plays = resolver.program.flows.map(plays)
    var isDone = [Bool](repeating: false, count: plays.count)
    for root in plays.indices where !isDone[root] {
      var path = [(flow: root, next: 0)]
      var isOpen: Set<Int> = [root]
      while let top = path.last {
        guard top.next < plays[top.flow].count else {
          isDone[top.flow] = true
          isOpen.remove(top.flow)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let play = plays[top.flow][top.next]
        if isOpen.contains(play.flow) {
          reportRecursion(play)
        } else if !isDone[play.flow] {
          isOpen.insert(play.flow)
          path.append((play.flow, 0))
        }
      }
    }
  }

  private func plays(_ flow: Program.Flow) -> [Play] {
    let known = resolver.program.modules[flow.module].flows
    return flow.syntax.steps.compactMap { step in
      guard case .play(let name, _, _) = step.action else { return nil }
      return known[name.text].map { index in Play(name: name, flow: index) }
    }
  }

  private mutating func reportRecursion(_ play: Play) {
    let declaration = resolver.program.flows[play.flow].syntax.name.span
    report(
      .recursiveFlow, "this plays '\(play.name.text)' inside itself", at: play.name.span,
      label: Diagnostic.Label(span: declaration, message: "it is declared here"))
  }
}
