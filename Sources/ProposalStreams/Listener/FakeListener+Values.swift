public import FakeListener

extension FakeListener {
  /// The values of the source, written the plain way: the stream's closure adds, its termination
  /// handler removes.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The stream, for one consumer.
  public func values(
    options: ListenerOptions = .none
  ) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream { continuation in
      do {
        let handle = try self.addListener(
          options: options,
          { element, error in
            if let error {
              continuation.finish(throwing: error)
            } else if let element {
              continuation.yield(element)
            }
          },
          onFinish: { continuation.finish() })
        continuation.onTermination = { _ in handle.remove() }
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
}
