package import FakeListener

/// The values that listeners of a callback interface are called with, as an asynchronous sequence.
///
/// Each iterator has registrations and a buffer of its own. Guarantees, for every source that calls
/// remove's effect its own business:
/// - Nothing is added before the first call of `next()`, and nothing twice.
/// - Every listener that was added is removed exactly once: when the consumer's task is cancelled,
///   at once if it waits; when the source ends or fails; when the iterator goes away. What is added
///   while that happens is removed as soon as add returns.
/// - A consumer that waits sees its end only after everything is removed. One that asks while
///   another thread is removing may see it before.
/// - Values come in the order of the callbacks, and the end or the error after them; nothing comes
///   after that.
/// - No lock is held while a listener is added or removed, or while a consumer is resumed.
package struct ListenerSequence<Element: Sendable, Failure: Error>: AsyncSequence, Sendable {
  let policies: ListenerPolicies
  /// The listeners that each iteration adds, in this order.
  package let listeners: [Listener]

  /// A sequence whose every iteration adds several listeners, in their order, and removes all of
  /// them.
  ///
  /// - Parameters:
  ///   - policies: What to do where implementations differ.
  ///   - listeners: The listeners. If one can't be added, those before it are removed and the
  ///     iteration fails with its error.
  package init(_ policies: ListenerPolicies = ListenerPolicies(), adding listeners: [Listener]) {
    self.policies = policies
    self.listeners = listeners
  }

  /// A new iteration; it adds its listeners at its first `next()`.
  package func makeAsyncIterator() -> Iterator {
    Iterator(iteration: makeIteration())
  }

  package func makeIteration() -> ListenerIteration<Element, Failure> {
    ListenerIteration(policies: policies, listeners: listeners)
  }

  /// The iterator of a listener sequence; its end, advanced or not, releases the registrations.
  package struct Iterator: AsyncIteratorProtocol {
    let iteration: ListenerIteration<Element, Failure>

    /// The next value; nil after the end, after an error and after a cancellation.
    ///
    /// - Throws: The source's error, once.
    package func next(
      isolation actor: isolated (any Actor)?
    ) async throws(Failure) -> Element? {
      try await iteration.next(isolation: actor)
    }
  }
}

extension ListenerSequence where Failure == any Error {
  /// A sequence whose every iteration adds one listener.
  ///
  /// - Parameters:
  ///   - policies: What to do where implementations differ.
  ///   - add: Adds the listener and returns how it is removed. If it throws, the iteration fails
  ///     with its error.
  package init(
    _ policies: ListenerPolicies = ListenerPolicies(),
    add: @escaping @Sendable (ListenerSink<Element, any Error>) throws -> ListenerRemoval
  ) {
    self.init(policies, adding: [Listener(adding: add)])
  }
}

extension ListenerSequence where Failure == Never {
  /// A sequence that can't fail, whose every iteration adds one listener.
  ///
  /// - Parameters:
  ///   - policies: What to do where implementations differ.
  ///   - add: Adds the listener and returns how it is removed.
  package init(
    _ policies: ListenerPolicies = ListenerPolicies(),
    add: @escaping @Sendable (ListenerSink<Element, Never>) -> ListenerRemoval
  ) {
    self.init(policies, adding: [Listener { sink in .success(add(sink)) }])
  }
}

/// How one listener is removed; called exactly once.
package typealias ListenerRemoval = @Sendable () -> Void

extension ListenerSequence {
  /// One listener of an iteration, which knows how it is added and removed.
  ///
  /// Its outcome is a result and not a typed throw: Swift 6.3.1 builds a wrong thunk where a
  /// closure that throws an existential error is converted to one that throws a generic error, and
  /// the error is then not an object.
  package struct Listener: Sendable {
    package let add: @Sendable (ListenerSink<Element, Failure>) -> Result<ListenerRemoval, Failure>

    /// A listener that says by a result whether it could be added.
    ///
    /// - Parameter add: Adds the listener and returns how it is removed, or why it could not be
    ///   added.
    package init(
      _ add:
        @escaping @Sendable (
          ListenerSink<Element, Failure>
        ) -> Result<ListenerRemoval, Failure>
    ) {
      self.add = add
    }
  }
}

extension ListenerSequence.Listener where Failure == any Error {
  /// A listener whose add can throw.
  ///
  /// - Parameter add: Adds the listener and returns how it is removed.
  package init(
    adding add:
      @escaping @Sendable (
        ListenerSink<Element, any Error>
      ) throws -> ListenerRemoval
  ) {
    self.init { sink in Result { try add(sink) } }
  }
}

/// What a listener sequence does where respected implementations differ.
package struct ListenerPolicies: Sendable, Hashable {
  /// What becomes of values that wait in the buffer when the consumer is cancelled.
  package var bufferOnCancel = BufferOnCancel.drops
  /// What a callback without value and without error means.
  package var emptyEvent = EmptyEvent.ignored
  /// What a callback with both a value and an error means.
  package var ambiguousEvent = AmbiguousEvent.fails

  /// The defaults: a cancelled consumer gets nothing more, empty events mean nothing, an error
  /// outweighs a value.
  package init() {}

  /// What becomes of buffered values on cancellation.
  package enum BufferOnCancel: Sendable, Hashable {
    /// They are dropped: the next answer is the end.
    case drops
    /// They are handed out before the end.
    case drains
  }

  /// What a callback without value and without error means.
  package enum EmptyEvent: Sendable, Hashable {
    /// Nothing.
    case ignored
    /// The end.
    case ends
  }

  /// What a callback with both a value and an error means.
  package enum AmbiguousEvent: Sendable, Hashable {
    /// The error; the value is dropped.
    case fails
    /// The value; the error is dropped.
    case yields
  }
}

extension FakeListener {
  /// The values of the source, as a stream: registers at the first `next()`, releases promptly,
  /// drops on cancel.
  ///
  /// - Parameters:
  ///   - options: Passed to add unchanged.
  ///   - policies: What to do where implementations differ.
  /// - Returns: The sequence; every iterator of it listens on its own.
  @_specialize(where Element == SentinelElement)
  package func values(
    options: ListenerOptions = .none, policies: ListenerPolicies = ListenerPolicies()
  ) -> ListenerSequence<Element, any Error> {
    ListenerSequence(policies) { sink in
      let handle = try self.addListener(
        options: options, throwing: (any Error).self,
        { element, error in sink.receive(element, error) },
        onFinish: { sink.finish() })
      return { handle.remove() }
    }
  }
}
