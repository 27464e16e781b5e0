import FakeFirestore
import Testing

@Suite("Query shape")
struct QueryShapeTests {
  let cities = QueryShape(path: ResourcePath(segments: ["cities"]))

  /// Ids of the documents that a query finds among some, in its order and without its limit.
  func found(_ shape: QueryShape, _ documents: [(String, Fields)]) -> [String] {
    var set = DocumentSet(shape: shape)
    for (id, fields) in documents {
      let key = DocumentKey(collection: ResourcePath(segments: ["cities"]), id: Name(id))
      let document = CachedDocument(key: key, version: 1, contents: .found(fields))
      if shape.matches(document) { set.insert(document) }
    }
    return set.documents.map(\.key.id.text)
  }

  @Test("orders by key where nothing else is said")
  func byKey() {
    #expect(found(cities, [("b", [:]), ("a", [:]), ("B", [:])]) == ["B", "a", "b"])
  }

  @Test("orders by fields in their directions, then by key in the last direction")
  func byFields() throws {
    let documents: [(String, Fields)] = [
      ("a", ["s": 1, "n": 1]), ("b", ["s": 1, "n": 2]), ("c", ["s": 2, "n": 1]),
      ("d", ["s": 1, "n": 2]), ("e", ["s": 3]),
    ]
    let query = try cities.ordered(by: FieldPath(["s"]), descending: false)
      .ordered(by: FieldPath(["n"]), descending: true)
    #expect(found(query, documents) == ["d", "b", "a", "c"])
  }

  @Test(
    "orders silently by the fields of inequalities, in name order, and leaves out who lacks one")
  func implicit() throws {
    let query = try cities.filtered(FieldPath(["z"]), .greater, 0)
      .filtered(FieldPath(["m"]), .notEqual, 5)
    #expect(query.orders.map(\.field.description) == ["m", "z", "__name__"])
    let documents: [(String, Fields)] = [
      ("a", ["z": 1, "m": 9]), ("b", ["z": 2, "m": 1]), ("c", ["z": 3]), ("d", ["m": 3]),
    ]
    #expect(found(query, documents) == ["b", "a"])
  }

  @Test("takes the direction of the last said order for the silent ones")
  func direction() throws {
    let query = try cities.filtered(FieldPath(["m"]), .greater, 0)
      .ordered(by: FieldPath(["z"]), descending: true)
    #expect(query.orders.map(\.isDescending) == [true, true, true])
  }

  static let cursors: [(start: Cursor?, end: Cursor?, ids: [String])] = [
    (Cursor(position: [2], isInclusive: true), nil, ["b", "c", "d"]),
    (Cursor(position: [2], isInclusive: false), nil, ["d"]),
    (nil, Cursor(position: [2], isInclusive: true), ["a", "b", "c"]),
    (nil, Cursor(position: [2], isInclusive: false), ["a"]),
    (
      Cursor(position: [.double(1.5)], isInclusive: true),
      Cursor(position: [3], isInclusive: false), ["b", "c"]
    ),
    (Cursor(position: ["text"], isInclusive: true), nil, []),
  ]

  @Test("starts and ends at its cursors, at or after, at or before", arguments: cursors)
  func cursor(_ start: Cursor?, _ end: Cursor?, _ ids: [String]) throws {
    var query = try cities.ordered(by: FieldPath(["n"]), descending: false)
    query.start = start
    query.end = end
    let documents: [(String, Fields)] = [
      ("a", ["n": 1]), ("b", ["n": 2]), ("c", ["n": 2]), ("d", ["n": 3]),
    ]
    #expect(found(query, documents) == ids)
  }

  @Test("turns its cursors round with a descending order")
  func descendingCursor() throws {
    let order = try cities.ordered(by: FieldPath(["n"]), descending: true)
    let query = order.starting(try order.cursor(at: [2], isInclusive: true))
    let documents: [(String, Fields)] = [("a", ["n": 1]), ("b", ["n": 2]), ("c", ["n": 3])]
    #expect(found(query, documents) == ["b", "a"])
  }

  @Test("starts after a document by all its orders and its key")
  func documentCursor() throws {
    let order = try cities.ordered(by: FieldPath(["n"]), descending: false)
    let key = DocumentKey(collection: ResourcePath(segments: ["cities"]), id: "b")
    let document = CachedDocument(key: key, version: 1, contents: .found(["n": 2]))
    let query = order.starting(try order.cursor(at: document, isInclusive: false))
    let documents: [(String, Fields)] = [
      ("a", ["n": 2]), ("b", ["n": 2]), ("c", ["n": 2]), ("d", ["n": 3]),
    ]
    #expect(found(query, documents) == ["c", "d"])
  }

  @Test("finds the documents of every collection with the id of its group")
  func group() throws {
    let group = QueryShape(path: .root, group: "landmarks")
    #expect(group.matches([:], key: try DocumentKey(parsing: "cities/SF/landmarks/gate")))
    #expect(group.matches([:], key: try DocumentKey(parsing: "landmarks/x")))
    #expect(!group.matches([:], key: try DocumentKey(parsing: "cities/landmarks")))
    #expect(!group.matches([:], key: try DocumentKey(parsing: "landmarks/x/rooms/y")))
  }

  @Test("refuses limits that are not positive", arguments: [0, -1, Int.min])
  func limit(_ count: Int) {
    #expect(throws: FirestoreUsageError.nonPositiveLimit(count)) {
      try cities.limited(to: count, .first)
    }
  }

  @Test("needs an order for a limit to the last")
  func limitToLast() throws {
    let last = try cities.limited(to: 2, .last)
    #expect(throws: FirestoreUsageError.limitToLastWithoutOrder) { try last.checkForListening() }
    try last.ordered(by: FieldPath(["n"]), descending: false).checkForListening()
  }

  @Test("refuses cursors that do not fit its orders")
  func cursorMistakes() throws {
    let order = try cities.ordered(by: FieldPath(["n"]), descending: false)
    #expect(throws: FirestoreUsageError.tooManyCursorValues(2, orders: 1)) {
      try order.cursor(at: [1, 2], isInclusive: true)
    }
    #expect(throws: FirestoreUsageError.tooManyCursorValues(1, orders: 0)) {
      try cities.cursor(at: [1], isInclusive: true)
    }
    let started = order.starting(try order.cursor(at: [1], isInclusive: true))
    #expect(throws: FirestoreUsageError.orderAfterCursor("start")) {
      try started.ordered(by: FieldPath(["m"]), descending: false)
    }
    let byKey = try cities.ordered(by: .documentID(), descending: false)
    #expect(throws: FirestoreUsageError.self) { try byKey.cursor(at: [1], isInclusive: true) }
  }

  @Test("refuses cursors at documents that say nothing of its orders")
  func documentCursorMistakes() throws {
    let order = try cities.ordered(by: FieldPath(["n"]), descending: false)
    var document = CachedDocument(key: city, version: 1, contents: .missing)
    #expect(throws: FirestoreUsageError.cursorDocumentMissing("cities/SF")) {
      try order.cursor(at: document, isInclusive: true)
    }
    document.contents = .found([:])
    #expect(throws: FirestoreUsageError.cursorFieldMissing("n")) {
      try order.cursor(at: document, isInclusive: true)
    }
    let pending = PendingTimestamp(estimate: second(1), previous: nil)
    document.contents = .found(["n": .pendingTimestamp(pending)])
    #expect(throws: FirestoreUsageError.cursorFieldPending("n")) {
      try order.cursor(at: document, isInclusive: true)
    }
  }

  static let disjunctions: [([Int], Bool)] = [
    ([30], true), ([31], false), ([5, 6], true), ([6, 6], false), ([], true),
  ]

  @Test("is refused by the server for more than thirty disjunctions", arguments: disjunctions)
  func tooMany(_ counts: [Int], _ isTaken: Bool) throws {
    var query = cities
    for (index, count) in counts.enumerated() {
      let values = (0..<count).map { DocumentValue.integer(Int64($0)) }
      query = try query.filtered(FieldPath(["f\(index)"]), .isIn, .array(values))
    }
    #expect((query.refusal == nil) == isTaken)
    #expect(isTaken || query.refusal?.code == .invalidArgument)
  }
}
