import FakeFirestore
import Testing

/// The document that the suites here write to.
let city = DocumentKey(collection: ResourcePath(segments: ["cities"]), id: "SF")

/// An instant of so many seconds.
func second(_ seconds: Int64) -> Timestamp {
  Timestamp(seconds: seconds, nanoseconds: 0)
}

@Suite("Transform")
struct TransformTests {
  static let sums: [(DocumentValue?, DocumentValue, DocumentValue)] = [
    (nil, 5, 5), (nil, .double(0.5), .double(0.5)), ("text", 2, 2),
    (1, 2, 3), (1, .double(0.5), .double(1.5)), (.double(0.5), 1, .double(1.5)),
    (.double(1), .double(1), .double(2)),
    (.integer(.max), 1, .integer(.max)), (.integer(.min), -1, .integer(.min)),
  ]

  @Test("adds numbers, starting from zero, saturating integers", arguments: sums)
  func increment(_ before: DocumentValue?, _ operand: DocumentValue, _ after: DocumentValue) {
    let transform = Transform.increment(operand)
    #expect(transform.localResult(previous: before, at: second(1)) == after)
    #expect(transform.serverResult(previous: before, at: second(1)) == after)
  }

  @Test("unites arrays without doubling, keeping the doubles that are there")
  func union() {
    let transform = Transform.arrayUnion([2, 3, 3, .double(1)])
    #expect(
      transform.serverResult(previous: [1, 1, 2], at: second(1)) == [1, 1, 2, 3, .double(1)])
    #expect(transform.serverResult(previous: "no array", at: second(1)) == [2, 3, .double(1)])
  }

  @Test("removes every occurrence from arrays")
  func removal() {
    let transform = Transform.arrayRemove([1])
    #expect(
      transform.serverResult(previous: [1, 2, 1, .double(1)], at: second(1)) == [2, .double(1)])
    #expect(transform.serverResult(previous: nil, at: second(1)) == [])
  }

  @Test("keeps a server timestamp pending with what was before until the server decides")
  func serverTimestamp() {
    let pending = PendingTimestamp(estimate: second(1), previous: 7)
    let transform = Transform.serverTimestamp
    #expect(transform.localResult(previous: 7, at: second(1)) == .pendingTimestamp(pending))
    #expect(transform.serverResult(previous: 7, at: second(2)) == .timestamp(second(2)))
  }
}

@Suite("Mutation")
struct MutationTests {
  let existing = CachedDocument(
    key: city, version: 3, contents: .found(["a": 1, "m": ["x": 1, "y": 2]]))
  let absent = CachedDocument(key: city, version: 3, contents: .missing)

  @Test("a set replaces the document")
  func replace() throws {
    let set = try Mutation.set(city, [("b", 2)])
    #expect(set.appliedLocally(to: existing, at: second(1)).fields == ["b": 2])
    #expect(set.appliedLocally(to: absent, at: second(1)).fields == ["b": 2])
  }

  @Test("a merging set writes leaves and leaves the rest")
  func merge() throws {
    let set = try Mutation.set(
      city, [("m", ["x": 9]), ("e", [:]), ("a", .delete)], merge: .all)
    let result: Fields = ["m": ["x": 9, "y": 2], "e": [:]]
    #expect(set.appliedLocally(to: existing, at: second(1)).fields == result)
    #expect(set.precondition == .none)
  }

  @Test("a set with named fields writes those alone")
  func mergeFields() throws {
    let mask = try [FieldPath(parsing: "m.x")]
    let set = try Mutation.set(city, [("m", ["x": 9, "z": 3]), ("b", 1)], merge: .fields(mask))
    let result: Fields = ["a": 1, "m": ["x": 9, "y": 2]]
    #expect(set.appliedLocally(to: existing, at: second(1)).fields == result)
  }

  @Test("an update replaces the values at its paths, and needs the document")
  func update() throws {
    let path = try FieldPath(parsing: "m.x")
    let whole = try FieldPath(parsing: "a")
    let update = try Mutation.update(city, [(path, .delete), (whole, ["k": 1])])
    let result: Fields = ["a": ["k": 1], "m": ["y": 2]]
    #expect(update.appliedLocally(to: existing, at: second(1)).fields == result)
    #expect(update.appliedLocally(to: absent, at: second(1)) == absent)
    #expect(update.precondition == .exists(true))
  }

  @Test("a deletion makes a known document missing")
  func delete() {
    let result = Mutation.delete(city).appliedLocally(to: existing, at: second(1))
    #expect(result.contents == .missing)
    #expect(result.origin == .localWrite)
  }

  @Test("transforms inside a merge change their fields and no neighbours")
  func transforms() throws {
    let set = try Mutation.set(
      city, [("m", ["x": .transform(.increment(4))]), ("a", .transform(.increment(1)))],
      merge: .all)
    let result: Fields = ["a": 2, "m": ["x": 5, "y": 2]]
    #expect(set.appliedLocally(to: existing, at: second(1)).fields == result)
  }

  @Test("an update that the server took of a document never read leaves its contents unknown")
  func unknown() throws {
    let update = try Mutation.update(city, [(FieldPath(["a"]), 1)])
    let unread = CachedDocument(key: city)
    let result = update.acknowledged(on: unread, results: [], version: 9)
    #expect(result.contents == .unknown)
    #expect(result.version == 9)
    #expect(result.origin == .acknowledgedWrite)
  }

  @Test("an acknowledgement writes what the server decided")
  func acknowledged() throws {
    let update = try Mutation.update(city, [(FieldPath(["a"]), .transform(.serverTimestamp))])
    let result = update.acknowledged(
      on: existing, results: [.timestamp(second(5))], version: 4)
    #expect(result.fields?["a"] == .timestamp(second(5)))
  }
}

@Suite("Input of a write")
struct InputTests {
  static let mistakes: [(FirestoreUsageError, [(String, InputValue)])] = [
    (.emptyFieldName(in: "the document"), [("", 1)]),
    (.emptyFieldName(in: "a"), [("a", ["": 1])]),
    (.reservedFieldName("__x__"), [("__x__", 1)]),
    (.nestedArray(field: "a"), [("a", [[1]])]),
    (.nestedArray(field: "a"), [("a", .value([["b"]]))]),
    (.nestedArray(field: "a.b"), [("a", ["b": .value([[1]])])]),
    (.deleteOutsideMerge(field: "a"), [("a", .delete)]),
    (.deleteOutsideMerge(field: "a"), [("a", [.delete])]),
    (
      .misplacedTransform("FieldValue.serverTimestamp()", place: "an array"),
      [("a", [.transform(.serverTimestamp)])]
    ),
    (
      .misplacedTransform("FieldValue.increment()", place: "an array"),
      [("a", [["b": .transform(.increment(1))]])]
    ),
    (.nestedArray(field: "FieldValue.arrayUnion()"), [("a", .transform(.arrayUnion([[1]])))]),
    (
      .unsupportedValue(type: "\"x\"", field: "FieldValue.increment()"),
      [("a", .transform(.increment("x")))]
    ),
  ]

  @Test("refuses in a set what the product refuses", arguments: mistakes)
  func set(_ error: FirestoreUsageError, _ data: [(String, InputValue)]) {
    #expect(throws: error) { try Mutation.set(city, data) }
  }

  @Test("refuses a deletion below the top level of an update")
  func nestedDeletion() {
    #expect(throws: FirestoreUsageError.deleteBelowTopLevel(field: "a.b")) {
      try Mutation.update(city, [(FieldPath(["a"]), ["b": .delete])])
    }
  }

  @Test("refuses a field mask that the data does not cover")
  func mask() {
    #expect(throws: FirestoreUsageError.maskedFieldMissing("z")) {
      try Mutation.set(city, [("a", 1)], merge: .fields([FieldPath(["z"])]))
    }
  }

  @Test("every mistake has a sentence of its own", arguments: mistakes)
  func sentences(_ error: FirestoreUsageError, _ data: [(String, InputValue)]) {
    #expect(!error.description.isEmpty)
    #expect(error.description.last != ".")
  }
}
