import FakeRemoteConfig
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// Remote Config's.
  static let remoteConfig = [
    Subject("reference", of: RemoteConfigProduct.updates) { config in config.updates },
    Subject("reference", of: RemoteConfigProduct.configUpdates) { config in config.configUpdates },
  ]
}
