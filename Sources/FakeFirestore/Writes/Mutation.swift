/// One write to one document: what it writes, what must hold before it, and what it transforms
/// after it.
package struct Mutation: Equatable, Sendable {
  /// What a write does to the contents.
  package enum Kind: Equatable, Sendable {
    /// Replaces the whole document.
    case set(Fields)
    /// Writes the fields of the mask; those of the mask that the data does not have are taken out.
    case patch(Fields, mask: [FieldPath])
    /// Deletes the document.
    case delete
  }

  /// What must hold at the server for the write to be taken.
  package enum Precondition: Equatable, Sendable {
    case none
    case exists(Bool)
  }

  package let key: DocumentKey
  package let kind: Kind
  package let precondition: Precondition
  package let transforms: [FieldTransform]

  package init(
    key: DocumentKey, kind: Kind, precondition: Precondition = .none,
    transforms: [FieldTransform] = []
  ) {
    self.key = key
    self.kind = kind
    self.precondition = precondition
    self.transforms = transforms
  }

  /// The deletion of a document; deleting what does not exist succeeds.
  package static func delete(_ key: DocumentKey) -> Mutation {
    Mutation(key: key, kind: .delete)
  }

  /// The contents after this write's own fields, before its transforms; nil after a deletion.
  package func contents(over existing: Fields) -> Fields? {
    switch kind {
    case .set(let fields): return fields
    case .delete: return nil
    case .patch(let data, let mask):
      var result = existing
      for field in mask {
        result[field] = data[field]
      }
      return result
    }
  }
}

extension Mutation {
  /// The patch that puts back the numbers an increment started from; nil where nothing depends on
  /// them.
  package func base(over document: CachedDocument) -> Mutation? {
    var base = Fields()
    var mask: [FieldPath] = []
    for transform in transforms {
      let previous = document.fields?[transform.field]
      guard let value = transform.transform.baseValue(previous: previous) else { continue }
      base[transform.field] = value
      mask.append(transform.field)
    }
    guard !mask.isEmpty else { return nil }
    return Mutation(key: key, kind: .patch(base, mask: mask), precondition: .exists(true))
  }
}
