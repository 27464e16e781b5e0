public import SluiceSpies

/// A stream implementation under test: what it is called, what it declares of itself, and how it is
/// read from a fixture.
public struct Subject: Sendable {
  /// The implementation's name, such as `reference`.
  public var name: String
  /// The product stream that it implements, `<product>.<stream>`, such as
  /// `firestore.document-snapshots`.
  public var stream: String
  /// What it declares of itself.
  public var traits: Traits {
    didSet { traits.sourceLacks = lacking }
  }
  /// The abilities that its source lacks; the others count as present.
  public var lacking: Set<SourceAbility> {
    didSet { traits.sourceLacks = lacking }
  }
  /// Those that the source of every implementation of the stream lacks.
  package var lackingAnyway: Set<SourceAbility> = []
  /// What it wants of the backend that it is read from, where backends can differ.
  package let wants: (any Sendable)?
  /// Whether the stream's type says that it can throw: its `Failure` is not `Never`.
  public let failsByType: Bool
  /// The options that are asked for by the arguments; nil where none ever are.
  private let asking: (@Sendable ([Value.Argument]) -> Value?)?
  private let opening:
    @Sendable (any Fixture, [Value.Argument]) throws(SubjectError) -> ErasedSequence

  /// A stream of one kind of fixture.
  ///
  /// - Parameters:
  ///   - name: The implementation's name.
  ///   - stream: The product stream that it implements.
  ///   - traits: What it declares of itself.
  ///   - lacking: The abilities that its source lacks.
  ///   - open: Reads the stream from the fixture, with the arguments that the scenario gives.
  ///   - project: How an element is written in scenarios and in the log.
  ///   - error: The source's error that an error of the stream stands for, where the stream has
  ///     errors of its own: rules and scenarios see that.
  ///   - asking: The options that the stream has to pass to add, by the arguments that it is read
  ///     with, or nil where nothing is asked then; nil where nothing ever is.
  public init<Source: Fixture, Base: AsyncSequence & SendableMetatype>(
    _ name: String, stream: String, traits: Traits = Traits(),
    lacking: Set<SourceAbility> = [],
    open: @escaping @Sendable (Source, [Value.Argument]) throws(SubjectError) -> Base,
    project: @escaping @Sendable (Base.Element) -> Value,
    error: @escaping @Sendable (Base.Failure) -> any Error = { error in error },
    asking: (@Sendable ([Value.Argument]) -> Value?)? = nil
  ) {
    self.init(
      name, stream: stream, traits: traits, lacking: lacking,
      failsByType: Base.Failure.self != Never.self, asking: asking
    ) { fixture, arguments throws(SubjectError) in
      guard let fixture = fixture as? Source else {
        throw .wrongFixture(stream: stream, expected: "\(Source.self)")
      }
      return ErasedSequence(try open(fixture, arguments), project: project, error: error)
    }
  }

  /// A stream of whatever makes an erased sequence of a fixture.
  package init(
    _ name: String, stream: String, traits: Traits, lacking: Set<SourceAbility>,
    failsByType: Bool,
    wants: (any Sendable)? = nil,
    asking: (@Sendable ([Value.Argument]) -> Value?)?,
    opening:
      @escaping @Sendable (any Fixture, [Value.Argument]) throws(SubjectError) -> ErasedSequence
  ) {
    self.name = name
    self.stream = stream
    self.traits = traits.with { traits in traits.sourceLacks = lacking }
    self.lacking = lacking
    self.failsByType = failsByType
    self.wants = wants
    self.asking = asking
    self.opening = opening
  }

  /// Whether the stream is ever asked to pass options to add.
  package var passesOptions: Bool { asking != nil }

  /// The options that the stream has to pass to add when it is read with some arguments.
  ///
  /// - Parameter arguments: The arguments that the scenario gives.
  /// - Returns: The options as spies log them; nil where nothing is asked.
  public func askedOptions(_ arguments: [Value.Argument]) -> Value? {
    asking?(arguments)
  }

  /// Reads the stream from a fixture.
  ///
  /// - Parameters:
  ///   - fixture: The fixture, of the kind that the subject was made for.
  ///   - arguments: The arguments that the scenario gives.
  /// - Returns: The sequence, which the caller alone holds.
  /// - Throws: `SubjectError` where the fixture or the arguments are of the wrong kind.
  public func open(
    _ fixture: any Fixture, _ arguments: [Value.Argument] = []
  ) throws(SubjectError) -> ErasedSequence {
    var sequence = try opening(fixture, arguments)
    sequence.isLeftAtItsEnd = traits.removal == .withIterator
    return sequence
  }
}

/// A reason for which a stream can't be read from a fixture.
public enum SubjectError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The subject was made for another kind of fixture.
  case wrongFixture(stream: String, expected: String)
  /// An argument is missing or not what the stream takes.
  case badArgument(String)

  /// The reason in a sentence.
  public var description: String {
    switch self {
    case .wrongFixture(let stream, let expected): "\(stream) needs a fixture of type \(expected)"
    case .badArgument(let reason): reason
    }
  }
}

/// What a run of a product stands on: the fake backend and whatever owns it.
///
/// One is made for each run, inside its simulation, and let go of at its end; what keeps it alive
/// after that is a finding.
public protocol Fixture: AnyObject, SendableMetatype {}
