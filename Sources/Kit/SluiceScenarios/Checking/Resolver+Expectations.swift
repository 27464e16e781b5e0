extension Resolver {
  mutating func expectation(
    of step: SyntaxStep, in environment: Environment
  ) -> Expectation? {
    switch step.action {
    case .expectOutcome(let name, let outcome, let bound):
      let resolved = self.outcome(outcome, in: environment)
      let limit = self.bound(bound, in: environment)
      guard let name = stream(name, in: environment), let resolved else { return nil }
      return .outcome(stream: name, resolved, bound: limit)
    case .expectSilence(let name, let until):
      let time = duration(until, in: environment)
      guard let name = stream(name, in: environment), let time else { return nil }
      return .silence(stream: name, until: time)
    case .expectProbe(let probe):
      return self.probe(probe, at: step.span, in: environment).map { probe in .probe(probe) }
    default: return nil
    }
  }

  mutating func probe(
    _ probe: SyntaxProbe, at span: SourceSpan, in environment: Environment
  ) -> ProbeExpectation? {
    let call = substitution.replace(probe.call, in: environment, depth: 1)
    let value = substitution.replace(probe.value, in: environment)
    return binder.probe(probe, value: value, call: call, at: span)
  }

  private mutating func outcome(
    _ outcome: SyntaxOutcome, in environment: Environment
  ) -> StreamOutcome? {
    switch outcome {
    case .next(let value): return .next(pattern(value, in: environment))
    case .nexts(let value): return nexts(value, in: environment)
    case .nextsTable(let table): return .nexts(rows(table, in: environment))
    case .error(let name, let fields):
      binder.checkError(name)
      let fields = fields.map { value in pattern(value, in: environment) }
      guard case .object(let object)? = fields?.kind else {
        return .error(name: name.text, fields: nil)
      }
      return .error(name: name.text, fields: object)
    case .finish: return .finish
    case .ended: return .ended
    case .added: return .added
    case .removed(let promptly): return .removed(promptly: promptly)
    }
  }

  /// A pattern with its variables replaced.
  mutating func pattern(
    _ value: SyntaxValue, in environment: Environment
  ) -> SyntaxValue {
    let value = substitution.replace(value, in: environment)
    binder.check(value, .pattern, as: "the value")
    return value
  }

  private mutating func nexts(
    _ value: SyntaxValue, in environment: Environment
  ) -> StreamOutcome? {
    if case .call(let call) = value.kind { return repetition(call, value.span, in: environment) }
    let value = pattern(value, in: environment)
    switch value.kind {
    case .array(let array):
      if array.isOpen {
        substitution.log.report(
          .patternInData, "'nexts' lists every element, so it can't end with '...'",
          at: value.span, label: binder.origin(value))
      }
      return .nexts(array.elements)
    case .variable: return nil
    default:
      substitution.log.report(
        .wrongType, "'nexts' is followed by an array, and this is \(value.noun)", at: value.span,
        label: binder.origin(value))
      return nil
    }
  }

  /// So many elements that each match one pattern: `repeat(PATTERN, COUNT)`.
  private mutating func repetition(
    _ call: SyntaxCall, _ span: SourceSpan, in environment: Environment
  ) -> StreamOutcome? {
    guard call.arguments.count == 2, call.arguments.allSatisfy({ $0.label == nil }) else {
      substitution.log.report(
        .argumentCount, "'repeat' takes a pattern and a count", at: span,
        notes: ["usage: repeat(PATTERN, COUNT)"])
      return nil
    }
    let element = pattern(call.arguments[0].value, in: environment)
    let count = substitution.replace(call.arguments[1].value, in: environment)
    guard case .int(let number) = count.kind, Repetition.counts.contains(number) else {
      if case .variable = count.kind { return nil }
      substitution.log.report(
        .wrongType,
        "the count is a whole number from \(Repetition.counts.lowerBound) to "
          + "\(Repetition.counts.upperBound), and this is \(count.noun)",
        at: count.span, label: binder.origin(count))
      return nil
    }
    return .repeated(element, count: Int(number))
  }

  private mutating func rows(
    _ table: SyntaxTable, in environment: Environment
  ) -> [SyntaxValue] {
    let table = self.table(table, in: environment)
    return zip(table.rows, table.objects).map { row, object in
      let value = SyntaxValue(
        .object(SyntaxObject(members: object.members, isOpen: true)), at: row.span)
      binder.check(value, .pattern, as: "the row")
      return value
    }
  }

  private mutating func bound(
    _ bound: SyntaxBound?, in environment: Environment
  ) -> ExpectationBound? {
    switch bound {
    case .steps(let value):
      count(value, 0...Self.elements.upperBound, in: environment).map { steps in .steps(steps) }
    case .time(let value):
      duration(value, in: environment).map { nanoseconds in .time(nanoseconds) }
    case nil: nil
    }
  }
}
