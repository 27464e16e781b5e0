// MARK: - Writes

extension Server {
  /// Takes writes together, or none of them.
  ///
  /// - Parameters:
  ///   - mutations: The writes, in order.
  ///   - time: The server's time, for server timestamps.
  ///   - isTrusted: Whether the rules are passed over, as for an administrator.
  /// - Returns: What was decided for each write.
  /// - Throws: The error of a rule, `notFound` for an update of what does not exist,
  ///   `alreadyExists` for the opposite.
  package mutating func commit(
    _ mutations: [Mutation], at time: Timestamp, isTrusted: Bool = false
  ) throws(FirestoreErrorCode) -> CommitResult {
    var changed = documents
    var outcomes: [CommitResult.Outcome] = []
    for mutation in mutations {
      if !isTrusted, let denial = denials.first(where: { $0.refusesWriting(mutation.key) }) {
        throw denial.error
      }
      let before = changed[mutation.key] ?? CachedDocument(key: mutation.key, contents: .missing)
      try mutation.checkPrecondition(on: before)
      let (contents, transformed) = mutation.committed(on: before.fields, at: time)
      if contents != before.contents {
        changed[mutation.key] = CachedDocument(
          key: mutation.key, version: version + 1, contents: contents)
      }
      outcomes.append(
        CommitResult.Outcome(
          version: changed[mutation.key]?.version ?? 0, transformed: transformed))
    }
    documents = changed
    version += 1
    return CommitResult(outcomes: outcomes)
  }
}

extension Mutation {
  fileprivate func checkPrecondition(
    on document: CachedDocument
  ) throws(FirestoreErrorCode) {
    guard case .exists(let expected) = precondition, document.exists != expected else { return }
    throw expected
      ? FirestoreErrorCode(.notFound, message: "no document to update: \(key)")
      : FirestoreErrorCode(.alreadyExists, message: "the document already exists: \(key)")
  }

  /// The contents after the write and its transforms, which read the fields that the write left.
  fileprivate func committed(
    on before: Fields?, at time: Timestamp
  ) -> (CachedDocument.Contents, [DocumentValue]) {
    guard var fields = contents(over: before ?? Fields()) else { return (.missing, []) }
    var transformed: [DocumentValue] = []
    for transform in transforms {
      let value = transform.transform.serverResult(previous: fields[transform.field], at: time)
      fields[transform.field] = value
      transformed.append(value)
    }
    return (.found(fields), transformed)
  }
}
