package import SluiceSpies

/// The documents of a view, in the order of its query.
///
/// A sorted array with the contents beside it: a place is found by binary search, and a copy shares
/// its storage.
package struct DocumentSet: Sendable {
  private let shape: QueryShape
  private let orders: [SortOrder]
  private var contents: [DocumentKey: CachedDocument] = [:]

  /// The documents in order.
  package private(set) var documents: [CachedDocument] = []

  package init(shape: QueryShape) {
    self.shape = shape
    orders = shape.orders
  }

  package var count: Int { documents.count }

  package var isEmpty: Bool { documents.isEmpty }

  package subscript(key: DocumentKey) -> CachedDocument? { contents[key] }

  /// The index of a document; nil where it is not in the set.
  package func index(of key: DocumentKey) -> Int? {
    contents[key].map(place(of:))
  }

  /// Puts a document in its place, taking an older content of it out first.
  package mutating func insert(_ document: CachedDocument) {
    remove(document.key)
    documents.insert(document, at: place(of: document))
    contents[document.key] = document
  }

  package mutating func remove(_ key: DocumentKey) {
    guard let document = contents.removeValue(forKey: key) else { return }
    documents.remove(at: place(of: document))
  }

  /// The order of two documents in this set.
  package func order(of left: CachedDocument, _ right: CachedDocument) -> Ordering {
    shape.order(of: left, right, by: orders)
  }

  /// The index of the first document that does not come before this one.
  private func place(of document: CachedDocument) -> Int {
    var low = 0
    var high = documents.count
    while low < high {
      let middle = (low + high) / 2
      if order(of: documents[middle], document) == .ascending {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low
  }
}
