import FakeRemoteConfig
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// Remote Config's: the proposal's as one stream, the other in the shape that was shipped, where
  /// each iterator makes a stream.
  static let remoteConfig = [
    Subject(
      "proposal", of: RemoteConfigProduct.updates,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      }, open: { config in config.updates }),
    Subject(
      "proposal", of: RemoteConfigProduct.configUpdates,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      }, open: { config in config.configUpdates }),
  ]
}
