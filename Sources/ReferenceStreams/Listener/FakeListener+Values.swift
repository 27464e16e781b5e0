public import FakeListener

extension FakeListener {
  /// The values of the source, as a stream: registers at the first `next()`, releases promptly,
  /// drops on cancel.
  ///
  /// - Parameters:
  ///   - options: Passed to add unchanged.
  ///   - policies: What to do where implementations differ.
  /// - Returns: The sequence; every iterator of it listens on its own.
  @specialized(where Element == SentinelElement)
  public func values(
    options: ListenerOptions = .none, policies: ListenerPolicies = ListenerPolicies()
  ) -> ListenerSequence<Element, any Error> {
    ListenerSequence(policies) { sink in
      let handle = try self.addListener(
        options: options,
        { element, error in sink.receive(element, error) },
        onFinish: { sink.finish() })
      return { handle.remove() }
    }
  }
}
