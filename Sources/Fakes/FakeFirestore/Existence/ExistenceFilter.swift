import SluiceSpies

/// How many documents the server counts to the results of a target, with a hint which they are.
///
/// The server says it in place of the documents that left the results while it did not follow them.
/// Source: `HandleExistenceFilter` in `Firestore/core/src/remote/remote_event.cc`.
package struct ExistenceFilter: Equatable, Sendable {
  /// What a client makes of a filter.
  package enum Verdict: Equatable, Sendable {
    /// It counts as many.
    case matches
    /// These documents are not amongst the results any more: what they are now must be looked up.
    case gone(Set<DocumentKey>)
    /// The results must be asked for again from the beginning.
    case mismatched
  }

  /// The number of the results.
  package let count: Int
  private let hint: BloomFilter?

  /// A filter as a server sends it.
  ///
  /// - Parameters:
  ///   - count: The number of the results.
  ///   - hint: The full names of the results; nil or empty for none.
  package init(count: Int, hint: BloomFilter?) {
    self.count = count
    self.hint = hint
  }

  /// The filter of some results in a database.
  init(of keys: Set<DocumentKey>, in database: DatabaseName) {
    count = keys.count
    hint = BloomFilter(of: keys.map(database.name(of:)))
  }

  /// What a client makes of the filter.
  ///
  /// - Parameters:
  ///   - known: The documents that it counts to the results of the target.
  ///   - change: What the server has said of the target since then.
  ///   - database: The database of the documents.
  /// - Returns: What to do.
  package func verdict(
    known: Set<DocumentKey>, change: TargetChange, in database: DatabaseName
  ) -> Verdict {
    let added = change.added.count { key in !known.contains(key) }
    let removed = change.removed.count { key in known.contains(key) }
    let current = known.count + added - removed
    guard current != count else { return .matches }
    guard let hint, hint.bitCount > 0 else { return .mismatched }
    WorkCounter.looked(known.count)
    let gone = known.filter { key in !hint.mightContain(database.name(of: key)) }
    return current - gone.count == count ? .gone(gone) : .mismatched
  }
}

/// A database as the server names it, which the full names of its documents begin with.
package struct DatabaseName: Equatable, Sendable {
  /// The database of an emulator.
  package static let emulated = DatabaseName(project: "emulated")

  private let prefix: String

  /// The default database of a project.
  package init(project: String) {
    prefix = "projects/\(project)/databases/(default)/documents/"
  }

  /// The full name of a document.
  func name(of key: DocumentKey) -> String { prefix + key.description }
}
