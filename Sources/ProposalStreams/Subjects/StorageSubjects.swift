import FakeStorage
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ProposalSubjects {
  /// Storage's, in the proposal's exact type.
  static let storage = [
    Subject(
      "proposal", of: StorageProduct.progressUpdates,
      traits: { traits in
        traits.registration = .access
        traits.bufferOnCancel = .drains
        traits.iterators = .single
        traits.releasesWhileHeld = false
        traits.repeatsError = true
      }, open: { task in task.progressUpdates })
  ]
}
