import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSpies

extension Stage {
  /// Does what a line says to a consumer that was started before it.
  ///
  /// Lines that start one, speak to the backend or expect something are not the stage's alone.
  func carryOut(_ action: StepAction) throws(StageError) {
    switch action {
    case .iterate(let name, let other, let options):
      try iterate(name, sequenceOf: other, ConsumerOptions(options))
    case .control(.cancel, let name): try cancel(name)
    case .control(.break, let name): try breakLoop(name)
    case .control(.drop, let name): try drop(name)
    case .control(.release, let name): try release(name)
    case .pull(let name, let count): try pull(name, count: count)
    case .start, .perform, .expect: break
    }
  }

  /// Starts a consumer of what a line reads from the backend.
  ///
  /// - Parameters:
  ///   - name: The consumer's name.
  ///   - call: How the stream is read.
  ///   - options: How it is consumed.
  ///   - subject: The implementation of the stream.
  ///   - fixture: The backend.
  /// - Returns: The sequence, and the options that it has to pass on, where that is said.
  /// - Throws: `StageError` where the name is taken or the stream can't be read.
  func start(
    _ name: String, _ call: ScenarioCall, _ options: StreamOptions, _ subject: Subject,
    over fixture: ProductFixture
  ) throws(StageError) -> (sequence: SequenceID, askedOptions: Value?) {
    let consumer = try start(name, ConsumerOptions(options)) { () throws(SubjectError) in
      try subject.open(fixture.source(for: subject), call.values)
    }
    return (consumer.sequence, subject.askedOptions(call.values))
  }
}

extension ConsumerOptions {
  init(_ options: StreamOptions) {
    self.init()
    isManual = options.isManual
    demand = options.demand
    isHeld = options.isHeld
    isPrecancelled = options.isPrecancelled
    isOnMain = options.isOnMain
    group = options.group
    busy = .nanoseconds(options.busy ?? 0)
    throwsAt = options.throwsAt
    isMapped = options.isMapped
    filter = options.filter.map(Self.matching)
    prefix = options.prefix
    first = options.first.map(Self.matching)
  }

  private static func matching(_ syntax: SyntaxValue) -> @Sendable (Value) -> Bool {
    { value in Pattern(syntax: syntax).matches(value) }
  }
}
