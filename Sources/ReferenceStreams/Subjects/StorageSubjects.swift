import FakeStorage
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// Storage's.
  static let storage = [
    Subject("reference", of: StorageProduct.progressUpdates) { task in task.progressUpdates }
  ]
}
