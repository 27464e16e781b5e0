import FakeFirestore
import SluiceSpies

/// What a listener is told, as far as it is compared.
struct SpecEvent: Equatable, CustomStringConvertible {
  let query: QueryShape
  let error: Int
  let isFromCache: Bool
  let hasPendingWrites: Bool
  /// The changes with their kinds, those of one kind in the order of their keys.
  let changes: [String]

  /// What the engine tells.
  init(_ snapshot: ViewSnapshot) {
    query = snapshot.shape
    error = 0
    isFromCache = snapshot.isFromCache
    hasPendingWrites = snapshot.hasPendingWrites
    changes = snapshot.changes.map { Self.text($0.kind, $0.document) }.sorted()
  }

  init(_ error: FirestoreErrorCode, of query: QueryShape) {
    self.query = query
    self.error = error.code.rawValue
    (isFromCache, hasPendingWrites, changes) = (false, false, [])
  }

  /// What the suite expects.
  init(spec: DocumentValue) throws {
    query = try QueryShape(spec: spec["query"] ?? .null)
    error = spec["errorCode"]?.number ?? 0
    guard error == 0 else {
      (isFromCache, hasPendingWrites, changes) = (false, false, [])
      return
    }
    isFromCache = spec["fromCache"]?.flag ?? false
    hasPendingWrites = spec["hasPendingWrites"]?.flag ?? false
    changes = try SpecEvent.kinds.flatMap { name, kind in
      try (spec[name]?.elements ?? []).map { Self.text(kind, try CachedDocument(spec: $0)) }
    }.sorted()
  }

  /// The words for the kinds of change.
  static let kinds: [(name: String, kind: ViewChange.Kind)] = [
    ("removed", .removed), ("added", .added), ("modified", .modified), ("metadata", .metadata),
  ]

  /// A change; the version of a document with local writes is nobody's business.
  private static func text(_ kind: ViewChange.Kind, _ document: CachedDocument) -> String {
    let version = document.origin == .localWrite ? "" : " \(document.version)"
    let fields = document.fields.map { "\($0)" } ?? "none"
    return "\(kind) \(document.key) \(document.origin)\(version) \(fields)"
  }

  var description: String {
    if error != 0 { return "error \(error) of \(query.path)" }
    let flags = (isFromCache ? " cache" : "") + (hasPendingWrites ? " pending" : "")
    return "\(query.path)\(flags) \(changes)"
  }
}
