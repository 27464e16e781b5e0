/// Something that must have happened before the lines after it run.
public enum Expectation: Hashable, Sendable {
  /// A stream has done something, within a bound or else before virtual time advances.
  case outcome(stream: String, StreamOutcome, bound: ExpectationBound?)
  /// A stream does nothing from now to before an instant, in nanoseconds from the clock's start.
  case silence(stream: String, until: Int64)
  /// Something that can be looked at compares with a value as stated.
  case probe(ProbeExpectation)
}

/// What a stream is expected to have done next.
public enum StreamOutcome: Hashable, Sendable {
  /// It yielded an element that matches this pattern.
  case next(SyntaxValue)
  /// It yielded elements that match these patterns, in this order and no others between.
  ///
  /// The rows of a table arrive as objects that end with `...`: a column that the table does not
  /// have, and an empty cell, are not compared.
  case nexts([SyntaxValue])
  /// It yielded so many elements, which each match this pattern.
  case repeated(SyntaxValue, count: Int)
  /// It threw the error of this name; the fields, if any, match this object.
  case error(name: String, fields: SyntaxObject?)
  /// It ended normally.
  case finish
  /// It ended as its subject declares that a cancelled one does.
  case ended
  /// Its registration was added.
  case added
  /// Its registration was removed; promptly means within the rule's own bound.
  case removed(promptly: Bool)

  /// Whether it is something that the consumer sees, so that silence excludes it.
  public var isOutput: Bool {
    switch self {
    case .added, .removed: false
    default: true
    }
  }
}

/// How far things may go before an expectation must hold.
public enum ExpectationBound: Hashable, Sendable {
  /// So many steps from the stimulus; checked under the canonical schedule only.
  case steps(Int)
  /// So many nanoseconds of virtual time.
  case time(Int64)
}

/// A comparison of something that can be looked at.
public struct ProbeExpectation: Hashable, Sendable {
  /// The probe with its arguments.
  public var probe: ScenarioCall
  /// How it is compared.
  public var comparison: ProbeComparison
  /// The value with which it is compared; a pattern for `==` and `!=`.
  public var value: SyntaxValue
  /// Where the line stands.
  public var span: SourceSpan

  /// Creates a comparison.
  ///
  /// - Parameters:
  ///   - probe: The probe with its arguments.
  ///   - comparison: How it is compared.
  ///   - value: The value with which it is compared.
  ///   - span: Where the line stands.
  public init(
    probe: ScenarioCall, comparison: ProbeComparison, value: SyntaxValue, span: SourceSpan
  ) {
    self.probe = probe
    self.comparison = comparison
    self.value = value
    self.span = span
  }
}
