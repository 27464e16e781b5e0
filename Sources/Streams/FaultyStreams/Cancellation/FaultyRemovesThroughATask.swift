import FakeListener

/// Breaks `teardown.removal-declared`: it removes in a task of its own, so the call that cancels
/// comes back first.
///
/// It declares that removes are synchronous; declared as settled it would be within its rights.
enum FaultyRemovesThroughATask {
  static let subject = FaultySubject.streaming(
    "removes-through-a-task", breaks: "teardown.removal-declared", in: "cancel-while-waiting"
  ) { source, options, continuation in
    let handle = source.addListener(options: options) { element, error in
      continuation.pass(element, error)
    }
    continuation.onTermination = { _ in
      Task { handle.remove() }
    }
  }
}
