import FakeRemoteConfig

/// Breaks `teardown.app-deletion-ends`: it knows nothing of apps, and its consumer waits on for an
/// instance that is gone.
enum FaultyOutlivesItsApp {
  static let subject = FaultyAppSubject(
    "outlives-its-app", breaks: "teardown.app-deletion-ends"
  ) { config, _, continuation in
    let registration = config.addOnConfigUpdateListener { update, error in
      if let update { continuation.yield(update) } else { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in registration.remove() }
  }
}
