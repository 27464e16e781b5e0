import SluiceConformance
import SluiceProducts

/// Breaks `registration.declared-adds`: each reader that finds no listener starts a task that adds
/// one after it has suspended, and none of the tasks looks again.
enum FaultyStartsItsHubTwice: HubSteps {
  static let subject = DeclaringSubject(
    "shares-and-starts-a-task-for-each", "registration.declared-adds", SharingStreams.beginning,
    ControlSharing.streaming.with { traits in traits.removal = .settled }
  ) { source, options in
    HubSequence<Self>(source: source, options: options)
  }

  static var forgetsThatItStarts: Bool { true }

  static func perform(_ add: @escaping @Sendable () -> Void) {
    Task {
      await Task.yield()
      add()
    }
  }
}
