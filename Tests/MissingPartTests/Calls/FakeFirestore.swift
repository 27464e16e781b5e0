import FakeFirestore
import Foundation

// part: transactions

private func transactions(_ store: Firestore, _ city: DocumentReference) async throws {
  store.runTransaction(
    { transaction, errorPointer in
      do {
        let old = try transaction.getDocument(city)
        transaction.setData(old.data() ?? [:], forDocument: city, merge: true)
        transaction.updateData(["count": 1], forDocument: city).deleteDocument(city)
      } catch {
        errorPointer?.pointee = error as NSError
      }
      return nil
    }, completion: { object, error in })
  _ = try await store.runTransaction({ _, _ in nil })
  store.runTransaction(with: nil, block: { _, _ in nil }, completion: { _, _ in })
  _ = try await store.runTransaction(with: nil, block: { _, _ in nil })
  _ = TransactionOptions()
}

private func write(_ city: DocumentReference, in transaction: Transaction) {}

private func keep(_ error: NSError, in pointer: TransactionErrorPointer?) {}

// part: `or` filters and other composite ones

private func compositeFilters(_ cities: CollectionReference) {
  _ = cities.whereFilter(
    Filter.orFilter([
      Filter.whereField("state", isEqualTo: "CA"), Filter.whereField("capital", isEqualTo: true),
    ]))
}

private func filter() -> Filter {
  Filter.andFilter([.whereField("population", isGreaterThan: 1)])
}

// part: predicates

private func predicates(_ cities: Query, _ predicate: NSPredicate) {
  _ = cities.filter(using: predicate)
}

// part: aggregate queries

private func aggregates(_ cities: Query) async throws {
  let snapshot = try await cities.count.getAggregation(source: .server)
  _ = snapshot.count
  _ = cities.aggregate([AggregateField.sum("population"), .average("population")])
}

private func read(_ query: AggregateQuery, from source: AggregateSource) {}

private func read(_ field: AggregateField, of snapshot: AggregateQuerySnapshot) {}

// part: pipelines

private func pipelines(_ store: Firestore) { _ = store.pipeline() }

// part: vectors

private func vectors() { _ = FieldValue.vector([1, 2]) }

private func distance(_ vector: VectorValue) {}

// part: `Codable` documents

private struct City: Codable {
  var name: String
}

private func codable(
  _ store: Firestore, _ snapshot: DocumentSnapshot, _ city: DocumentReference,
  _ cities: CollectionReference
) async throws {
  _ = try snapshot.data(as: City.self)
  _ = try await city.getDocument(as: City.self)
  city.getDocument(as: City.self) { _ in }
  try city.setData(from: City(name: "SF"))
  try city.setData(from: City(name: "SF"), mergeFields: ["name"])
  try cities.addDocument(from: City(name: "SF"))
  try store.batch().setData(from: City(name: "SF"), forDocument: city)
  _ = Firestore.Encoder()
  _ = Firestore.Decoder()
}

private struct Identified {
  @DocumentID var id: String?
  @ServerTimestamp var changed: Date?
}

// part: listeners for snapshots in sync

private func snapshotsInSync(_ store: Firestore) {
  let handle = store.addSnapshotsInSyncListener {}
  handle.remove()
}

// part: waiting for pending writes

private func pendingWrites(_ store: Firestore) async throws {
  store.waitForPendingWrites { error in }
  try await store.waitForPendingWrites()
}

// part: termination

private func terminationLater(_ store: Firestore) {
  store.terminate { error in }
  store.clearPersistence { error in }
}

private func termination(_ store: Firestore) async throws {
  try await store.terminate()
  try await store.clearPersistence()
}

// part: settings other than that of the cache

private func settings(_ store: Firestore) {
  let settings = FirestoreSettings()
  settings.host = "localhost:8080"
  settings.isSSLEnabled = false
  settings.isPersistenceEnabled = false
  settings.cacheSizeBytes = 1
  settings.dispatchQueue = settings
  store.useEmulator(withHost: "localhost", port: 8080)
}

// part: indexes

private func indexesLater(_ store: Firestore) {
  store.setIndexConfiguration("{}") { error in }
  _ = store.persistentCacheIndexManager
}

private func indexes(_ store: Firestore) async throws {
  try await store.setIndexConfiguration("{}")
}

// part: logging

private func logging() { Firestore.enableLogging(true) }

// part: bundles and named queries

private func bundlesLater(_ store: Firestore, _ stream: InputStream) {
  let task = store.loadBundle(Data()) { progress, error in }
  task.addObserver { progress in _ = progress.documentsLoaded }
  store.loadBundle(stream)
  store.getQuery(named: "latest") { query in }
}

private func bundles(_ store: Firestore) async throws {
  _ = try await store.loadBundle(Data())
  _ = await store.getQuery(named: "latest")
}

private func watch(_ task: LoadBundleTask, until progress: LoadBundleTaskProgress) {}
