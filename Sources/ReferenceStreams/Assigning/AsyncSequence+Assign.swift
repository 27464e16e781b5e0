extension AsyncSequence where Self: Sendable, Element: Sendable, Failure == Never {
  /// Assigns each element to a property of an object, which nobody keeps alive for that.
  ///
  /// The task ends with the sequence, when it is cancelled, and at the first element that comes
  /// when the object is gone. From the guide to observers' asynchronous streams.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - object: Whose property it is; held weakly.
  /// - Returns: The task that assigns, for its cancel.
  @discardableResult
  public func assign<Root: AnyObject & Sendable>(
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
  public func assign<Root: AnyObject & Sendable>(
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
