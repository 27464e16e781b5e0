/// A thread that waits inside an event, and what for.
public struct BlockedWait: Sendable, Equatable, CustomStringConvertible {
  /// What a thread can wait for.
  public enum Kind: String, Sendable {
    /// A semaphore's signal.
    case semaphore
    /// The last member of a group; or a work item, each of which is a group for Dispatch.
    case group
    /// A condition's signal: that of a condition variable, or of what is made of one.
    case condition
    /// A lock that a thread holds which waits, too.
    case lock
    /// Its turn on a queue: `DispatchQueue.sync` and its kin.
    case sync
    /// A run loop's next event.
    case runLoop
    /// Nothing but an instant: a sleep that blocks.
    case sleep
  }

  /// The event in which it waits.
  public let event: EventName
  /// What it waits for.
  public let kind: Kind
  /// The label of the queue that it waits for, if it is one.
  public let queue: String?

  /// Creates a wait.
  public init(event: EventName, kind: Kind, queue: String? = nil) {
    self.event = event
    self.kind = kind
    self.queue = queue
  }

  /// The wait on one line, as in `consumer.L#2 waits for a semaphore`.
  public var description: String {
    switch kind {
    case .semaphore: "\(event) waits for a semaphore"
    case .group: "\(event) waits for a group or a work item"
    case .condition: "\(event) waits for a condition"
    case .lock: "\(event) waits for a lock"
    case .sync: "\(event) waits for its turn on queue '\(queue ?? "")'"
    case .runLoop: "\(event) waits in a run loop"
    case .sleep: "\(event) sleeps"
    }
  }
}
