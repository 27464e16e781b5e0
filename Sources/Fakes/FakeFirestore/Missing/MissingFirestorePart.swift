import SluiceSpies

/// What the fake lacks of Firestore.
package enum MissingFirestorePart: String, MissingPart {
  case transactions
  case compositeFilters = "`or` filters and other composite ones"
  case predicates
  case aggregates = "aggregate queries"
  case pipelines
  case vectors
  case codable = "`Codable` documents"
  case snapshotsInSync = "listeners for snapshots in sync"
  case pendingWrites = "waiting for pending writes"
  case termination
  case settings = "settings other than that of the cache"
  case indexes
  case logging
  case bundles = "bundles and named queries"

  package static let fake = "FakeFirestore"

  package var advice: String {
    switch self {
    case .transactions: "write with batch(), or read and then write"
    case .compositeFilters: "chain whereField, or listen to one query for each alternative"
    case .predicates: "chain whereField"
    case .aggregates: "count or add up the documents of a snapshot"
    case .pipelines: "use a Query"
    case .vectors: "store an array of numbers"
    case .codable: "convert data() and setData(_:) yourself"
    case .snapshotsInSync: "wait for a snapshot of each listener"
    case .pendingWrites: "wait for the completion of each write"
    case .termination: "delete the app, which closes its databases"
    case .settings:
      "set cacheSettings, or set up the FirestoreEmulator or FirestoreScript behind the database"
    case .indexes: "leave indexes out, as the emulator needs none"
    case .logging: "read the log of the run"
    case .bundles: "put the documents at the FirestoreEmulator, and build the query"
    }
  }
}
