import FakeStorage
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// Storage's.
  static let storage = [
    Subject("standard", of: StorageProduct.progressUpdates, traits: single) { task in
      task.progressUpdates
    }
  ]
}
