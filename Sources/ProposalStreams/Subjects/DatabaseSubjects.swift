import FakeDatabase
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// The Realtime Database's, in the proposal's exact types.
  static let database = [
    Subject("proposal", of: DatabaseProduct.value, traits: plain) { query in query.value },
    Subject("proposal", of: DatabaseProduct.events, traits: plain) { query in query.events() },
  ]

  private static func plain(_ traits: inout Traits) {
    traits.registration = .access
    traits.bufferOnCancel = .drains
    traits.iterators = .single
    traits.releasesWhileHeld = false
    traits.repeatsError = true
  }
}
