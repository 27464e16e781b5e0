import SluiceSpies

/// Documents by their keys, which are changed in place.
///
/// One that is changed while somebody else holds it is copied first, at a step for each document:
/// so a test sees whether a write that concerns one document costs as much as all of them.
struct DocumentTable: Sendable {
  /// Held once for each copy of the table, as what the table itself keeps its documents in is.
  private final class Holder: Sendable {}

  private var byKey: [DocumentKey: CachedDocument] = [:]
  private var holder = Holder()

  /// All documents, in no order.
  var values: some Sequence<CachedDocument> { byKey.values }

  subscript(key: DocumentKey) -> CachedDocument? {
    get { byKey[key] }
    set {
      if !isKnownUniquelyReferenced(&holder) {
        WorkCounter.looked(byKey.count)
        holder = Holder()
      }
      WorkCounter.looked()
      byKey[key] = newValue
    }
  }
}
