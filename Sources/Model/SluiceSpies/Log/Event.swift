import SluiceSimulation

/// What happened, in one line of the event log.
///
/// The consumer driver writes what it does to a stream and what the stream answers; spies write
/// what the stream does to a backend and what the backend calls back. Rules only read.
///
/// What is large and rare is boxed: every entry of a log has room for the largest of the rest.
public enum Event: Sendable, Hashable {
  // MARK: The driver and the stream

  /// The stream was read from the fixture, which gave the sequence.
  case accessed(SequenceID)
  /// The driver is about to let go of its last reference to the sequence.
  case sequenceDropped(SequenceID)
  /// The driver is about to drop the owner: the object that the subject's streams are read from.
  case ownerDropped
  /// A consumer made an iterator of the sequence.
  case iteratorMade(ConsumerID, of: SequenceID)
  /// The driver is about to let go of the consumer's iterator.
  case iteratorDropped(ConsumerID)
  /// The consumer called `next()`.
  case nextCalled(ConsumerID)
  /// `next()` answered the consumer.
  case nextReturned(ConsumerID, Output)
  /// The consumer left its loop.
  case loopEnded(ConsumerID, LoopEnd)
  /// The consumer's task is about to be cancelled.
  case cancelCalled(ConsumerID)
  /// The call that cancelled the consumer's task came back.
  case cancelReturned(ConsumerID)
  /// The consumer's task ended.
  case taskEnded(ConsumerID)

  // MARK: Spies

  /// The stream called add on the backend.
  indirect case addCalled(RegistrationID, by: Caller, options: Value)
  /// Add came back with a handle.
  case addReturned(RegistrationID)
  /// Add threw.
  case addThrew(RegistrationID, Failure)
  /// The stream called remove for the registration; the caller is who was running then.
  case removeCalled(RegistrationID, by: Caller)
  /// Remove came back.
  case removeReturned(RegistrationID)
  /// The stream called remove for something that was never added.
  case removeUnmatched(Value, by: Caller)
  /// The app is about to close the source that the registration is for, itself or by way of the
  /// stream.
  case closedByApp(RegistrationID)
  /// The registration's handle was dropped by its last owner.
  case handleDied(RegistrationID)
  /// The stream asked the registration for one value, as sources do that hand out one at a time.
  case receiveCalled(RegistrationID)
  /// The backend is about to call the listener back.
  case callbackBegan(RegistrationID, Payload)
  /// The backend calls the listener, after something else has happened in the callback meanwhile.
  ///
  /// Where nothing has, the callback's beginning says it.
  case listenerCalled(RegistrationID)
  /// The listener came back from a callback.
  case callbackEnded(RegistrationID)
  /// A source that shows its present value shows another one from now on.
  indirect case presentMoved(Value)
  /// The present value of a source was read, `null` where it has none; the caller is who was
  /// running then.
  indirect case presentRead(Value, by: Caller)

  // MARK: Memory, work and demand

  /// An object that the harness watches was destroyed.
  case sentinelDied(SentinelRole)
  /// An object that should have been destroyed by now still lives; written at the very end.
  case sentinelAlive(SentinelRole)
  /// Work of the simulation still waits at the very end, under the name of its task.
  case taskAlive(String)
  /// A job was scheduled by the stream while nothing was asked of it.
  case jobScheduled(String)
  /// A timer was set by the stream, due after this many nanoseconds.
  case timerScheduled(String, nanoseconds: Int64)
  /// A subscriber asked for this many more values.
  case demandAsked(ConsumerID, Int)
  /// A subscriber received a value.
  case valueReceived(ConsumerID, Value)
  /// The subject trapped, with what it said last.
  case trapped(String)

  // MARK: A component container

  /// A component container was asked for something, answered, or did something.
  indirect case container(ContainerEvent)

  // MARK: A publisher

  /// A publisher was asked for values, handed them over, or ended.
  indirect case demand(DemandEvent)

  // MARK: The course of the run

  /// Nothing is ready any more at this virtual instant.
  case quiescent
  /// The scenario's last line is done; the driver now ends what still iterates.
  case epilogueBegan
  /// The epilogue is done and everything is quiescent.
  case epilogueEnded
  /// Everything was let go of, and what still lived then is written above.
  case concluded
}

extension Event {
  /// An answer of `next()`.
  public enum Output: Sendable, Hashable {
    /// An element.
    case element(Value)
    /// The end, `nil`.
    case end
    /// A thrown error.
    case failure(Failure)
  }

  /// A reason for which a consumer left its loop.
  public enum LoopEnd: Sendable, Hashable {
    /// The sequence ended.
    case ended
    /// The sequence threw.
    case failed
    /// The loop body said `break`.
    case broke
    /// The loop body threw.
    case bodyThrew
    /// An operator such as `prefix` ended the sequence.
    case operatorEnded
    /// The consumer was dropped without a word.
    case dropped
  }

  /// What a backend hands to a listener in one call.
  public enum Payload: Sendable, Hashable {
    /// A value and no error.
    case value(Value)
    /// An error and no value.
    case failure(Failure)
    /// Both a value and an error.
    indirect case both(Value, Failure)
    /// Neither a value nor an error.
    case nothing
    /// The source's end.
    case finish
  }

  /// Who was running when a stream called the backend.
  public struct Caller: Sendable, Hashable {
    /// The sequence on whose behalf the call was made, if that is known.
    public var sequence: SequenceID?
    /// The consumer whose task or whose loop made the call, if one did.
    public var consumer: ConsumerID?

    /// A caller known by sequence, consumer, both or neither.
    public init(sequence: SequenceID? = nil, consumer: ConsumerID? = nil) {
      self.sequence = sequence
      self.consumer = consumer
    }

    /// Nobody known.
    public static let unknown = Caller()
  }

  /// What an object that the harness watches is to a stream.
  public enum SentinelRole: Sendable, Hashable, Comparable {
    /// The object that owns the source and hands out streams.
    case owner
    /// An object that the listener's closure captures with the fixture.
    case fixture
    /// The handle that add returned for a registration.
    case handle(RegistrationID)
    /// An element, by the number of its delivery.
    case element(Int)
    /// The consumer's own object.
    case consumer(ConsumerID)
  }
}

/// An error as the event log keeps it: enough to say that two are the same, without keeping the
/// error alive.
public struct Failure: Sendable, Hashable {
  /// The error's Swift type, as the runtime names it.
  public var type: String
  /// What the error holds, in the notation of the scenario language: a code name and its fields.
  public var value: Value
  /// Whether the error is Swift's own `CancellationError`.
  public var isCancellation: Bool

  /// A failure of a named type.
  public init(type: String, value: Value, isCancellation: Bool = false) {
    self.type = type
    self.value = value
    self.isCancellation = isCancellation
  }

  /// The record of an error.
  ///
  /// An error that says itself how it is written in scenarios, by `ProjectsToValue`, keeps that
  /// form; any other is recorded by its type and description, of which a long one is cut.
  public init(_ error: any Error) {
    let wasInside = SubjectAllocations.leave()
    defer { SubjectAllocations.restore(wasInside) }
    let type = String(reflecting: Swift.type(of: error))
    if error is CancellationError {
      self.init(type: type, value: .symbol("cancelled"), isCancellation: true)
    } else if let error = error as? any ProjectsToValue {
      self.init(type: type, value: error.projected.detached)
    } else {
      let text = String(describing: error)
      self.init(type: type, value: .kept(text, atMost: Value.longestDescription).detached)
    }
  }
}

/// The number of one registration: one add with its one remove, counted from 1 in the order of the
/// adds.
public struct RegistrationID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The registration with this number.
  public init(_ number: Int) { self.number = number }

  /// The registration with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one registration was added before the other.
  public static func < (left: RegistrationID, right: RegistrationID) -> Bool {
    left.number < right.number
  }
}

/// The number of one consumer: one task that iterates one iterator, counted from 1 in the order of
/// the starts.
public struct ConsumerID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The consumer with this number.
  public init(_ number: Int) { self.number = number }

  /// The consumer with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one consumer was started before the other.
  public static func < (left: ConsumerID, right: ConsumerID) -> Bool {
    left.number < right.number
  }
}

/// The number of one sequence value that a subject handed out, counted from 1 in the order of the
/// accesses.
public struct SequenceID: Sendable, Hashable, Comparable, ExpressibleByIntegerLiteral {
  /// The number, from 1.
  public let number: Int

  /// The sequence with this number.
  public init(_ number: Int) { self.number = number }

  /// The sequence with this number, written as a literal in example logs.
  public init(integerLiteral number: Int) { self.number = number }

  /// Whether one sequence was accessed before the other.
  public static func < (left: SequenceID, right: SequenceID) -> Bool {
    left.number < right.number
  }
}
