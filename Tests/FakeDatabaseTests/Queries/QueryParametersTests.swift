import FakeDatabase
import Testing

@Suite("Query parameters")
struct QueryParametersTests {
  private let plain = QueryParameters()

  /// The keys of children a to e with the values 1, 2, 2, 3 and a text that are in a range.
  private func keys(in parameters: QueryParameters) throws -> String {
    let node = try TreeNode(["a": 1, "b": 2, "c": 2, "d": 3, "e": "x"])
    return node.children(by: parameters.index).filter(parameters.admits).map(\.key.text).joined()
  }

  @Test("a range by value takes in or leaves out its ends, and a key decides between equals")
  func ranges() throws {
    let plain = try plain.ordered(by: .value)
    #expect(try keys(in: plain) == "abcde")
    #expect(try keys(in: plain.starting(at: 2)) == "bcde")
    #expect(try keys(in: plain.starting(at: 2, key: "c")) == "cde")
    #expect(try keys(in: plain.starting(after: 2)) == "de")
    #expect(try keys(in: plain.starting(after: 2, key: "b")) == "cde")
    #expect(try keys(in: plain.ending(at: 2)) == "abc")
    #expect(try keys(in: plain.ending(at: 2, key: "b")) == "ab")
    #expect(try keys(in: plain.ending(before: 2)) == "a")
    #expect(try keys(in: plain.ending(before: 2, key: "c")) == "ab")
    #expect(try keys(in: plain.equal(to: 2)) == "bc")
    #expect(try keys(in: plain.equal(to: 2.0, key: "c")) == "c")
    #expect(try keys(in: plain.starting(after: 1).ending(before: "x")) == "bcd")
    #expect(try keys(in: plain.starting(at: nil).ending(at: nil)) == "")
  }

  @Test("a range by key compares keys")
  func keyRanges() throws {
    let plain = try plain.ordered(by: .key)
    #expect(try keys(in: plain.starting(at: "b").ending(at: "d")) == "bcd")
    #expect(try keys(in: plain.starting(after: "b").ending(before: "d")) == "c")
    #expect(try keys(in: plain.equal(to: "c")) == "c")
    #expect(try keys(in: plain.starting(at: "7")) == "abcde")
  }

  @Test("a range by a child's value takes children without it for null")
  func childRanges() throws {
    let node = try TreeNode(["a": ["x": 1], "b": 2, "c": ["x": ["y": 1]], "d": ["x": true]])
    let plain = try plain.ordered(byChild: "x")
    let keys = { (parameters: QueryParameters) in
      node.children(by: parameters.index).filter(parameters.admits).map(\.key.text).joined()
    }
    #expect(keys(plain) == "bdac")
    #expect(try keys(plain.equal(to: nil)) == "b")
    #expect(try keys(plain.starting(at: false)) == "dac")
    #expect(try keys(plain.starting(after: 1)) == "c")
    #expect(try keys(self.plain.ordered(byChild: "x/y").starting(at: 1)) == "c")
  }

  @Test("a plain reference's parameters are the default, an order by priority asked for or not")
  func identity() throws {
    #expect(plain.isDefault && plain.loadsAllData)
    #expect(try plain.ordered(by: .priority) == plain)
    #expect(try plain.ordered(by: .priority).isDefault)
    let ordered = try plain.ordered(by: .value)
    #expect(ordered.loadsAllData && !ordered.isDefault && ordered != plain)
    #expect(QuerySpecification(["a"], ordered).listened == QuerySpecification(["a"]))
    let limited = try ordered.limited(to: .first(2))
    #expect(!limited.loadsAllData)
    #expect(try limited != ordered.limited(to: .last(2)))
    #expect(QuerySpecification(["a"], limited).listened == QuerySpecification(["a"], limited))
    #expect(try plain.starting(at: 1) == plain.starting(at: 1.0))
    #expect(try plain.starting(at: 1) != plain.starting(after: 1))
  }

  @Test("a second order, start, end, equal value or limit is refused")
  func repetitions() throws {
    let ordered = try plain.ordered(by: .value)
    #expect(throws: DatabaseUsageError.repeatedOrder) { try ordered.ordered(by: .key) }
    let started = try ordered.starting(at: 1)
    #expect(throws: DatabaseUsageError.repeatedStart("queryStarting(afterValue:)")) {
      try started.starting(after: 1)
    }
    let ended = try ordered.ending(at: 1)
    #expect(throws: DatabaseUsageError.repeatedEnd("queryEnding(beforeValue:)")) {
      try ended.ending(before: 1)
    }
    #expect(throws: DatabaseUsageError.equalBesideRange) { try started.equal(to: 1) }
    #expect(throws: DatabaseUsageError.equalBesideRange) { try ended.equal(to: 1) }
    #expect(throws: DatabaseUsageError.repeatedEnd("queryEnding(atValue:)")) {
      try ordered.equal(to: 1).ending(at: 1)
    }
    #expect(throws: DatabaseUsageError.repeatedLimit) {
      try ordered.limited(to: .first(1)).limited(to: .last(1))
    }
    #expect(throws: DatabaseUsageError.nonPositiveLimit(0)) { try plain.limited(to: .first(0)) }
    #expect(throws: DatabaseUsageError.nonPositiveLimit(-1)) { try plain.limited(to: .last(-1)) }
  }

  @Test("an endpoint fits the order, whichever was said first")
  func fittingEndpoints() throws {
    let byKey = try plain.ordered(by: .key)
    #expect(throws: DatabaseUsageError.invalidEndpoint("1", order: "key")) {
      try byKey.starting(at: 1)
    }
    #expect(throws: DatabaseUsageError.invalidEndpoint("null", order: "key")) {
      try byKey.equal(to: nil)
    }
    #expect(throws: DatabaseUsageError.keyBesideKeyOrder("queryEnding(atValue:)")) {
      try byKey.ending(at: "a", key: "b")
    }
    #expect(throws: DatabaseUsageError.invalidEndpointKey("a/b")) { try byKey.equal(to: "a/b") }
    #expect(throws: DatabaseUsageError.invalidEndpoint("1", order: "key")) {
      try plain.starting(at: 1).ordered(by: .key)
    }
    #expect(throws: DatabaseUsageError.invalidEndpoint("true", order: "priority")) {
      try plain.ending(at: true)
    }
    #expect(throws: DatabaseUsageError.invalidEndpoint("a list or an object", order: "value")) {
      try plain.ordered(by: .value).starting(at: ["a": 1])
    }
    #expect(throws: DatabaseUsageError.invalidEndpointKey("")) { try plain.ending(at: 1, key: "") }
    for child in ["", "$key", "a.b", ".info"] {
      #expect(throws: DatabaseUsageError.invalidOrder(child)) { try plain.ordered(byChild: child) }
    }
  }
}
