import FakeFirestore
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Query snapshot")
struct QuerySnapshotTests {
  /// A query of one collection, ordered by `n`.
  private enum Form {
    case ascending
    case descending
    case first(Int)
    case last(Int)

    func query(of collection: CollectionReference) -> Query {
      switch self {
      case .ascending: collection.order(by: "n")
      case .descending: collection.order(by: "n", descending: true)
      case .first(let count): collection.order(by: "n").limit(to: count)
      case .last(let count): collection.order(by: "n").limit(toLast: count)
      }
    }
  }

  /// The ids of a snapshot with its changes, such as `a b | added a -1 0`.
  private func summary(_ snapshot: QuerySnapshot, metadata: Bool = false) -> String {
    let changes = snapshot.documentChanges(includeMetadataChanges: metadata).map { change in
      let old = change.oldIndex == DocumentChange.notFound ? -1 : Int(change.oldIndex)
      let new = change.newIndex == DocumentChange.notFound ? -1 : Int(change.newIndex)
      return "\(change.type) \(change.document.documentID) \(old) \(new)"
    }
    let ids = snapshot.documents.map(\.documentID).joined(separator: " ")
    return ([ids] + changes).joined(separator: " | ")
  }

  /// What listeners on a query are told in the course of a test, as summaries.
  private func observe(
    metadata: Bool = false, _ form: Form,
    _ body: (World, () -> [String]) throws -> Void
  ) throws {
    try World.run { world in
      var news: [String] = []
      for (id, number) in [("a", 1), ("b", 2), ("c", 3), ("d", 4)] as [(String, Int64)] {
        try world.put("c/\(id)", ("n", number))
      }
      form.query(of: world.firestore.collection("c")).addSnapshotListener(
        includeMetadataChanges: metadata
      ) { snapshot, _ in
        if let snapshot { news.append(summary(snapshot, metadata: metadata)) }
      }
      let take = {
        defer { news = [] }
        return news
      }
      world.settle()
      try body(world, take)
    }
  }

  @Test("from nothing adds everything, counting up")
  func first() throws {
    try observe(.descending) { _, news in
      #expect(news() == ["d c b a | added d -1 0 | added c -1 1 | added b -1 2 | added a -1 3"])
    }
  }

  @Test("moves a document that changed its place")
  func moved() throws {
    try observe(.ascending) { world, news in
      _ = news()
      try world.put("c/a", ("n", 9))
      world.settle()
      #expect(news() == ["b c d a | modified a 0 3"])
    }
  }

  @Test("lists removed, added, modified, each in query order, walking the old results")
  func changeOrder() throws {
    try observe(.ascending) { world, news in
      _ = news()
      world.firestore.disableNetwork()
      world.settle()
      try world.put("c/d", ("n", 0))
      try world.put("c/f", ("n", 7))
      try world.put("c/e", ("n", 5))
      try world.emulator.delete("c/c")
      try world.emulator.delete("c/a")
      try world.put("c/b", ("n", 6))
      world.firestore.enableNetwork()
      world.settle()
      #expect(
        news() == [
          "d e b f | removed a 0 -1 | removed c 1 -1 | added e -1 2 | added f -1 3"
            + " | modified d 1 0 | modified b 1 2"
        ])
    }
  }

  @Test("lets what overflows a limit leave as removed")
  func overflow() throws {
    try observe(.first(2)) { world, news in
      #expect(news() == ["a b | added a -1 0 | added b -1 1"])
      try world.put("c/x", ("n", 0))
      world.settle()
      #expect(news() == ["x a | removed b 1 -1 | added x -1 0"])
    }
  }

  @Test("fills the gap in a limit, from the cache where the cache knows more")
  func refill() throws {
    try observe(.first(2)) { world, news in
      _ = news()
      let all = world.listen(world.firestore.collection("c"))
      world.settle()
      world.emulator.latency = FirestoreLatency(write: .seconds(1))
      world.firestore.document("c/a").delete()
      world.settle()
      #expect(news() == ["b c | removed a 0 -1 | added c -1 1"])
      world.pass(.seconds(2))
      #expect(news().isEmpty)
      _ = all
    }
  }

  @Test("refills when a document moves out of a full limit")
  func movedOut() throws {
    try observe(.first(2)) { world, news in
      _ = news()
      _ = world.listen(world.firestore.collection("c"))
      world.settle()
      try world.put("c/a", ("n", 9))
      world.settle()
      #expect(news() == ["b c | removed a 0 -1 | added c -1 1"])
    }
  }

  @Test("keeps the last documents of a limit to the last, in query order")
  func limitToLast() throws {
    try observe(.last(2)) { world, news in
      #expect(news() == ["c d | added c -1 0 | added d -1 1"])
      try world.put("c/x", ("n", 9))
      world.settle()
      #expect(news() == ["d x | removed c 0 -1 | added x -1 1"])
      try world.emulator.delete("c/x")
      world.settle()
      #expect(news() == ["c d | removed x 1 -1 | added c -1 0"])
    }
  }

  @Test("lists a change of metadata alone as modified where the listener asked for it")
  func metadata() throws {
    try observe(metadata: true, .first(1)) { world, news in
      _ = news()
      world.firestore.document("c/a").updateData(["n": 0])
      world.settle()
      #expect(news() == ["a | modified a 0 0", "a | modified a 0 0"])
    }
  }

  @Test("refuses metadata changes where the listener did not ask for them")
  func metadataMisuse() throws {
    try World.run { world in
      var snapshots: [QuerySnapshot] = []
      world.firestore.collection("c").addSnapshotListener { snapshot, _ in
        if let snapshot { snapshots.append(snapshot) }
      }
      world.settle()
      #expect(throws: FirestoreUsageError.metadataChangesNotIncluded) {
        try snapshots.first?.changes(includingMetadata: true)
      }
    }
  }

  @Test("finds the documents of a group below any document")
  func group() throws {
    try World.run { world in
      try world.put("a/1/g/x", ("n", 2))
      try world.put("g/y", ("n", 1))
      let query = world.firestore.collectionGroup("g").order(by: "n")
      let listener = world.listen(query)
      world.settle()
      try world.put("b/1/g/z", ("n", 3))
      world.settle()
      let news = listener.news
      #expect(news.first?.contains(#"[added("y", 0), added("x", 1)]"#) == true)
      #expect(news.last?.contains(#"[added("z", 2)]"#) == true)
    }
  }
}
