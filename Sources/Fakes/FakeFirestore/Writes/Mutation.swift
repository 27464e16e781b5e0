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

// MARK: - From a caller's input

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

// MARK: - Application

extension Mutation {
  /// The document as a client shows it before the server has answered.
  ///
  /// A precondition that does not hold leaves the document as it is: the server will reject the
  /// write. Transforms read the fields from before the write, also for a replacing set, as the SDK
  /// does (source: `Firestore/core/src/model/mutation.cc`).
  package func appliedLocally(to document: CachedDocument, at time: Timestamp) -> CachedDocument {
    guard holds(for: document) else { return document }
    var result = document
    result.origin = .localWrite
    guard var fields = contents(over: document.fields ?? Fields()) else {
      result.contents = .missing
      result.version = 0
      return result
    }
    for transform in transforms {
      let previous = document.fields?[transform.field]
      fields[transform.field] = transform.transform.localResult(previous: previous, at: time)
    }
    result.contents = .found(fields)
    result.version = document.exists ? document.version : 0
    return result
  }

  /// The document in the server cache once the server has taken the write.
  ///
  /// - Parameters:
  ///   - document: The document as the server cache has it.
  ///   - results: What the server decided for each transform, in their order.
  ///   - version: The commit.
  /// - Returns: The document with the write, waiting for the server's own snapshot.
  package func acknowledged(
    on document: CachedDocument, results: [DocumentValue], version: Version
  ) -> CachedDocument {
    var result = document
    result.version = version
    result.origin = .acknowledgedWrite
    if case .patch = kind, !holds(for: document) {
      result.contents = .unknown
      return result
    }
    guard var fields = contents(over: document.fields ?? Fields()) else {
      result.contents = .missing
      return result
    }
    for (transform, value) in zip(transforms, results) {
      fields[transform.field] = value
    }
    result.contents = .found(fields)
    return result
  }

  private func holds(for document: CachedDocument) -> Bool {
    switch precondition {
    case .none: true
    case .exists(let expected): document.exists == expected
    }
  }
}
