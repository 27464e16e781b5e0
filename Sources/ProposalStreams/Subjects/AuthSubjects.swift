import FakeAuth
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// Authentication's: the proposal's as one stream, the other in the shape that was shipped, where
  /// each iterator makes a stream.
  static let auth = [
    Subject(
      "proposal", of: AuthProduct.stateChanges,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
      }, project: AuthProduct.shown
    ) { auth in auth.authStateChanges },
    Subject(
      "proposal", of: AuthProduct.idTokenChanges,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
      }, project: AuthProduct.shown
    ) { auth in auth.idTokenChanges },
  ]
}
