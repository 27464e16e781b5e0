package import SluiceSpies

/// One line of a case's timeline, with all variables put in and all flows played.
package struct ScenarioStep: Hashable, Sendable {
  /// When the line runs, as it is stamped.
  package enum Timing: Hashable, Sendable {
    /// At the instant at which the line before ended.
    case same
    /// At this instant of the virtual clock, in nanoseconds from its start.
    case at(Int64)
    /// This many nanoseconds after the instant at which the line before ended.
    case after(Int64)
  }

  /// How the line competes with everything else that is ready.
  package enum Mode: Hashable, Sendable {
    /// The line runs when everything at its instant is quiescent.
    case ordinary
    /// The line runs directly after the line before, with nothing in between.
    case now
    /// The line becomes one more ready event.
    case race
    /// The action happens once, inside one of the calls that come to this point from here on and
    /// are made by or for this stream.
    case during(InjectionPoint, stream: String, InjectedCall)
  }

  /// Which of several calls of one kind is meant.
  package enum InjectedCall: Hashable, Sendable {
    /// The one of this number, from 1 for the next.
    case number(Int)
    /// That of the last listener: the add with which there are as many as the stream declares, the
    /// remove with which none is left.
    case last
  }

  /// When the line runs.
  package var timing = Timing.same
  /// The earliest instant at which the line can run, in nanoseconds from the clock's start.
  ///
  /// It follows from the stamps and silences alone: an expectation with `within` may let it run
  /// later.
  package var earliest: Int64 = 0
  /// How the line competes with everything else that is ready.
  package var mode = Mode.ordinary
  /// What the line does.
  package var action: StepAction
  /// Where the line is written; in another file if it is a line of a flow from there.
  package var span: SourceSpan
  /// Where the flows that led to this line are played, the outermost first.
  package var playedFrom: [SourceSpan] = []
}

/// What a line of a timeline does.
package indirect enum StepAction: Hashable, Sendable {
  /// Starts a consumer of a new stream.
  case start(stream: String, ScenarioCall, StreamOptions)
  /// Starts a consumer with another iterator of the sequence of a stream that exists.
  case iterate(stream: String, of: String, StreamOptions)
  /// Makes a backend or a device do something.
  case perform(ScenarioCall, table: ScenarioTable?)
  /// Acts on a consumer; `cancel` also on a group.
  case control(StreamControl, stream: String)
  /// Has a manual consumer call `next()` this often.
  case pull(stream: String, count: Int)
  /// States what must have happened, and waits for it.
  case expect(Expectation)
}

/// How a consumer behaves.
package struct StreamOptions: Hashable, Sendable {
  /// Whether the driver calls `next()` by `pull`, instead of a loop.
  package var isManual = false
  /// After how many elements the consumer stops asking.
  package var demand: Int?
  /// Whether the sequence is kept until `release`.
  package var isHeld = false
  /// Whether the iterator is dropped with the end, as a loop does, and not kept for calls past it.
  package var leavesAtEnd = false
  /// Whether the task is cancelled before it starts.
  package var isPrecancelled = false
  /// Whether it may get what no line expects.
  package var isLenient = false
  /// Whether the consumer is on the main actor.
  package var isOnMain = false
  /// The task of which the consumer is a child.
  package var group: String?
  /// How long the loop's body takes for each element, in nanoseconds.
  package var busy: Int64?
  /// At which element, counted from 1, the loop's body throws.
  package var throwsAt: Int?
  /// Whether the sequence goes through `map(_:)`, which changes nothing.
  package var isMapped = false
  /// What an element must match to get through `filter(_:)`.
  package var filter: SyntaxValue?
  /// To how many elements an operator cuts the sequence.
  package var prefix: Int?
  /// What an element must match to be what `first(where:)` looks for.
  package var first: SyntaxValue?

  /// Creates the options of a plain loop.
  package init() {}
}

/// Something that must have happened before the lines after it run.
package enum Expectation: Hashable, Sendable {
  /// A stream has done something, within a bound or else before virtual time advances.
  case outcome(stream: String, StreamOutcome, bound: ExpectationBound?)
  /// A stream does nothing from now to before an instant, in nanoseconds from the clock's start.
  case silence(stream: String, until: Int64)
  /// Something that can be looked at compares with a value as stated.
  case probe(ProbeExpectation)
}

/// What a stream is expected to have done next.
package enum StreamOutcome: Hashable, Sendable {
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
  package var isOutput: Bool {
    switch self {
    case .added, .removed: false
    default: true
    }
  }
}

/// How far things may go before an expectation must hold.
package enum ExpectationBound: Hashable, Sendable {
  /// So many steps from the stimulus; checked under the canonical schedule only.
  case steps(Int)
  /// So many nanoseconds of virtual time.
  case time(Int64)
}

/// A comparison of something that can be looked at.
package struct ProbeExpectation: Hashable, Sendable {
  /// The probe with its arguments.
  package var probe: ScenarioCall
  /// How it is compared.
  package var comparison: ProbeComparison
  /// The value with which it is compared; a pattern for `==` and `!=`.
  package var value: SyntaxValue
  /// What the probe tells, in one sentence.
  package var summary: String
  /// Where the line stands.
  package var span: SourceSpan
}

/// How far a case may go before it counts as running away.
package enum ScenarioLimit: Hashable, Sendable {
  /// At most so many steps of the simulation.
  case steps(Int)
  /// At most so much virtual time, in nanoseconds.
  case time(Int64)
}

/// A line that acts on a consumer without waiting for it.
package enum StreamControl: String, CaseIterable, Hashable, Sendable {
  /// Cancels the task of the consumer, or of the group.
  case cancel
  /// Makes the consumer leave its loop at the next element.
  case `break`
  /// Drops iterator and sequence without a word.
  case drop
  /// Gives up a sequence that was `held`.
  case release
}

/// How a probe is compared with its value.
package enum ProbeComparison: String, CaseIterable, Hashable, Sendable {
  /// The probe matches the value.
  case equal = "=="
  /// The probe does not match the value.
  case notEqual = "!="
  /// The probe is at most the value.
  case lessOrEqual = "<="
  /// The probe is at least the value.
  case greaterOrEqual = ">="
}
