import FakeCore
import FakeRemoteConfig
import ShippedProducts
package import SluiceConformance
import SluiceProducts

/// A stream over an app's instance that is wrong on purpose, with the rule that has to say so and a
/// shipped case in which it does.
///
/// It is one of Remote Config's: an `AsyncThrowingStream` for each iterator, which so drains its
/// buffer when cancelled.
package struct FaultyAppSubject: Sendable {
  typealias Updates = AsyncThrowingStream<RemoteConfigUpdate, any Error>

  /// The stream.
  package let subject: Subject
  /// The id of the rule that it breaks.
  package let rule: String
  /// The id of a shipped case in which it breaks that rule before any other.
  package let caseID: String

  /// A faulty stream of updates.
  ///
  /// - Parameters:
  ///   - name: What it does wrong; the subject is called `faulty-` and that.
  ///   - rule: The id of the rule that it breaks.
  ///   - listen: Wires the instance, and its app, to the stream's continuation.
  init(
    _ name: String, breaks rule: String,
    listen:
      @escaping @Sendable (RemoteConfig, FirebaseApp?, Updates.Continuation) -> Void
  ) {
    self.rule = rule
    caseID =
      "app/cancellation/deletion/a stream ends with its app while its consumer waits"
      + "/remoteconfig-updates/same"
    subject = Subject(
      "faulty-\(name)", of: RemoteConfigProduct.updates,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { config in
        UpdatesPerIteration {
          Updates { continuation in listen(config, config.membership.app, continuation) }
        }
      })
  }
}

extension FaultyAppSubject: CustomStringConvertible {
  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}

/// A sequence that makes a stream for each iterator.
private struct UpdatesPerIteration: AsyncSequence {
  let make: @Sendable () -> FaultyAppSubject.Updates

  func makeAsyncIterator() -> FaultyAppSubject.Updates.Iterator { make().makeAsyncIterator() }
}

/// The streams that are wrong on purpose about the app that they belong to.
package enum FaultyAppStreams {
  /// Every one of them; each stands in a file of its own.
  package static let all: [FaultyAppSubject] = [
    FaultyOutlivesItsApp.subject,
    FaultyStaysWithTheDeletedApp.subject,
    FaultyLooksForItsAppWhenTold.subject,
  ]
}
