import FakeFirestore
import SluiceConformance
import SluiceSimulation
import SluiceSpies

/// One consumer of a snapshot stream over a scripted Firestore: one snapshot, then an error or a
/// cancel.
struct SnapshotRun: Equatable {
  /// What the consumer got.
  var outputs: [String] = []
  /// The options of each add, in order.
  var options: [Value] = []
  /// The listeners that were left at the end.
  var listeners = 0

  /// What a right stream gives.
  static func right(_ value: String, includeMetadataChanges: Bool) -> SnapshotRun {
    let options = SnapshotListenOptions().withIncludeMetadataChanges(includeMetadataChanges)
    return SnapshotRun(outputs: [value, "the end"], options: [options.projected], listeners: 0)
  }

  /// Runs a stream of a document.
  static func document<Base: AsyncSequence & SendableMetatype>(
    _ open: (DocumentReference) -> Base
  ) throws -> SnapshotRun where Base.Element == DocumentSnapshot {
    try run { firestore in
      ErasedSequence(open(firestore.document("cities/SF"))) { snapshot in
        .string(snapshot.documentID)
      }
    } script: { script in
      try script.send(document: "cities/SF", fields: .members([("name", .string("SF"))]))
    }
  }

  /// Runs a stream of a collection.
  static func collection<Base: AsyncSequence & SendableMetatype>(
    _ open: (CollectionReference) -> Base
  ) throws -> SnapshotRun where Base.Element == QuerySnapshot {
    try run { firestore in
      ErasedSequence(open(firestore.collection("cities"))) { snapshot in
        .integer(Int64(snapshot.count))
      }
    } script: { script in
      try script.send(results: "cities", documents: [("SF", .members([]))])
    }
  }

  private static func run(
    _ open: (Firestore) -> ErasedSequence, script send: (FirestoreScript) throws -> Void
  ) throws -> SnapshotRun {
    try Simulation().perform { simulation in
      defer { simulation.end() }
      let stage = Stage(in: simulation)
      let script = FirestoreScript(in: simulation, spy: stage.spy)
      let consumer = try stage.start("A") { open(script.firestore) }
      _ = stage.settle()
      try send(script)
      _ = stage.settle()
      try stage.cancel("A")
      _ = stage.settle()
      var result = SnapshotRun()
      result.outputs = consumer.outputs.map { received in received.output.description }
      result.listeners = script.listenerCount
      for entry in stage.log.entries {
        if case .addCalled(_, _, let options) = entry.event { result.options.append(options) }
      }
      _ = stage.playEpilogue()
      return result
    }
  }
}
