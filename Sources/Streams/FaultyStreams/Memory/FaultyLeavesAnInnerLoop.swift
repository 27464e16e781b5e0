import FakeListener

/// Breaks `memory.tasks-ended`: a task of its own waits for signals that nobody ends.
enum FaultyLeavesAnInnerLoop {
  static let subject = FaultySubject.streaming(
    "leaves-an-inner-loop", breaks: "memory.tasks-ended", in: "cancel-while-waiting"
  ) { source, options, continuation in
    let (signals, signal) = AsyncStream<SentinelElement>.makeStream()
    let handle = source.addListener(
      options: options,
      { element, error in
        if let element { signal.yield(element) }
        if let error { continuation.finish(throwing: error) }
      },
      onFinish: { continuation.finish() })
    Task {
      for await element in signals { continuation.yield(element) }
    }
    continuation.onTermination = { _ in handle.remove() }
  }
}
