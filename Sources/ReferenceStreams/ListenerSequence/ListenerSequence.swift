/// The values that listeners of a callback interface are called with, as an asynchronous sequence.
///
/// Each iterator has registrations and a buffer of its own. Guarantees, for every source that calls remove's effect its
/// own business:
/// - Nothing is added before the first call of `next()`, and nothing twice.
/// - Every listener that was added is removed exactly once: when the consumer's task is cancelled, at once if it waits;
///   when the source ends or fails; when the iterator goes away. What is added while that happens is removed as soon as
///   add returns.
/// - The consumer sees its end only after everything is removed.
/// - Values come in the order of the callbacks, and the end or the error after them; nothing comes after that.
/// - No lock is held while a listener is added or removed, or while a consumer is resumed.
public struct ListenerSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  /// One listener of an iteration: it adds itself and returns how it is removed.
  public typealias Listener =
    @Sendable (ListenerSink<Element, Failure>) throws(Failure) -> ListenerRemoval

  private let policies: ListenerPolicies
  private let listeners: [Listener]

  /// A sequence whose every iteration adds several listeners, in their order, and removes all of them.
  ///
  /// - Parameters:
  ///   - policies: What to do where implementations differ.
  ///   - listeners: The listeners. If one throws, the others are removed and the iteration fails with its error.
  public init(_ policies: ListenerPolicies = ListenerPolicies(), adding listeners: [Listener]) {
    self.policies = policies
    self.listeners = listeners
  }

  /// A sequence whose every iteration adds one listener.
  ///
  /// - Parameters:
  ///   - policies: What to do where implementations differ.
  ///   - listener: The listener. If it throws, the iteration fails with its error.
  public init(
    _ policies: ListenerPolicies = ListenerPolicies(), add listener: @escaping Listener
  ) {
    self.init(policies, adding: [listener])
  }

  /// A new iteration; it adds its listeners at its first `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(iteration: makeIteration())
  }

  package func makeIteration() -> ListenerIteration<Element, Failure> {
    ListenerIteration(ListenerSubscription(policies: policies, listeners: listeners))
  }

  /// The iterator of a listener sequence; its end, advanced or not, releases the registrations.
  public struct Iterator: AsyncIteratorProtocol {
    let iteration: ListenerIteration<Element, Failure>

    /// The next value; nil after the end, after an error and after a cancellation.
    ///
    /// - Throws: The source's error, once.
    public func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      try await iteration.next(isolation: actor)
    }
  }
}

/// How one listener is removed; called exactly once.
public typealias ListenerRemoval = @Sendable () -> Void
