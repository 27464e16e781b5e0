public import FakeListener

extension FakeListener {
  /// The values of the source in the vendor's shape: each iterator makes a plain stream of its own.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The sequence; every iterator of it listens on its own.
  public func vendorValues(
    options: ListenerOptions = .none
  ) -> StreamPerIterator<AsyncThrowingStream<Element, any Error>> {
    StreamPerIterator { self.values(options: options) }
  }
}
