import SluiceSpies

extension Resolver {
  static let elements = 1...1_000_000_000

  mutating func mode(
    of step: SyntaxStep, in environment: Environment
  ) -> ScenarioStep.Mode? {
    switch step.mode {
    case .ordinary: .ordinary
    case .now: .now
    case .race: .race
    case .during(let point, let name, let call, _):
      during(point, name, call, in: environment)
    }
  }

  private mutating func during(
    _ point: InjectionPoint, _ name: SyntaxValue, _ call: SyntaxValue?,
    in environment: Environment
  ) -> ScenarioStep.Mode? {
    let meant = call.flatMap { value in injectedCall(value, at: point, in: environment) }
    return stream(name, in: environment).map { name in
      .during(point, stream: name, meant ?? .number(1))
    }
  }

  private mutating func injectedCall(
    _ value: SyntaxValue, at point: InjectionPoint, in environment: Environment
  ) -> ScenarioStep.InjectedCall? {
    let value = substitution.replace(value, in: environment)
    guard case .symbol("last") = value.kind else {
      return count(value, Self.elements, in: environment).map { number in .number(number) }
    }
    if point == .deliver {
      substitution.log.report(
        .numberOutOfRange, "nobody knows which delivery is the last, so a number is needed",
        at: value.span, label: binder.origin(value))
    }
    return .last
  }

  /// What a line does; nil if something in it is wrong or not known.
  mutating func action(of step: SyntaxStep, in environment: Environment) -> StepAction? {
    switch step.action {
    case .start(let name, let source, let options):
      return start(name, source, options, in: environment)
    case .iterate(let name, let source, let options):
      let resolved = self.options(options, in: environment)
      guard let name = stream(name, in: environment), let source = stream(source, in: environment)
      else { return nil }
      return .iterate(stream: name, of: source, resolved)
    case .perform(let call, let table):
      let table = table.map { table in self.table(table, in: environment) }
      let call = substitution.replace(call, in: environment, depth: 1)
      return binder.verb(call, table: table, at: step.span)
        .map { call in .perform(call, table: table) }
    case .control(let control, let name):
      return stream(name, in: environment).map { name in .control(control, stream: name) }
    case .pull(let name, let count):
      let number = count.map { value in self.count(value, Self.elements, in: environment) } ?? 1
      return stream(name, in: environment).map { name in .pull(stream: name, count: number ?? 1) }
    case .play: return nil
    case .expectOutcome, .expectSilence, .expectProbe:
      return expectation(of: step, in: environment).map { expectation in .expect(expectation) }
    }
  }

  private mutating func start(
    _ name: SyntaxValue, _ source: SyntaxValue, _ options: [SyntaxOption],
    in environment: Environment
  ) -> StepAction? {
    let options = self.options(options, in: environment)
    let value = substitution.replace(source, in: environment)
    let bound = binder.stream(value)
    guard let name = stream(name, in: environment) else { return nil }
    guard let bound else {
      brokenStreams.insert(name)
      return nil
    }
    return .start(stream: name, bound.call, options)
  }

  /// A table with its variables replaced.
  mutating func table(_ table: SyntaxTable, in environment: Environment) -> ScenarioTable {
    ScenarioTable(
      columns: table.columns.map(\.text),
      rows: table.rows.map { row in
        ScenarioTable.Row(
          cells: row.cells.map { cell in
            cell.map { value in substitution.replace(value, in: environment) }
          }, span: row.span)
      }, span: table.span)
  }

  private mutating func options(
    _ syntax: [SyntaxOption], in environment: Environment
  ) -> StreamOptions {
    var options = StreamOptions()
    for option in syntax {
      switch (option.kind, option.value) {
      case (.manual, _): options.isManual = true
      case (.held, _): options.isHeld = true
      case (.leaves, _): options.leavesAtEnd = true
      case (.precancelled, _): options.isPrecancelled = true
      case (.lenient, _): options.isLenient = true
      case (.on, _): options.isOnMain = true
      case (.map, _): options.isMapped = true
      case (.filter, let value?): options.filter = pattern(value, in: environment)
      case (.first, let value?): options.first = pattern(value, in: environment)
      case (.demand, let value?):
        options.demand = count(value, 0...Self.elements.upperBound, in: environment)
      case (.prefix, let value?):
        options.prefix = count(value, 0...Self.elements.upperBound, in: environment)
      case (.throws, let value?): options.throwsAt = count(value, Self.elements, in: environment)
      case (.busy, let value?): options.busy = duration(value, in: environment)
      case (.in, let value?): options.group = stream(value, in: environment)
      default: break
      }
    }
    return options
  }
}
