import FakeCore
import FakeRemoteConfig

/// Breaks `teardown.app-deletion-ends`: it looks whether its app is there with each update, and a
/// deleted app has none.
enum FaultyLooksForItsAppWhenTold {
  static let subject = FaultyAppSubject(
    "looks-for-its-app-when-told", breaks: "teardown.app-deletion-ends"
  ) { config, app, continuation in
    let note = HandleLatch()
    let notice = app?.onDeletion { note.isOver = true }
    let registration = config.addOnConfigUpdateListener { update, error in
      guard !note.isOver else { return continuation.finish() }
      if let update { continuation.yield(update) } else { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in
      notice?.remove()
      registration.remove()
    }
  }
}
