import FakeFirestore
import Testing

@Suite("FieldFilter")
struct FilterTests {
  /// An operator, its value, the field's value (nil for none), and whether they match.
  static let cases: [(FieldFilter.Operator, DocumentValue, DocumentValue?, Bool)] = [
    (.equal, 1, 1, true), (.equal, 1, .double(1), true), (.equal, 1, 2, false),
    (.equal, 1, nil, false), (.equal, 1, "1", false), (.equal, .null, .null, true),
    (.equal, .double(.nan), .double(.nan), true), (.equal, .double(.nan), 1, false),
    (.equal, 0, .double(-0.0), true), (.equal, [1, 2], [1, 2], true),
    (.equal, ["a": 1], ["a": .double(1)], true),
    (.notEqual, 1, 2, true), (.notEqual, 1, .double(1), false), (.notEqual, 1, "1", true),
    (.notEqual, 1, nil, false), (.notEqual, 1, .null, false), (.notEqual, .null, 1, true),
    (.notEqual, .null, .null, false), (.notEqual, .double(.nan), .double(.nan), false),
    (.less, 2, 1, true), (.less, 2, 2, false), (.less, 2, "1", false), (.less, 2, .null, false),
    (.less, 2, .double(.nan), true), (.less, 2, nil, false),
    (.lessOrEqual, 2, .double(2), true), (.lessOrEqual, 2, .double(2.5), false),
    (.greater, 2, 3, true), (.greater, 2, 2, false), (.greater, 2, "3", false),
    (.greaterOrEqual, 2, 2, true), (.greaterOrEqual, "b", "a", false),
    (.greaterOrEqual, "b", "ba", true), (.greater, .double(.nan), 0, true),
    (.isIn, [1, 2], 2, true), (.isIn, [1, 2], 3, false), (.isIn, [1], .double(1), false),
    (.isIn, [[1]], [1], true), (.isIn, [.null], .null, true), (.isIn, [1], nil, false),
    (.notIn, [1, 2], 3, true), (.notIn, [1, 2], 2, false), (.notIn, [1], nil, false),
    (.notIn, [1], .null, false), (.notIn, [1, .null], 3, false),
    (.arrayContains, 1, [0, 1], true), (.arrayContains, 1, [0], false),
    (.arrayContains, 1, 1, false), (.arrayContains, 1, nil, false),
    (.arrayContains, .null, [.null], true),
    (.arrayContainsAny, [1, 2], [2, 3], true), (.arrayContainsAny, [1, 2], [3], false),
    (.arrayContainsAny, [1, 2], 2, false),
  ]

  @Test("matches as the product does", arguments: cases)
  func match(
    _ comparison: FieldFilter.Operator, _ operand: DocumentValue, _ field: DocumentValue?,
    _ matches: Bool
  ) {
    let filter = FieldFilter(field: FieldPath(["f"]), comparison: comparison, value: operand)
    var fields = Fields()
    fields["f"] = field
    #expect(filter.matches(fields, key: city) == matches)
  }

  @Test("compares the document id by reference")
  func key() throws {
    let cities = QueryShape(path: ResourcePath(segments: ["cities"]))
    let query = try cities.filtered(.documentID(), .greaterOrEqual, "S")
    #expect(query.matches([:], key: city))
    #expect(try !cities.filtered(.documentID(), .equal, "LA").matches([:], key: city))
    #expect(try cities.filtered(.documentID(), .isIn, ["LA", "SF"]).matches([:], key: city))
    #expect(try !cities.filtered(.documentID(), .notIn, ["LA", "SF"]).matches([:], key: city))
  }

  static let conflicts: [([FieldFilter.Operator], FirestoreUsageError?)] = [
    ([.notIn, .notEqual], .conflictingFilters("!=", "not-in")),
    ([.notEqual, .notIn], .conflictingFilters("not-in", "!=")),
    ([.notEqual, .notEqual], .repeatedFilter("!=")),
    ([.notIn, .notIn], .repeatedFilter("not-in")),
    ([.isIn, .notIn], .conflictingFilters("not-in", "in")),
    ([.notIn, .isIn], .conflictingFilters("in", "not-in")),
    ([.notIn, .arrayContainsAny], .conflictingFilters("array-contains-any", "not-in")),
    ([.arrayContains, .notIn], nil), ([.isIn, .isIn], nil), ([.isIn, .arrayContainsAny], nil),
    ([.less, .greater, .equal, .equal], nil), ([.notEqual, .less], nil),
  ]

  @Test("goes with the others or says which it does not go with", arguments: conflicts)
  func conflict(_ operators: [FieldFilter.Operator], _ error: FirestoreUsageError?) throws {
    var thrown: FirestoreUsageError?
    var query = QueryShape(path: ResourcePath(segments: ["cities"]))
    do {
      for (index, comparison) in operators.enumerated() {
        query = try query.filtered(
          FieldPath(["f\(index)"]), comparison, comparison.takesSeveral ? [1] : 1)
      }
    } catch {
      thrown = error
    }
    #expect(thrown == error)
  }

  static let keyMistakes: [(FieldFilter.Operator, DocumentValue, FirestoreUsageError)] = [
    (.arrayContains, "x", .arrayFilterOnKey("array-contains")),
    (.arrayContainsAny, ["x"], .arrayFilterOnKey("array-contains-any")),
    (.equal, "", .invalidKeyValue("an id that is not empty")),
    (.equal, "a/b", .invalidKeyValue("a plain document id, without a slash: \"a/b\"")),
    (.equal, 1, .invalidKeyValue("a string or a reference, not 1")),
    (.isIn, [1], .invalidKeyValue("a string or a reference, not 1")),
    (.isIn, [], .emptyValues(filter: "in")),
  ]

  @Test("refuses what can't be compared with a document id", arguments: keyMistakes)
  func keyMistake(
    _ comparison: FieldFilter.Operator, _ value: DocumentValue, _ error: FirestoreUsageError
  ) {
    #expect(throws: error) {
      try QueryShape(path: ResourcePath(segments: ["cities"]))
        .filtered(.documentID(), comparison, value)
    }
  }

  @Test("takes paths for the ids of a group, with an even number of segments")
  func groupKeys() throws {
    let group = QueryShape(path: .root, group: "landmarks")
    let query = try group.filtered(.documentID(), .equal, "cities/SF/landmarks/gate")
    let gate = try DocumentKey(parsing: "cities/SF/landmarks/gate")
    #expect(query.matches([:], key: gate))
    #expect(throws: FirestoreUsageError.self) {
      try group.filtered(.documentID(), .equal, "cities/SF/landmarks")
    }
  }
}
