/// How one listener is removed; called exactly once.
public typealias ListenerRemoval = @Sendable () -> Void

extension ListenerSequence {
  /// One listener of an iteration, which knows how it is added and removed.
  ///
  /// Its outcome is a result and not a typed throw: Swift 6.3.1 builds a wrong thunk where a
  /// closure that throws an existential error is converted to one that throws a generic error, and
  /// the error is then not an object.
  public struct Listener: Sendable {
    let add: @Sendable (ListenerSink<Element, Failure>) -> Result<ListenerRemoval, Failure>

    /// A listener that says by a result whether it could be added.
    ///
    /// - Parameter add: Adds the listener and returns how it is removed, or why it could not be
    ///   added.
    public init(
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
  public init(
    adding add:
      @escaping @Sendable (
        ListenerSink<Element, any Error>
      ) throws -> ListenerRemoval
  ) {
    self.init { sink in Result { try add(sink) } }
  }
}
