public import FakeListener
import ReferenceStreams

extension FakeListener {
  /// The values of the source in the proposal's type: registers at the first `next()`, releases
  /// promptly, drops on cancel.
  ///
  /// - Parameter options: Passed to add unchanged.
  /// - Returns: The stream, for one consumer.
  public func values(
    options: ListenerOptions = .none
  ) -> AsyncThrowingStream<Element, any Error> {
    let sequence = ListenerSequence<Element, any Error> { sink in
      let handle = try self.addListener(
        options: options,
        { element, error in sink.receive(element, error) },
        onFinish: { sink.finish() })
      return { handle.remove() }
    }
    return AsyncThrowingStream(sequence)
  }
}
