public import SluiceSpies

extension Rule.Example.Line {
  /// A plain line of an example log.
  public static func line(_ event: Event) -> Self { Self(event: event) }

  /// This line, marked as the one to blame.
  public var blamed: Self {
    var line = self
    line.isBlamed = true
    return line
  }

  /// This line, a number of nanoseconds of virtual time after the one before.
  public func after(_ nanoseconds: Int64) -> Self {
    var line = self
    line.delay = nanoseconds
    return line
  }

  /// This line, of the same step as the one before: nothing can have come between them.
  public var inTheSameStep: Self {
    var line = self
    line.isOfSameStep = true
    return line
  }

  /// This line, the first after the call came back that read a sequence.
  package func afterOpening(_ sequence: SequenceID = 1) -> Self {
    var line = self
    line.opened = sequence
    return line
  }

  /// This line, fallen by chance into a call of the backend that has not come back.
  public var interrupting: Self {
    var line = self
    line.interruptions += 1
    return line
  }

  /// This line, with so many elements made by then, of which some live.
  package func counting(made: Int, living: Int) -> Self {
    var line = self
    line.elements = ElementCount(made: made, living: living)
    return line
  }

  /// This line, up to which the subject's allocations have grown over many subscriptions.
  package func growing(_ growth: AllocationGrowth) -> Self {
    var line = self
    line.growth = growth
    return line
  }

  // The lines that most examples are made of: consumer 1 of stream 1 and registration 1 unless said
  // otherwise.

  package static func accessed(_ sequence: SequenceID = 1) -> Self { line(.accessed(sequence)) }
  package static func madeIterator(_ consumer: ConsumerID = 1, of sequence: SequenceID = 1) -> Self
  {
    line(.iteratorMade(consumer, of: sequence))
  }
  package static func next(_ consumer: ConsumerID = 1) -> Self { line(.nextCalled(consumer)) }
  package static func element(_ value: Int64, _ consumer: ConsumerID = 1) -> Self {
    line(.nextReturned(consumer, .element(.integer(value))))
  }
  package static func end(_ consumer: ConsumerID = 1) -> Self {
    line(.nextReturned(consumer, .end))
  }
  package static func failure(_ name: String = "unavailable", _ consumer: ConsumerID = 1) -> Self {
    line(.nextReturned(consumer, .failure(.named(name))))
  }
  package static var cancellation: Self {
    line(
      .nextReturned(
        1,
        .failure(
          Failure(
            type: "Swift.CancellationError", value: .symbol("cancelled"), isCancellation: true))))
  }
  package static func add(
    _ registration: RegistrationID = 1, by consumer: ConsumerID? = 1, of sequence: SequenceID? = 1,
    options: Value = .null
  ) -> Self {
    line(
      .addCalled(
        registration, by: Event.Caller(sequence: sequence, consumer: consumer), options: options))
  }
  package static func added(_ registration: RegistrationID = 1) -> Self {
    line(.addReturned(registration))
  }
  package static func remove(
    _ registration: RegistrationID = 1, by consumer: ConsumerID? = 1, of sequence: SequenceID? = 1
  ) -> Self {
    line(
      .removeCalled(registration, by: Event.Caller(sequence: sequence, consumer: consumer)))
  }
  package static func removed(_ registration: RegistrationID = 1) -> Self {
    line(.removeReturned(registration))
  }
  package static var droppedOwner: Self { line(.ownerDropped) }
  package static func closedByApp(_ registration: RegistrationID = 1) -> Self {
    line(.closedByApp(registration))
  }
  package static func callback(_ value: Int64, _ registration: RegistrationID = 1) -> Self {
    line(.callbackBegan(registration, .value(.integer(value))))
  }
  package static func callback(_ payload: Event.Payload, _ registration: RegistrationID = 1) -> Self
  {
    line(.callbackBegan(registration, payload))
  }
  package static func receive(_ registration: RegistrationID = 1) -> Self {
    line(.receiveCalled(registration))
  }
  /// The listener is called, after something else has happened in the callback.
  package static func calls(_ registration: RegistrationID = 1) -> Self {
    line(.listenerCalled(registration))
  }
  package static func called(_ registration: RegistrationID = 1) -> Self {
    line(.callbackEnded(registration))
  }
  package static func cancel(_ consumer: ConsumerID = 1) -> Self { line(.cancelCalled(consumer)) }
  package static func cancelled(_ consumer: ConsumerID = 1) -> Self {
    line(.cancelReturned(consumer))
  }
  package static func left(_ end: Event.LoopEnd = .ended, _ consumer: ConsumerID = 1) -> Self {
    line(.loopEnded(consumer, end))
  }
  package static func droppedIterator(_ consumer: ConsumerID = 1) -> Self {
    line(.iteratorDropped(consumer))
  }
  package static func droppedSequence(_ sequence: SequenceID = 1) -> Self {
    line(.sequenceDropped(sequence))
  }
  package static func taskEnded(_ consumer: ConsumerID = 1) -> Self { line(.taskEnded(consumer)) }
  package static var quiescent: Self { line(.quiescent) }
  package static var epilogue: Self { line(.epilogueBegan) }
  package static var over: Self { line(.epilogueEnded) }
}

extension Failure {
  /// A failure with a name and no fields, as example logs have it.
  public static func named(_ name: String) -> Failure {
    Failure(type: "ExampleError", value: .symbol(name))
  }
}

extension [Rule.Example.Line] {
  // How most examples begin: consumer 1 iterates stream 1, which adds registration 1 at the first
  // next().

  /// The consumer waits for its first value.
  package static let waiting: Self = [
    .accessed(), .madeIterator(), .droppedSequence(), .next(), .add(), .added(), .quiescent,
  ]

  /// The consumer got value 1 and is in its loop body.
  package static let busy: Self = waiting + [.callback(1), .called(), .element(1), .quiescent]

  /// The consumer got value 1 and waits for the next.
  package static let waitingAgain: Self =
    waiting + [.callback(1), .called(), .element(1), .next(), .quiescent]

  /// The consumer waits, and the scenario still holds the sequence.
  package static let waitingHeld: Self = [
    .accessed(), .madeIterator(), .next(), .add(), .added(), .quiescent,
  ]

  /// Consumers 1 and 2 wait, each on a stream and a registration of its own.
  package static let twoWaiting: Self =
    waiting + [
      .accessed(2), .madeIterator(2, of: 2), .droppedSequence(2), .next(2),
      .add(2, by: 2, of: 2), .added(2), .quiescent,
    ]

  /// Consumers 1 and 2 wait, both on stream 1 and the registration that the first of them added.
  package static let twoSharing: Self = waitingHeld + [.madeIterator(2), .next(2), .quiescent]

  /// The consumer waits, is cancelled, and everything is released.
  package static let cancelledAndOver: Self =
    waiting + [
      .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .next(), .end(), .quiescent,
      .epilogue, .droppedIterator(), .quiescent, .over,
    ]
}

extension Traits {
  /// The reference streams' traits with one declared otherwise, as examples have them.
  package static func declaring<Trait>(
    _ trait: WritableKeyPath<Traits, Trait>, _ value: Trait
  ) -> Traits {
    Traits().with { traits in traits[keyPath: trait] = value }
  }
}
