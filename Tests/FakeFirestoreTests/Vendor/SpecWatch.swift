import FakeFirestore
import SluiceSpies

/// What the server's words on the stream of snapshots add up to, until it says that they are whole.
///
/// Source: `Firestore/core/src/remote/watch_change.cc`, `watch_change_aggregator`.
struct SpecWatch {
  private struct Target {
    /// Requests that the server has not answered; what it says until then is of an earlier listen.
    var unanswered = 0
    var isCurrent = false
    var hasToken = false
    var hasNews = true
    /// Whether documents came into the results, or left them.
    var changes: [DocumentKey: Bool] = [:]
  }

  /// The database of which the suite's Bloom filters hold names.
  private static let database = DatabaseName(project: "test-project")

  private var targets: [TargetID: Target] = [:]
  private var documents: [DocumentKey: CachedDocument] = [:]
  private var mismatched: Set<TargetID> = []

  /// What is listened to, as far as the server was asked.
  private(set) var shapes: [TargetID: QueryShape] = [:]
  /// The documents that the client counts to the results of a target.
  private var known: [TargetID: Set<DocumentKey>] = [:]

  mutating func ask(for target: TargetID, _ shape: QueryShape) {
    shapes[target] = shape
    targets[target, default: Target()].unanswered += 1
  }

  mutating func leave(_ target: TargetID) {
    shapes[target] = nil
    targets[target, default: Target()].unanswered += 1
  }

  /// The server ended a listen with an error.
  mutating func drop(_ target: TargetID) {
    shapes[target] = nil
    targets[target] = nil
  }

  /// Takes in what the client counts to the results.
  mutating func know(_ keys: Set<DocumentKey>, of target: TargetID) {
    known[target] = keys
  }

  private func isActive(_ target: TargetID) -> Bool {
    shapes[target] != nil && (targets[target]?.unanswered ?? 0) == 0
  }
}

// MARK: - What the server says

extension SpecWatch {
  /// The server takes a listen.
  mutating func acknowledge(_ target: TargetID) {
    targets[target, default: Target()].unanswered -= 1
    guard targets[target]?.unanswered == 0 else { return }
    targets[target]?.hasNews = false
    targets[target]?.changes = [:]
  }

  /// The server takes the end of a listen.
  mutating func remove(_ target: TargetID) {
    targets[target, default: Target()].unanswered -= 1
    if targets[target]?.unanswered == 0 { targets[target] = nil }
  }

  mutating func markCurrent(_ target: TargetID, hasToken: Bool) {
    guard isActive(target) else { return }
    targets[target, default: Target()].isCurrent = true
    targets[target]?.hasNews = true
    noteToken(hasToken, of: target)
  }

  mutating func noteToken(_ hasToken: Bool, of target: TargetID) {
    guard hasToken, isActive(target) else { return }
    targets[target, default: Target()].hasToken = true
    targets[target]?.hasNews = true
  }

  /// The server begins a target anew: whatever it does not name again is gone from the results.
  mutating func reset(_ target: TargetID) {
    guard isActive(target) else { return }
    targets[target] = Target()
    for key in known[target] ?? [] { remove(key, from: target, nil) }
  }

  mutating func put(_ document: CachedDocument, into target: TargetID) {
    guard isActive(target) else { return }
    guard document.exists else { return remove(document.key, from: target, document) }
    change(target, document.key, isAdded: true)
    documents[document.key] = document
  }

  mutating func remove(_ key: DocumentKey, from target: TargetID, _ document: CachedDocument?) {
    guard isActive(target) else { return }
    change(target, key, isAdded: known[target]?.contains(key) == true ? false : nil)
    if let document { documents[key] = document }
  }

  /// The server says how many documents it counts, and perhaps which.
  mutating func count(_ filter: ExistenceFilter, of target: TargetID) {
    guard isActive(target), let shape = shapes[target] else { return }
    if let key = shape.document {
      if filter.count == 0 {
        remove(key, from: target, CachedDocument(key: key, contents: .missing))
      }
      return
    }
    let changes = targets[target]?.changes ?? [:]
    let change = TargetChange(
      added: Set(changes.filter(\.value).keys), removed: Set(changes.filter { !$0.value }.keys))
    switch filter.verdict(known: known[target] ?? [], change: change, in: Self.database) {
    case .matches: break
    case .gone(let keys): for key in keys { remove(key, from: target, nil) }
    case .mismatched:
      reset(target)
      mismatched.insert(target)
    }
  }

  private mutating func change(_ target: TargetID, _ key: DocumentKey, isAdded: Bool?) {
    targets[target, default: Target()].changes[key] = isAdded
    targets[target]?.hasNews = true
  }

  /// The documents that belong to a target, with what was said since the last snapshot.
  private func results(of target: TargetID) -> Set<DocumentKey> {
    var keys = known[target] ?? []
    for (key, isAdded) in targets[target]?.changes ?? [:] {
      if isAdded { keys.insert(key) } else { keys.remove(key) }
    }
    return keys
  }
}

// MARK: - A whole snapshot

extension SpecWatch {
  /// Everything said since the last snapshot.
  mutating func snapshot(_ version: Version) -> WatchSnapshot {
    var result = WatchSnapshot(version: version, mismatched: mismatched)
    for target in shapes.keys.sorted() where isActive(target) {
      noteAbsence(of: target, version)
      guard let state = targets[target], state.hasNews else { continue }
      result.targets[target] = TargetChange(
        added: Set(state.changes.filter(\.value).keys),
        removed: Set(state.changes.filter { !$0.value }.keys), isCurrent: state.isCurrent,
        hasResumePoint: state.hasToken)
      targets[target]?.hasNews = false
      targets[target]?.changes = [:]
    }
    result.documents = documents.values.sorted { $0.key < $1.key }
    documents = [:]
    mismatched = []
    return result
  }

  /// Of a document that is listened to and not named when all is told, there is none.
  private mutating func noteAbsence(of target: TargetID, _ version: Version) {
    guard targets[target]?.isCurrent == true, let key = shapes[target]?.document,
      documents[key] == nil, !results(of: target).contains(key)
    else { return }
    remove(
      key, from: target, CachedDocument(key: key, version: version, contents: .missing))
  }
}
