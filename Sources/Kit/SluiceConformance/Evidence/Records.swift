public import SluiceSpies

/// What the log says of one registration; numbers are places in the log.
public struct RegistrationRecord: Sendable {
  /// The registration.
  @Looked public var id: RegistrationID
  /// Who added it.
  @Looked public var caller: Event.Caller
  /// What was passed to add.
  public var options: Value
  /// Where add was called.
  @Looked public var addCalled: Int
  /// Where add came back with a handle.
  @Looked public var addReturned: Int?
  /// Where add threw.
  @Looked public var addThrew: Int?
  /// What add threw.
  public var addFailure: Failure?
  /// Who called remove first.
  @Looked public var remover: Event.Caller?
  /// Where remove was called, each time.
  public var removeCalled: [Int] = []
  /// How many calls of the backend each call of remove fell into by chance.
  var removeInterruptions: [Int] = []
  /// Where remove came back, each time.
  public var removeReturned: [Int] = []
  /// The callbacks, in order.
  public var callbacks: [CallbackRecord] = []
  /// Where the stream asked it for one value, each time.
  public var receives: [Int] = []
  /// Where the app closed the source that it is for.
  @Looked public var closedByApp: Int?
  /// Where its handle died.
  @Looked public var handleDied: Int?

  /// The first place where it was no longer registered: remove called, or add threw.
  public var gone: Int? {
    removeCalled.first ?? addThrew
  }

  /// Whether add was called before a place, and neither remove called nor add thrown by then.
  public func isActive(at index: Int) -> Bool {
    addCalled < index && (gone ?? .max) > index
  }

  /// Whether a place lies inside the call of add.
  public func isInsideAdd(_ index: Int) -> Bool {
    addCalled < index && index < (addReturned ?? addThrew ?? .max)
  }

  /// Whether remove was under way at a place, called by what was interrupted so often or more.
  func isBeingRemoved(at index: Int, interruptions: Int = 0) -> Bool {
    removeCalled.indices.contains { number in
      removeCalled[number] < index
        && (removeReturned.indices.contains(number) ? removeReturned[number] : .max) > index
        && removeInterruptions[number] >= interruptions
    }
  }

  /// Where the dying handle removed its registration, as self-removing handles do.
  public var removedByHandle: Int? {
    handleDied.flatMap { died in removeCalled.first { place in place == died + 1 } }
  }
}

extension RegistrationRecord {
  /// The first place after another at which it was removed once more by the stream.
  ///
  /// A self-removing handle that dies calls remove by itself, which is not the stream's doing.
  func removedAgain(after place: Int) -> Int? {
    removeCalled.dropFirst().first { again in again > place && again != removedByHandle }
  }
}

/// What the log says of one callback; numbers are places in the log.
public struct CallbackRecord: Sendable {
  /// Where it began.
  @Looked public var began: Int
  /// Where it called the listener, if something else happened in between.
  @Looked public var calledLate: Int?
  /// Where it ended.
  @Looked public var ended: Int?
  /// What was handed over.
  @Looked public var payload: Event.Payload
  /// When it began, in nanoseconds of virtual time.
  var nanoseconds: Int64 = 0
  /// How many calls of the backend it fell into by chance.
  var interruptions = 0

  /// Where it called the listener: what the listener was told before that came before this.
  public var called: Int { calledLate ?? began }
}

/// What the log says of one reading of a source's present value.
public struct PresentReading: Sendable {
  /// Its place in the log.
  @Looked public var at: Int
  /// What was read; `null` where the source has no present value.
  @Looked public var value: Value
  /// Who was running then.
  @Looked public var caller: Event.Caller
  /// When it was, in nanoseconds of virtual time.
  var nanoseconds: Int64
}

/// What the log says of one call of `next()`; numbers are places in the log.
public struct NextRecord: Sendable {
  /// Where it was called.
  @Looked public var called: Int
  /// Where it answered.
  @Looked public var returned: Int?
  /// What it answered.
  @Looked public var output: Event.Output?

  /// Whether the call had not answered yet at a place after it.
  public func isOpen(at index: Int) -> Bool {
    called < index && (returned ?? .max) > index
  }
}

/// What the log says of one cancellation; numbers are places in the log.
public struct CancelRecord: Sendable {
  /// Where cancel was called.
  @Looked public var called: Int
  /// Where the call came back.
  @Looked public var returned: Int?
  /// When it was, in nanoseconds of virtual time.
  var nanoseconds: Int64 = 0
}

/// What the log says of one sequence value; numbers are places in the log.
public struct SequenceRecord: Sendable {
  /// The sequence.
  @Looked public var id: SequenceID
  /// Where it was handed out.
  @Looked public var accessed: Int
  /// The first place after the call came back that handed it out; nil where the log does not tell.
  @Looked package var opened: Int?
  /// Where the driver let go of it.
  @Looked public var dropped: Int?
  /// Whether a consumer made an iterator of it.
  @Looked public var isIterated = false
}

extension Event.Output {
  /// Whether this is the end or an error.
  public var isTerminal: Bool {
    if case .element = self { false } else { true }
  }
}

/// A property of a record that counts how often it is read, while somebody measures.
///
/// Whatever goes through the records of a log reads something of each, so the count shows how the
/// cost of a rule grows with the log, exactly and on every machine. It is made in debug builds
/// alone, which the tests are; in a release build this is the bare value.
@propertyWrapper
public struct Looked<Value> {
  private var value: Value

  /// A property with its first value.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value; each read is a step for `WorkCounter`.
  public var wrappedValue: Value {
    get {
      #if DEBUG
        WorkCounter.count(1)
      #endif
      return value
    }
    set { value = newValue }
  }
}

extension Looked: Sendable where Value: Sendable {}
