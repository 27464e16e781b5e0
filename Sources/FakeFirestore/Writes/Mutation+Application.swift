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
