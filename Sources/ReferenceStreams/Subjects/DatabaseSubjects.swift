import FakeDatabase
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension ReferenceSubjects {
  /// The Realtime Database's.
  static let database = [
    Subject("reference", of: DatabaseProduct.value) { query in query.value },
    Subject("reference", of: DatabaseProduct.events) { query in query.events() },
  ]
}
