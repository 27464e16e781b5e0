import SluiceSpies

/// Who listens where, so that a write asks those alone whom it may concern.
///
/// A query finds documents of one collection, of all collections of one name, or the one document
/// that it names; so those whom a document concerns are found by its path, however many others
/// listen elsewhere.
struct Watchers<Member: Hashable & Sendable>: Sendable {
  private var byPath: [ResourcePath: [Member]] = [:]
  private var byGroup: [Name: [Member]] = [:]

  /// Adds who listens with a query.
  mutating func add(_ member: Member, to shape: QueryShape) {
    if let group = shape.group {
      byGroup[group, default: []].append(member)
    } else {
      byPath[shape.path, default: []].append(member)
    }
  }

  /// Takes out who listened with a query.
  mutating func remove(_ member: Member, from shape: QueryShape) {
    if let group = shape.group {
      byGroup[group]?.removeAll { other in other == member }
      if byGroup[group]?.isEmpty == true { byGroup[group] = nil }
    } else {
      byPath[shape.path]?.removeAll { other in other == member }
      if byPath[shape.path]?.isEmpty == true { byPath[shape.path] = nil }
    }
  }

  /// Those whom documents may concern, each once.
  func concerned(by keys: some Sequence<DocumentKey>) -> Set<Member> {
    var members: Set<Member> = []
    for key in keys {
      members.formUnion(byPath[key.path] ?? [])
      members.formUnion(byPath[key.collection] ?? [])
      if !byGroup.isEmpty { members.formUnion(byGroup[key.collection.id] ?? []) }
    }
    return members
  }
}
