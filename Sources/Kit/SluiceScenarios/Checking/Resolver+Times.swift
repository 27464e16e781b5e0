extension Resolver {
  /// The stamp of a line.
  mutating func timing(
    of step: SyntaxStep, in environment: Environment
  ) -> ScenarioStep.Timing {
    guard let stamp = step.stamp, let time = duration(stamp.value, in: environment) else {
      return .same
    }
    return stamp.isAbsolute ? .at(time) : .after(time)
  }

  /// The stamp of the first line of a flow, shifted by the stamp of the line that plays it.
  mutating func combine(
    _ outer: ScenarioStep.Timing, _ inner: ScenarioStep.Timing, at span: SourceSpan
  ) -> ScenarioStep.Timing {
    switch (outer, inner) {
    case (.same, _): return inner
    case (_, .same): return outer
    case (.at(let left), .after(let right)):
      return .at(sum(left, right, at: span))
    case (.after(let left), .after(let right)):
      return .after(sum(left, right, at: span))
    case (_, .at): return inner
    }
  }

  private mutating func sum(_ left: Int64, _ right: Int64, at span: SourceSpan) -> Int64 {
    let (result, overflow) = left.addingReportingOverflow(right)
    guard overflow else { return result }
    substitution.log.report(
      .timeOverflow, "this instant is further than the clock can go", at: span)
    return Int64.max
  }

  // MARK: Values of one kind

  /// A duration in nanoseconds; nil if it is none, which is reported, or not known.
  mutating func duration(_ value: SyntaxValue, in environment: Environment) -> Int64? {
    let value = substitution.replace(value, in: environment)
    switch value.kind {
    case .duration(let nanoseconds): return nanoseconds
    case .variable: return nil
    default:
      binder.check(value, .duration, as: "the time")
      return nil
    }
  }

  /// A number of a range; nil if it is none, which is reported, or not known.
  mutating func count(
    _ value: SyntaxValue, _ range: ClosedRange<Int>, in environment: Environment
  ) -> Int? {
    let value = substitution.replace(value, in: environment)
    switch value.kind {
    case .int(let number):
      if let count = Int(exactly: number), range.contains(count) { return count }
      substitution.log.report(
        .numberOutOfRange,
        "a number from \(range.lowerBound) to \(range.upperBound) is needed, not \(number)",
        at: value.span, label: binder.origin(value))
    case .variable: break
    default: binder.check(value, .int, as: "the number")
    }
    return nil
  }

  /// The name of a stream or a group.
  ///
  /// A parameter of a flow that is checked by itself stays as `$name`, which no stream can be
  /// called.
  mutating func stream(_ value: SyntaxValue, in environment: Environment) -> String? {
    let value = substitution.replace(value, in: environment)
    switch value.kind {
    case .symbol(let name) where !Words.reserved.contains(name): return name
    case .symbol(let name):
      substitution.log.report(
        .reservedWord, "'\(name)' is a word of the language and can't name a stream",
        at: value.span, label: binder.origin(value))
    case .variable(let name): return "$" + name
    default: binder.check(value, .symbol([]), as: "a stream's name")
    }
    return nil
  }
}
