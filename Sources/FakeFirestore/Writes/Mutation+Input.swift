extension Mutation {
  /// What a set does with the fields that it does not name.
  package enum Merge: Equatable, Sendable {
    /// They go: the document is replaced.
    case replace
    /// They stay.
    case all
    /// They stay, and of the named ones only these are written.
    case fields([FieldPath])
  }

  /// A set of a whole document, or a merge into it.
  ///
  /// - Parameters:
  ///   - key: The document.
  ///   - data: Its fields, with special values among them.
  ///   - merge: What happens to the other fields.
  /// - Returns: The write.
  /// - Throws: `FirestoreUsageError` when the data can't be written so.
  package static func set(
    _ key: DocumentKey, _ data: [(String, InputValue)], merge: Merge = .replace
  ) throws(FirestoreUsageError) -> Mutation {
    var parser = InputParser(deletions: merge == .replace ? .forbidden : .anywhere)
    let fields = try parser.fields(of: data, at: [])
    switch merge {
    case .replace:
      return Mutation(key: key, kind: .set(fields), transforms: parser.transforms)
    case .all:
      return Mutation(
        key: key, kind: .patch(fields, mask: parser.mask), transforms: parser.transforms)
    case .fields(let mask):
      let written = parser.mask + parser.transforms.map(\.field)
      for field in mask where !written.contains(where: field.isPrefix(of:)) {
        throw .maskedFieldMissing("\(field)")
      }
      let transforms = parser.transforms.filter { transform in
        mask.contains { $0.isPrefix(of: transform.field) }
      }
      let plain = mask.filter { field in !transforms.contains { $0.field == field } }
      return Mutation(key: key, kind: .patch(fields, mask: plain), transforms: transforms)
    }
  }

  /// An update of a document that must exist, at these paths and no others.
  ///
  /// - Parameters:
  ///   - key: The document.
  ///   - data: The new values, each with its path.
  /// - Returns: The write.
  /// - Throws: `FirestoreUsageError` when the data can't be written so.
  package static func update(
    _ key: DocumentKey, _ data: [(FieldPath, InputValue)]
  ) throws(FirestoreUsageError) -> Mutation {
    var fields = Fields()
    var mask: [FieldPath] = []
    var transforms: [FieldTransform] = []
    for (path, input) in data {
      var parser = InputParser(deletions: .topLevel)
      let value = try parser.value(of: input, at: path.segments, isTopLevel: true)
      transforms += parser.transforms
      if value != nil || !parser.mask.isEmpty { mask.append(path) }
      if let value { fields[path] = value }
    }
    return Mutation(
      key: key, kind: .patch(fields, mask: mask), precondition: .exists(true),
      transforms: transforms)
  }
}
