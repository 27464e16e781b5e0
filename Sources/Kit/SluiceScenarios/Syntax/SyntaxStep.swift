import SluiceSpies

/// One line of a timeline or a flow, as it is written.
struct SyntaxStep {
  struct Stamp {
    var isAbsolute: Bool
    /// A duration or a variable.
    var value: SyntaxValue
    var span: SourceSpan
  }

  enum Mode {
    case ordinary
    case now(SourceSpan)
    case race(SourceSpan)
    /// Inside a call of a stream, the next one unless a number says which.
    case during(InjectionPoint, SyntaxValue, call: SyntaxValue?, SourceSpan)

    /// The place of the mode's word, if there is one.
    var span: SourceSpan? {
      switch self {
      case .ordinary: nil
      case .now(let span), .race(let span), .during(_, _, _, let span): span
      }
    }
  }

  indirect enum Action {
    /// The source is a call or a variable.
    case start(SyntaxValue, source: SyntaxValue, options: [SyntaxOption])
    case iterate(SyntaxValue, of: SyntaxValue, options: [SyntaxOption])
    case perform(SyntaxCall, table: SyntaxTable?)
    case control(StreamControl, stream: SyntaxValue)
    case pull(SyntaxValue, count: SyntaxValue?)
    case play(SyntaxName, arguments: [SyntaxCall.Argument], span: SourceSpan)
    case expectOutcome(SyntaxValue, SyntaxOutcome, bound: SyntaxBound?)
    case expectSilence(SyntaxValue, until: SyntaxValue)
    case expectProbe(SyntaxProbe)

    /// Whether the line states what must have happened instead of making something happen.
    var isExpectation: Bool {
      switch self {
      case .expectOutcome, .expectSilence, .expectProbe: true
      default: false
      }
    }
  }

  var stamp: Stamp?
  var mode: Mode
  var action: Action
  var span: SourceSpan
}

extension SyntaxStep {
  /// The places inside a step that diagnostics point at.
  struct Places {
    var stamp: SourceSpan?
    /// The stream inside whose registration the line happens.
    var injected: SourceSpan?
    /// The stream on which the line acts.
    var stream: SourceSpan?
    /// The stream whose sequence is iterated again.
    var source: SourceSpan?
    /// The end of a silence.
    var until: SourceSpan?
  }

  var places: Places {
    var places = Places(stamp: stamp?.span)
    if case .during(_, let stream, _, _) = mode { places.injected = stream.span }
    switch action {
    case .start(let stream, _, _), .control(_, let stream), .pull(let stream, _),
      .expectOutcome(let stream, _, _):
      places.stream = stream.span
    case .iterate(let stream, let source, _):
      places.stream = stream.span
      places.source = source.span
    case .expectSilence(let stream, let until):
      places.stream = stream.span
      places.until = until.span
    case .perform, .play, .expectProbe: break
    }
    return places
  }
}

/// An option behind the source of a stream.
struct SyntaxOption {
  enum Kind: String, CaseIterable {
    case manual
    case demand
    case held
    case leaves
    case precancelled
    case lenient
    case on
    case `in`
    case busy
    case `throws`
    case prefix
    case map
    case filter
    case first
  }

  var kind: Kind
  /// A number, a duration, a name, a pattern or a variable, where the option takes one.
  var value: SyntaxValue?
  var span: SourceSpan
}

/// What a stream is expected to have done.
enum SyntaxOutcome {
  case next(SyntaxValue)
  case nexts(SyntaxValue)
  case nextsTable(SyntaxTable)
  case error(SyntaxName, fields: SyntaxValue?)
  case finish
  case ended
  case added
  case removed(promptly: Bool)
}

/// How long an expectation may take.
enum SyntaxBound {
  case steps(SyntaxValue)
  case time(SyntaxValue)
}

/// A comparison of something that can be looked at with a value.
struct SyntaxProbe {
  var name: SyntaxName
  /// The arguments, or nil where the name stands alone.
  var call: SyntaxCall
  var comparison: ProbeComparison
  var value: SyntaxValue
}
