import FakeCore
import FakeRemoteConfig

/// Breaks `teardown.app-deletion-ends`: it ends with its app, and takes its listener back only
/// where the consumer is cancelled.
enum FaultyStaysWithTheDeletedApp {
  static let subject = FaultyAppSubject(
    "stays-with-the-deleted-app", breaks: "teardown.app-deletion-ends"
  ) { config, app, continuation in
    let registration = config.addOnConfigUpdateListener { update, error in
      if let update { continuation.yield(update) } else { continuation.finish(throwing: error) }
    }
    let notice = app?.onDeletion { continuation.finish() }
    continuation.onTermination = { termination in
      notice?.remove()
      if case .cancelled = termination { registration.remove() }
    }
  }
}
