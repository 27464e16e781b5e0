import FakeRemoteConfig
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// Remote Config's.
  static let remoteConfig = [
    Subject("standard", of: RemoteConfigProduct.updates, traits: single) { config in
      config.updates
    },
    Subject("standard", of: RemoteConfigProduct.configUpdates, traits: single) { config in
      config.configUpdates
    },
  ]
}
