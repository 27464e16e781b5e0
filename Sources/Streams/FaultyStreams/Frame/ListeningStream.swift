import FakeListener

extension StreamPerIteration {
  typealias Event = ListenerEvent<SentinelElement>

  /// A stream over a listener that is right in every way, but for what a faulty stream does when it
  /// is told of an event or removes its listener.
  ///
  /// - Parameters:
  ///   - source: The source.
  ///   - options: Passed to add.
  ///   - policy: What the stream has room for.
  ///   - tell: Is called with each event and what hands it on.
  ///   - remove: Removes by a handle; called once.
  /// - Returns: The stream, whose listener is added.
  static func listening(
    to source: FakeListener<SentinelElement>, _ options: ListenerOptions,
    policy: Stream.Continuation.BufferingPolicy = .unbounded,
    tell: @escaping @Sendable (Event, (Event) -> Void) -> Void = { event, pass in pass(event) },
    remove: @escaping @Sendable (ListenerHandle) -> Void = { handle in handle.remove() }
  ) -> Stream {
    Stream(bufferingPolicy: policy) { continuation in
      let latch = HandleLatch()
      let release: @Sendable () -> Void = {
        latch.isOver = true
        if let handle = latch.takeHandle() { remove(handle) }
      }
      let pass: @Sendable (Event) -> Void = { event in
        guard !latch.isOver else { return }
        switch event {
        case .value(let element): continuation.yield(element)
        case .failure(let error), .both(_, let error):
          release()
          continuation.finish(throwing: error)
        case .finish:
          release()
          continuation.finish()
        case .nothing: return
        }
      }
      continuation.onTermination = { _ in release() }
      do {
        latch.handle = try source.subscribe(options: options) { event in tell(event, pass) }
      } catch {
        continuation.finish(throwing: error)
      }
      // What ended it inside add found no handle.
      if latch.isOver, let handle = latch.takeHandle() { remove(handle) }
    }
  }
}
