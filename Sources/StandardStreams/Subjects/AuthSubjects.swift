import FakeAuth
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// Authentication's.
  static let auth = [
    Subject(
      "standard", of: AuthProduct.stateChanges, traits: single, project: AuthProduct.shown
    ) { auth in auth.authStateChanges },
    Subject(
      "standard", of: AuthProduct.idTokenChanges, traits: single, project: AuthProduct.shown
    ) { auth in auth.idTokenChanges },
  ]
}
