public import SluiceSpies

/// What the log says of one registration.
///
/// Numbers are places in the log.
public struct RegistrationRecord: Sendable {
  /// The registration.
  public var id: RegistrationID
  /// Who added it.
  public var caller: Event.Caller
  /// What was passed to add.
  public var options: Value
  /// Where add was called.
  public var addCalled: Int
  /// Where add came back with a handle.
  public var addReturned: Int?
  /// Where add threw.
  public var addThrew: Int?
  /// Where remove was called, each time.
  public var removeCalled: [Int] = []
  /// Where remove came back, each time.
  public var removeReturned: [Int] = []
  /// The callbacks, in order.
  public var callbacks: [CallbackRecord] = []
  /// Where its handle died.
  public var handleDied: Int?

  /// The first place where it was no longer registered: remove called, or add threw.
  public var gone: Int? {
    removeCalled.first ?? addThrew
  }
}

/// What the log says of one callback.
///
/// Numbers are places in the log.
public struct CallbackRecord: Sendable {
  /// Where it began.
  public var began: Int
  /// Where it ended.
  public var ended: Int?
  /// What was handed over.
  public var payload: Event.Payload
}

/// What the log says of one consumer.
///
/// Numbers are places in the log.
public struct ConsumerRecord: Sendable {
  /// The consumer.
  public var id: ConsumerID
  /// The sequence that it iterates.
  public var sequence: SequenceID
  /// Where it made its iterator.
  public var iteratorMade: Int
  /// The calls of `next()`, in order.
  public var nexts: [NextRecord] = []
  /// The cancellations, in order.
  public var cancels: [CancelRecord] = []
  /// Where it left its loop.
  public var loopEnded: Int?
  /// Why it left its loop.
  public var loopEnd: Event.LoopEnd?
  /// Where its iterator was dropped.
  public var iteratorDropped: Int?
  /// Where its task ended.
  public var taskEnded: Int?

  /// The first call of `next()` that answered with the end or an error.
  public var terminal: NextRecord? {
    nexts.first { next in next.output?.isTerminal == true }
  }

  /// The values that `next()` answered with, in order, with the places of the answers.
  public var elements: [(value: Value, at: Int)] {
    nexts.compactMap { next in
      guard case .element(let value)? = next.output, let returned = next.returned else {
        return nil
      }
      return (value, returned)
    }
  }

  /// Whether the consumer waited in `next()` at a place in the log.
  public func isWaiting(at index: Int) -> Bool {
    nexts.contains { next in next.called < index && (next.returned ?? .max) > index }
  }
}

/// What the log says of one call of `next()`.
///
/// Numbers are places in the log.
public struct NextRecord: Sendable {
  /// Where it was called.
  public var called: Int
  /// Where it answered.
  public var returned: Int?
  /// What it answered.
  public var output: Event.Output?
}

/// What the log says of one cancellation.
///
/// Numbers are places in the log.
public struct CancelRecord: Sendable {
  /// Where cancel was called.
  public var called: Int
  /// Where the call came back.
  public var returned: Int?
}

/// What the log says of one sequence value.
///
/// Numbers are places in the log.
public struct SequenceRecord: Sendable {
  /// The sequence.
  public var id: SequenceID
  /// Where it was handed out.
  public var accessed: Int
  /// Where the driver let go of it.
  public var dropped: Int?
}

extension Event.Output {
  /// Whether this is the end or an error.
  public var isTerminal: Bool {
    if case .element = self { false } else { true }
  }
}
