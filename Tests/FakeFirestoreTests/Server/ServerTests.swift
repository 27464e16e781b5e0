import FakeFirestore
import Testing

@Suite("Server")
struct ServerTests {
  private let cities = QueryShape(path: city.collection)

  private func set(_ id: String, _ fields: [(String, InputValue)]) throws -> Mutation {
    try .set(DocumentKey(collection: city.collection, id: Name(id)), fields)
  }

  @Test("gives each commit the next version, and a write that changes nothing the old one")
  func versions() throws {
    var server = Server()
    let first = try server.commit([set("a", [("n", 1)])], at: second(1))
    let same = try server.commit([set("a", [("n", 1)])], at: second(2))
    let other = try server.commit([set("a", [("n", 2)])], at: second(3))
    #expect(first.outcomes.map(\.version) == [1])
    #expect(same.outcomes.map(\.version) == [1])
    #expect(other.outcomes.map(\.version) == [3])
  }

  @Test("takes writes together or none of them")
  func atomic() throws {
    var server = Server()
    let update = try Mutation.update(city, [(FieldPath(["n"]), 1)])
    let error = #expect(throws: FirestoreErrorCode.self) {
      try server.commit([set("a", [("n", 1)]), update], at: second(1))
    }
    #expect(error?.code == .notFound)
    #expect(server.version == 0)
    let key = DocumentKey(collection: city.collection, id: "a")
    #expect(server.fields(of: key) == nil)
  }

  @Test("applies transforms to what the write left, one after the other")
  func transforms() throws {
    var server = Server()
    _ = try server.commit([set("a", [("n", 5)])], at: second(1))
    let write = try set(
      "a", [("n", .transform(.increment(1))), ("t", .transform(.serverTimestamp))])
    let result = try server.commit([write], at: second(9))
    #expect(result.outcomes.map(\.transformed) == [[1, .timestamp(second(9))]])
  }

  @Test("tells a resuming client what is new, and of what it knew what left")
  func resume() throws {
    var server = Server()
    for id in ["a", "b", "c"] { _ = try server.commit([set(id, [("n", 1)])], at: second(1)) }
    var store = LocalStore()
    var record = store.target(for: cities)
    let first = try server.listen(1, 1, to: cities)
    #expect(first.documents.count == 3)
    record.syncedKeys = first.targets[1]?.added ?? []
    record.resumePoint = first.version
    server.disconnect(1)
    _ = try server.commit([set("b", [("n", 2)])], at: second(2))
    let a = DocumentKey(collection: city.collection, id: "a")
    _ = try server.commit([.delete(a)], at: second(3))
    let again = try server.listen(1, 1, to: cities, resume: record)
    #expect(again.documents.map(\.key.id) == ["a", "b"])
    #expect(again.documents.map(\.exists) == [false, true])
    #expect(again.targets[1]?.removed == [a])
  }

  @Test("tells the clients concerned and no others, in one snapshot for all their targets")
  func watch() throws {
    var server = Server()
    _ = try server.listen(1, 1, to: cities)
    _ = try server.listen(1, 2, to: QueryShape(document: city))
    _ = try server.listen(2, 1, to: QueryShape(path: ResourcePath(segments: ["towns"])))
    _ = try server.commit([set("SF", [("n", 1)])], at: second(1))
    let snapshots = server.snapshots(afterWriting: [city])
    #expect(snapshots.map(\.client) == [1])
    #expect(snapshots.first?.snapshot.targets.keys.sorted() == [1, 2])
    #expect(snapshots.first?.snapshot.documents.map(\.key) == [city])
  }

  /// A rule's path, what is asked, and whether the rule refuses it.
  static let rules: [(String, QueryShape, Bool)] = [
    ("cities", QueryShape(path: city.collection), true),
    ("cities", QueryShape(document: city), true),
    ("cities/SF", QueryShape(document: city), true),
    ("cities/SF", QueryShape(path: city.collection), true),
    ("cities/LA", QueryShape(document: city), false),
    ("cities/SF/parks", QueryShape(document: city), false),
    ("cities/SF/parks", QueryShape(path: city.collection), false),
    ("towns", QueryShape(path: city.collection), false),
    ("cities", QueryShape(path: .root, group: "parks"), true),
    ("", QueryShape(document: city), true),
  ]

  @Test("refuses what could find a document that a rule guards", arguments: rules)
  func deny(_ path: String, _ shape: QueryShape, _ refuses: Bool) throws {
    var server = Server()
    _ = try server.listen(1, 7, to: shape)
    let denial = Denial(below: try ResourcePath(parsing: path))
    #expect(server.deny(denial).map(\.target) == (refuses ? [7] : []))
    #expect(server.targets(of: 1) == (refuses ? [] : [7]))
    if refuses {
      #expect(throws: denial.error) { try server.listen(1, 8, to: shape) }
      server.allow(denial.path)
    }
    _ = try server.listen(1, 8, to: shape)
  }
}
