extension AsyncSequence {
  /// Assigns each element to a property of an object, in the caller's task and on its actor.
  ///
  /// It returns when the sequence has ended, or the task was cancelled: a parent that awaits
  /// several with `async let` so cancels all of them. The caller holds the object meanwhile, as it
  /// does for every call; nobody does afterwards. An object of the main actor is assigned to by
  /// whoever is on it. From the guide to observers' asynchronous streams.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: Whose property it is.
  ///   - actor: Where the elements are assigned.
  /// - Throws: The sequence's error.
  package func assign<Root: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Root, Element>, on object: Root,
    isolation actor: isolated (any Actor)? = #isolation
  ) async throws(Failure) {
    var iterator = makeAsyncIterator()
    while let element = try await iterator.next(isolation: actor) {
      object[keyPath: keyPath] = element
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Assigns each element to a property of an object, which nobody keeps alive for that.
  ///
  /// The task ends with the sequence, when it is cancelled, and at the first element that comes
  /// when the object is gone. For callers that can't wait, or have no task to wait in.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: Whose property it is; held weakly.
  /// - Returns: The task that assigns, for its cancel.
  @discardableResult
  package func assign<Root: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Root, Element> & Sendable, on object: Root
  ) -> Task<Void, Never> {
    Task { [weak object] in
      for await element in self {
        guard let object else { return }
        object[keyPath: keyPath] = element
      }
    }
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Assigns each element to a property of an object, which nobody keeps alive for that.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: Whose property it is; held weakly.
  /// - Returns: The task that assigns, for its cancel; it fails with the sequence's error.
  @_disfavoredOverload
  @discardableResult
  package func assign<Root: AnyObject & Sendable>(
    to keyPath: any ReferenceWritableKeyPath<Root, Element> & Sendable, on object: Root
  ) -> Task<Void, any Error> {
    Task { [weak object] in
      for try await element in self {
        guard let object else { return }
        object[keyPath: keyPath] = element
      }
    }
  }
}
