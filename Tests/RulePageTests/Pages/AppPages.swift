import FakeCore
import FakeRemoteConfig
import ShippedGate
import ShippedProducts
import SluiceConformance
import SluiceHarness
import SluiceProducts

/// The pages of streams that belong to an app.
enum AppPages {
  static let all = [appDeletionEnds]

  static let appDeletionEnds = RulePage(
    rule: .appDeletionEnds,
    wrong: side { config, _, continuation, listener in
      // wrong: teardown.app-deletion-ends
      let handle = config.addOnConfigUpdateListener { listener($0, $1) }
      continuation.onTermination = { _ in
        handle.remove()
      }
      // end
    },
    right: side { config, app, continuation, listener in
      // right: teardown.app-deletion-ends
      let registration = Registration()
      continuation.onTermination = { _ in registration.cancel() }
      let notice = app.onDeletion { continuation.finish() }
      let handle = config.addOnConfigUpdateListener { listener($0, $1) }
      // If the app is deleted inside the add, this removes at once.
      registration.keep {
        notice.remove()
        handle.remove()
      }
      // end
    })

  private typealias Updates = AsyncThrowingStream<RemoteConfigUpdate, any Error>

  private static func side(
    _ listen:
      @escaping @Sendable (
        RemoteConfig, FirebaseApp, Updates.Continuation,
        @escaping @Sendable (RemoteConfigUpdate?, (any Error)?) -> Void
      ) -> Void
  ) -> RulePage.Side {
    let subject = Subject(
      RulePage.name, of: RemoteConfigProduct.updates,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { config in
        UpdatesPerIteration {
          Updates { continuation in
            guard let app = config.membership.app else { return continuation.finish() }
            listen(config, app, continuation) { update, error in
              if let update {
                continuation.yield(update)
              } else {
                continuation.finish(throwing: error)
              }
            }
          }
        }
      })
    return RulePage.Side(subject, of: ShippedGate.harness.products)
  }

  /// A sequence that makes a stream for each iterator.
  private struct UpdatesPerIteration: AsyncSequence {
    let make: @Sendable () -> Updates

    func makeAsyncIterator() -> Updates.Iterator { make().makeAsyncIterator() }
  }
}
