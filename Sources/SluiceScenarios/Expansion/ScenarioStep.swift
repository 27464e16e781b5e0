/// One line of a case's timeline, with all variables put in and all flows played.
public struct ScenarioStep: Hashable, Sendable {
  /// When the line runs, as it is stamped.
  public enum Timing: Hashable, Sendable {
    /// At the instant at which the line before ended.
    case same
    /// At this instant of the virtual clock, in nanoseconds from its start.
    case at(Int64)
    /// This many nanoseconds after the instant at which the line before ended.
    case after(Int64)
  }

  /// How the line competes with everything else that is ready.
  public enum Mode: Hashable, Sendable {
    /// The line runs when everything at its instant is quiescent.
    case ordinary
    /// The line runs directly after the line before, with nothing in between.
    case now
    /// The line becomes one more ready event.
    case race
    /// The action happens once, inside the next such call of this stream's registration.
    case during(InjectionPoint, stream: String)
  }

  /// When the line runs.
  public var timing: Timing
  /// The earliest instant at which the line can run, in nanoseconds from the clock's start.
  ///
  /// It follows from the stamps and silences alone: an expectation with `within` may let it run
  /// later.
  public var earliest: Int64
  /// How the line competes with everything else that is ready.
  public var mode: Mode
  /// What the line does.
  public var action: StepAction
  /// Where the line is written; in another file if it is a line of a flow from there.
  public var span: SourceSpan
  /// Where the flows that led to this line are played, the outermost first.
  public var playedFrom: [SourceSpan]

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - timing: When the line runs.
  ///   - earliest: The earliest instant at which it can run, in nanoseconds.
  ///   - mode: How it competes with everything else that is ready.
  ///   - action: What it does.
  ///   - span: Where it is written.
  ///   - playedFrom: Where the flows that led to it are played, the outermost first.
  public init(
    timing: Timing = .same, earliest: Int64 = 0, mode: Mode = .ordinary, action: StepAction,
    span: SourceSpan, playedFrom: [SourceSpan] = []
  ) {
    self.timing = timing
    self.earliest = earliest
    self.mode = mode
    self.action = action
    self.span = span
    self.playedFrom = playedFrom
  }
}

/// What a line of a timeline does.
public enum StepAction: Hashable, Sendable {
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
public struct StreamOptions: Hashable, Sendable {
  /// Whether the driver calls `next()` by `pull`, instead of a loop.
  public var isManual = false
  /// After how many elements the consumer stops asking.
  public var demand: Int?
  /// Whether the sequence is kept until `release`.
  public var isHeld = false
  /// Whether the task is cancelled before it starts.
  public var isPrecancelled = false
  /// Whether it may get what no line expects.
  public var isLenient = false
  /// Whether the consumer is on the main actor.
  public var isOnMain = false
  /// The task of which the consumer is a child.
  public var group: String?
  /// How long the loop's body takes for each element, in nanoseconds.
  public var busy: Int64?
  /// At which element, counted from 1, the loop's body throws.
  public var throwsAt: Int?
  /// Whether the sequence goes through `map(_:)`, which changes nothing.
  public var isMapped = false
  /// What an element must match to get through `filter(_:)`.
  public var filter: SyntaxValue?
  /// To how many elements an operator cuts the sequence.
  public var prefix: Int?
  /// What an element must match to be what `first(where:)` looks for.
  public var first: SyntaxValue?

  /// Creates the options of a plain loop.
  public init() {}
}
