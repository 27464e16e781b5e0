import Contents
import FakeFirestore
import ShippedProducts
import SluiceHarness

@main struct Gate: ConformanceGate {
  static let products = [FirestoreProduct.product]
  static let subjects = [
    Subject(
      "contents", of: FirestoreProduct.document,
      traits: { traits in
        traits.registration = .iterator
        traits.bufferOnCancel = .drains
        traits.repeatsError = true
      },
      open: { target in
        target.place.contents(includeMetadataChanges: target.includesMetadataChanges ?? false)
      })
  ]
}
