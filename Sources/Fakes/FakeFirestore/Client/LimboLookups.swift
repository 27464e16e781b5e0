/// The lookups of documents that are shown although the server does not count them to the results:
/// so many at a time, the others in line.
///
/// Source: `Firestore/core/src/core/sync_engine.cc`, `PumpEnqueuedLimboResolutions`.
package struct LimboLookups: Sendable {
  private let limit: Int
  private var waiting: [DocumentKey] = []
  /// The documents that the server would not speak of, as long as they are wanted.
  private var refused: Set<DocumentKey> = []

  /// The targets of the lookups under way.
  private(set) var targets: [DocumentKey: TargetID] = [:]

  init(atMost limit: Int = 100) {
    self.limit = limit
  }

  /// The document whose turn it is; nil where there is none, or no room.
  var next: DocumentKey? { targets.count < limit ? waiting.first : nil }

  /// Lines up the documents that came into limbo, and forgets those that left it.
  ///
  /// - Parameter wanted: The documents in limbo now.
  /// - Returns: The targets that are not needed any more.
  mutating func follow(_ wanted: [DocumentKey]) -> [TargetID] {
    let keys = Set(wanted)
    waiting.removeAll { !keys.contains($0) }
    refused.formIntersection(keys)
    for key in wanted where !isKnown(key) { waiting.append(key) }
    let left = targets.keys.filter { !keys.contains($0) }.sorted()
    return left.compactMap { targets.removeValue(forKey: $0) }
  }

  /// The lookup of a document begins.
  mutating func begin(_ key: DocumentKey, as target: TargetID) {
    waiting.removeAll { $0 == key }
    targets[key] = target
  }

  /// The lookup under a target was refused.
  ///
  /// - Returns: The document; nil where the target is that of no lookup.
  mutating func refuse(_ target: TargetID) -> DocumentKey? {
    guard let key = targets.first(where: { $0.value == target })?.key else { return nil }
    targets[key] = nil
    refused.insert(key)
    return key
  }

  private func isKnown(_ key: DocumentKey) -> Bool {
    targets[key] != nil || waiting.contains(key) || refused.contains(key)
  }
}
