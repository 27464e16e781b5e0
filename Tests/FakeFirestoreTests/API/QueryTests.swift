import FakeFirestore
import Foundation
import SluiceSimulation
import SluiceSpies
import Testing

@Suite("Query")
struct QueryTests {
  @Test("equals another one that asks the same of the same database")
  func equality() throws {
    try World.run { world in
      let cities = world.firestore.collection("cities")
      let query = cities.whereField("n", isEqualTo: 1).order(by: "m", descending: true)
      #expect(
        query == cities.whereField(FieldPath(["n"]), isEqualTo: 1).order(by: "m", descending: true))
      #expect(query != cities.whereField("n", isEqualTo: 1.0).order(by: "m", descending: true))
      #expect(cities == world.firestore.collection("/cities/"))
    }
  }

  @Test("finds by every operator, order, limit and cursor of the interface")
  func operators() throws {
    try World.run { world in
      for (id, number) in [("a", 1), ("b", 2), ("c", 3)] as [(String, Int)] {
        world.firestore.document("c/\(id)").setData(["n": number, "tags": [number, 0]])
      }
      world.settle()
      let all = world.firestore.collection("c")
      let ordered = all.order(by: "n")
      let cases: [(Query, String)] = [
        (all.whereField("n", isEqualTo: 2), "b"), (all.whereField("n", isNotEqualTo: 2), "a c"),
        (all.whereField("n", isLessThan: 2), "a"),
        (all.whereField("n", isLessThanOrEqualTo: 2), "a b"),
        (all.whereField("n", isGreaterThan: 2), "c"),
        (all.whereField("n", isGreaterThanOrEqualTo: 2), "b c"),
        (all.whereField("n", in: [1, 3]), "a c"), (all.whereField("n", notIn: [1, 3]), "b"),
        (all.whereField("tags", arrayContains: 3), "c"),
        (all.whereField("tags", arrayContainsAny: [1, 2]), "a b"),
        (all.whereField(FieldPath.documentID(), isGreaterThan: "a"), "b c"),
        (all.order(by: "n", descending: true), "c b a"), (ordered.limit(to: 2), "a b"),
        (ordered.limit(toLast: 2), "b c"), (ordered.start(at: [2]), "b c"),
        (ordered.start(after: [2]), "c"), (ordered.end(at: [2]), "a b"),
        (ordered.end(before: [2]), "a"), (all.order(by: FieldPath.documentID()), "a b c"),
        (world.firestore.collectionGroup("c").whereField("n", isEqualTo: 1), "a"),
      ]
      for (index, (query, expected)) in cases.enumerated() {
        #expect(ids(query, world) == expected, "case \(index)")
      }
    }
  }

  @Test("starts and ends at documents")
  func documentCursors() throws {
    try World.run { world in
      for id in ["a", "b", "c"] { try world.put("c/\(id)", ("n", 1)) }
      let ordered = world.firestore.collection("c").order(by: "n")
      var found: [QueryDocumentSnapshot] = []
      ordered.getDocuments { snapshot, _ in found = snapshot?.documents ?? [] }
      world.settle()
      let middle = try #require(found.dropFirst().first)
      #expect(ids(ordered.start(atDocument: middle), world) == "b c")
      #expect(ids(ordered.start(afterDocument: middle), world) == "c")
      #expect(ids(ordered.end(atDocument: middle), world) == "a b")
      #expect(ids(ordered.end(beforeDocument: middle), world) == "a")
    }
  }

  @Test("walks between documents and collections")
  func paths() throws {
    try World.run { world in
      let document = world.firestore.document("cities/SF/parks/gate")
      #expect(document.documentID == "gate")
      #expect(document.path == "cities/SF/parks/gate")
      #expect(document.parent.collectionID == "parks")
      #expect(document.parent.parent == world.firestore.collection("cities").document("SF"))
      #expect(world.firestore.collection("cities").parent == nil)
      #expect(document.collection("trees").path == "cities/SF/parks/gate/trees")
      let made = world.firestore.collection("cities").addDocument(data: ["n": 1])
      #expect(made.documentID.utf8.count == 20)
    }
  }

  @Test("names new documents alike in every run")
  func pinnedIDs() throws {
    try World.run { world in
      let cities = world.firestore.collection("cities")
      let ids = (0..<2).map { number in cities.addDocument(data: ["n": number]).documentID }
      #expect(ids == ["zXypXgXhWmbuoCGLzxQi", "qkDEVP9ZTmIsreZKXveU"])
    }
  }

  @Test("stops the process with the reason where the SDK raises an exception", .startsIdlePrograms)
  func misuse() async {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      Simulation().perform { simulation in
        let spy = Spy(log: EventLog(of: simulation))
        _ = FirestoreScript(in: simulation, spy: spy).firestore.document("cities")
      }
    }
    let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(words.contains("a document reference must have an even number of segments"))
  }

  private func ids(_ query: Query, _ world: World) -> String {
    var result = "none"
    query.getDocuments { snapshot, error in
      result = snapshot?.documents.map(\.documentID).joined(separator: " ") ?? "\(error as Any)"
    }
    world.settle()
    return result
  }
}
