/// The bytes that the server's documents and the client's writes take on disk, near enough to know
/// when a cache is full.
///
/// The sizes are those that the documentation gives for what the server stores. The SDK takes the
/// sizes of the files of its database instead, which depend on compression. Source: the vendor's
/// page *Storage size calculations*.
extension CachedDocument {
  /// The bytes of the document with its name.
  package var storedSize: Int { key.storedSize + (fields?.storedSize ?? 0) + 32 }
}

extension MutationBatch {
  /// The bytes of the writes with the names of their documents.
  var storedSize: Int { mutations.reduce(0) { size, mutation in size + mutation.storedSize } }
}

extension Mutation {
  fileprivate var storedSize: Int {
    switch kind {
    case .set(let fields), .patch(let fields, mask: _): key.storedSize + fields.storedSize + 32
    case .delete: key.storedSize + 32
    }
  }
}

extension DocumentKey {
  fileprivate var storedSize: Int {
    path.segments.reduce(16) { size, segment in size + segment.storedSize }
  }
}

extension Name {
  fileprivate var storedSize: Int { text.utf8.count + 1 }
}

extension Fields {
  fileprivate var storedSize: Int {
    entries.reduce(0) { size, entry in size + entry.name.storedSize + entry.value.storedSize }
  }
}

extension DocumentValue {
  fileprivate var storedSize: Int {
    switch self {
    case .null, .boolean: 1
    case .integer, .double, .timestamp, .pendingTimestamp: 8
    case .geoPoint: 16
    case .string(let text): text.utf8.count + 1
    case .bytes(let bytes): bytes.count
    case .reference(let key): key.storedSize
    case .array(let elements): elements.reduce(0) { size, element in size + element.storedSize }
    case .map(let fields): fields.storedSize + 32
    }
  }
}
