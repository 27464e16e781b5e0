/// What a listener sequence does where respected implementations differ.
public struct ListenerPolicies: Sendable, Hashable {
  /// What becomes of values that wait in the buffer when the consumer is cancelled.
  public var bufferOnCancel = BufferOnCancel.drops
  /// What a callback without value and without error means.
  public var emptyEvent = EmptyEvent.ignored
  /// What a callback with both a value and an error means.
  public var ambiguousEvent = AmbiguousEvent.fails

  /// The defaults: a cancelled consumer gets nothing more, empty events mean nothing, an error
  /// outweighs a value.
  public init() {}

  /// What becomes of buffered values on cancellation.
  public enum BufferOnCancel: Sendable, Hashable {
    /// They are dropped: the next answer is the end.
    case drops
    /// They are handed out before the end.
    case drains
  }

  /// What a callback without value and without error means.
  public enum EmptyEvent: Sendable, Hashable {
    /// Nothing.
    case ignored
    /// The end.
    case ends
  }

  /// What a callback with both a value and an error means.
  public enum AmbiguousEvent: Sendable, Hashable {
    /// The error; the value is dropped.
    case fails
    /// The value; the error is dropped.
    case yields
  }
}
