public import FakeDatabase

extension DatabaseQuery {
  /// The data of the query, written the plain way; for one consumer.
  public var value: AsyncThrowingStream<DataSnapshot, any Error> {
    AsyncThrowingStream { continuation in
      let handle = self.observe(
        .value, with: { snapshot in continuation.yield(snapshot) },
        withCancel: { error in continuation.finish(throwing: error) })
      continuation.onTermination = { _ in self.removeObserver(withHandle: handle) }
    }
  }
}
