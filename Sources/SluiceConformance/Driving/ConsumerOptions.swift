public import SluiceSpies

/// How one consumer goes about its loop.
public struct ConsumerOptions: Sendable {
  /// Whether the driver calls `next()` by `pull` only; the iterator is then made with the first
  /// pull.
  public var isManual = false
  /// After how many elements the consumer stops asking; nil goes on.
  public var demand: Int?
  /// Whether the sequence value is kept until it is released.
  public var isHeld = false
  /// Whether the task is cancelled before it starts.
  public var isPrecancelled = false
  /// Whether the consumer runs on the main actor.
  public var isOnMain = false
  /// The name of the task of which the consumer is a child task.
  public var group: String?
  /// How long the loop body takes for each element, in virtual time; it does not look at
  /// cancellation.
  public var busy: Duration = .zero
  /// At which element, from 1, the loop body throws.
  public var throwsAt: Int?
  /// Whether the sequence goes through `map(_:)`, which changes nothing.
  public var isMapped = false
  /// Which elements `filter(_:)` lets through, by how they are projected; nil goes without it.
  public var filter: (@Sendable (Value) -> Bool)?
  /// How many elements `prefix(_:)` lets through; nil goes without it.
  public var prefix: Int?
  /// Which element ends `first(where:)`, in whose call the iteration is then; nil goes without it.
  public var first: (@Sendable (Value) -> Bool)?

  /// A consumer that iterates until the end, in a task of its own, holding nothing.
  public init() {}
}
