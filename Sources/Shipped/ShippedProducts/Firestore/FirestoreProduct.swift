public import FakeFirestore
import SluiceConformance
public import SluiceProducts
import SluiceSpies

/// Firestore: its documents, collections and queries, by script and by emulator.
public enum FirestoreProduct {
  /// The product, without implementations.
  public static let product = Product(
    "firestore", module: "FakeFirestore",
    summary: "Firestore: documents, collections and queries, by script and by emulator.",
    belongsToApp: true,
    backend: FirestoreBackend.init(in:),
    verbs: ScriptVerbs.verbs() + FirestoreVerbs.all,
    probes: probes,
    streams: document, collection, query,
    constructors: FirestoreValues.timestamp, SharedValues.bytes, FirestoreValues.geo,
    FirestoreValues.reference, FirestoreValues.double, SharedValues.serverTimestamp,
    SharedValues.increment, FirestoreValues.arrayUnion, FirestoreValues.arrayRemove,
    FirestoreValues.delete, FirestoreSnapshots.document, FirestoreSnapshots.query,
    FirestoreSnapshots.added, FirestoreSnapshots.modified, FirestoreSnapshots.removed,
    FirestoreSnapshots.scriptedDocument, FirestoreSnapshots.scriptedResults)

  /// The snapshots of one document.
  public static let document = StreamDeclaration<
    FirestoreBackend, FirestoreTarget<DocumentReference>
  >(
    "firestore.document-snapshots", suite: "firestore.document",
    "The snapshots of one document.", FirestoreParameters.place, metadata,
    example: "L = firestore.document-snapshots(cities/SF)", lacking: [.finish],
    options: { _, includesMetadataChanges in options(includesMetadataChanges) },
    source: { backend, path, includesMetadataChanges in
      FirestoreTarget(
        try backend.firestore.document(scenario: path),
        includesMetadataChanges: includesMetadataChanges)
    })

  /// The snapshots of a whole collection.
  public static let collection = StreamDeclaration<FirestoreBackend, FirestoreTarget<Query>>(
    "firestore.collection-snapshots", suite: "firestore.collection",
    "The snapshots of a whole collection.", FirestoreParameters.collection, metadata,
    example: "L = firestore.collection-snapshots(cities)", lacking: [.finish],
    options: { _, includesMetadataChanges in options(includesMetadataChanges) },
    source: results)

  /// The snapshots of a query.
  public static let query = StreamDeclaration<FirestoreBackend, FirestoreTarget<Query>>(
    "firestore.query-snapshots", suite: "firestore.query", "The snapshots of a query.",
    FirestoreParameters.query, metadata,
    example: "L = firestore.query-snapshots(cities, order: [\"population desc\"], limit: 2)",
    lacking: [.finish],
    options: { _, includesMetadataChanges in options(includesMetadataChanges) },
    source: results)

  private static let metadata = Parameter<Bool?>.optional(
    label: "includeMetadataChanges", .bool,
    "whether changes of metadata alone are told; not said, the property is used")

  /// What an implementation has to listen with; the property is without changes of metadata alone.
  private static func options(_ includesMetadataChanges: Bool?) -> Value {
    SnapshotListenOptions().withIncludeMetadataChanges(includesMetadataChanges ?? false).projected
  }

  private static func results(
    _ backend: FirestoreBackend, _ shape: QueryShape, _ includesMetadataChanges: Bool?
  ) throws -> FirestoreTarget<Query> {
    FirestoreTarget(
      try backend.firestore.query(shape), includesMetadataChanges: includesMetadataChanges)
  }

  private static let probes: [Probe<FirestoreBackend>] = [
    Probe(
      counting: "listeners", "The number of listeners that are registered now.",
      example: "expect firestore.listeners == 0"
    ) { backend in try backend.firestore.listenerCount },
    Probe(
      "fields", "The fields of a document at the server; null where it does not exist.",
      FirestoreParameters.path, result: .data,
      example: "expect firestore.fields(cities/SF) == {n: 1}"
    ) { backend, path in try backend.clients.emulator.contents(of: path) },
  ]
}

/// What a stream of Firestore listens to, a document or a query.
public struct FirestoreTarget<Place> {
  /// The document or the query.
  public let place: Place
  /// Whether changes of metadata alone are told; nil where the scenario does not say, which stands
  /// for the stream that is a property.
  public let includesMetadataChanges: Bool?

  init(_ place: Place, includesMetadataChanges: Bool?) {
    self.place = place
    self.includesMetadataChanges = includesMetadataChanges
  }
}
