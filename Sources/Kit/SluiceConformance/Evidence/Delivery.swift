public import SluiceSpies

/// One callback of a subscription: what was handed over, in what circumstances, and whether a
/// consumer got it.
public struct Delivery: Sendable {
  /// The registration that was called back.
  @Looked public var registration: RegistrationID
  /// What was handed over.
  @Looked public var payload: Event.Payload
  /// Where the listener was called.
  @Looked public var began: Int
  /// Where its call came back, and so whatever took the value had it; `Int.max` if it did not.
  @Looked var ended = Int.max
  /// In what circumstances it came.
  @Looked public var phase: Phase = .live
  /// Whether it came while an add of the same iteration was still on the stack, its own or another
  /// listener's.
  @Looked public var isInsideAdd = false
  /// Whether it holds a value that the stream owes its consumer, as long as the consumer goes on
  /// asking.
  @Looked public var isDue = false
  /// Where a consumer got the value.
  @Looked public var received: Int?
  /// When the listener was called, in nanoseconds of virtual time.
  @Looked var nanoseconds: Int64 = 0
  /// Whether a value that came so soon after it may stand for it, or an error may drop it, as the
  /// stream declares.
  @Looked var isMerged = false
  /// Where it, or one that came later, first reached a consumer; found out for a stream that keeps
  /// values back.
  @Looked var handedOn = Int.max

  /// The circumstances of a callback.
  public enum Phase: Sendable {
    /// The registration was active and the source had not ended.
    case live
    /// The stream was just removing a registration: the backend fired out of the call of remove.
    case insideRemove
    /// The stream was just removing a registration, and the backend called back on another side:
    /// neither came first, so what was called back may be got or not. So may what another source is
    /// told while a stream that settles has not heard yet of the end.
    case besideRemove
    /// The iteration was only about to join others of a broadcast, or had not yet surely: it may be
    /// got or not.
    case beforeJoining
    /// It came before the iteration joined others of a broadcast, which has to get it first.
    case replayed
    /// It is no callback: the stream read the present value of its source itself.
    case read
    /// The source had ended, normally or with an error.
    case afterEnd
    /// The registration had been removed before the source ended.
    case afterRemove
  }

  /// The value that was handed over, if one was.
  public var value: Value? {
    switch payload {
    case .value(let value), .both(let value, _): value
    case .failure, .nothing, .finish: nil
    }
  }

  /// What was handed over and by which registration, as reasons name it: `5 of #2`.
  var name: String {
    let what =
      value.map { value in "\(value)" } ?? failure.map { failure in "error \(failure)" }
      ?? (payload == .finish ? "the end" : "an empty callback")
    return "\(what) of #\(registration.number)"
  }

  /// The error that was handed over, if one was.
  public var failure: Failure? {
    switch payload {
    case .failure(let failure), .both(_, let failure): failure
    case .value, .nothing, .finish: nil
    }
  }

  /// Whether it may be got, due or not.
  var mayCome: Bool {
    switch phase {
    case .live, .besideRemove, .beforeJoining, .replayed, .read: true
    case .insideRemove, .afterEnd, .afterRemove: false
    }
  }
}

/// One value that a consumer got.
public struct Reception: Sendable {
  /// The value.
  @Looked public var value: Value
  /// Where `next()` answered with it.
  @Looked public var at: Int
  /// Who got it.
  @Looked public var consumer: ConsumerID
  /// The delivery that it came from, by its place in the subscription; nil if none explains it.
  @Looked public var delivery: Int?
}

/// The callback with which a source ended a subscription.
public struct SourceEnd: Sendable {
  /// The failure that it ended with; nil for a normal end.
  public var failure: Failure?
  /// What was handed over.
  public var payload: Event.Payload
  /// Where the listener was called.
  public var began: Int
  /// Whether it came while an add of the same iteration was still on the stack.
  public var isInsideAdd: Bool
}

extension Event.Payload {
  /// Whether the callback ends a stream of these traits.
  func ends(_ traits: Traits) -> Bool {
    switch self {
    case .finish, .failure: true
    case .both: traits.ambiguousEvent == .fails
    case .nothing: traits.emptyEvent == .ends
    case .value: false
    }
  }

  /// Whether the callback holds a value that a stream of these traits yields.
  func yields(_ traits: Traits) -> Bool {
    switch self {
    case .value: true
    case .both: traits.ambiguousEvent == .yields
    case .failure, .nothing, .finish: false
    }
  }
}
