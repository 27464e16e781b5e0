import FakeAuth
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// Authentication's.
  static let auth = [
    Subject("reference", of: AuthProduct.stateChanges, project: AuthProduct.shown) { auth in
      auth.authStateChanges
    },
    Subject("reference", of: AuthProduct.idTokenChanges, project: AuthProduct.shown) { auth in
      auth.idTokenChanges
    },
  ]
}
