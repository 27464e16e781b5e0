import FakeListener

/// Breaks `completion.finish-ends`: it listens for values and errors, and not for the end.
enum FaultyForgetsToFinish {
  static let subject = FaultySubject.streaming(
    "forgets-to-finish", breaks: "completion.finish-ends", in: "end-while-waiting"
  ) { source, options, continuation in
    let handle = source.addListener(options: options) { element, error in
      continuation.pass(element, error)
    }
    continuation.onTermination = { _ in handle.remove() }
  }
}
