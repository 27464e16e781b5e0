import FakeDatabase
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

extension StandardSubjects {
  /// The Realtime Database's.
  static let database = [
    Subject("standard", of: DatabaseProduct.value, traits: single) { query in query.value },
    Subject("standard", of: DatabaseProduct.events, traits: single) { query in query.events() },
  ]
}
