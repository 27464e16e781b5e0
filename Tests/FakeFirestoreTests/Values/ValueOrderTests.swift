import FakeFirestore
import SluiceSpies
import Testing

@Suite("Value order")
struct ValueOrderTests {
  /// Values from smallest to largest; those of one group are equal in the order.
  static let ladder: [[DocumentValue]] = [
    [.null],
    [false], [true],
    [.double(.nan), .double(-.nan), .double(.signalingNaN)],
    [.double(-.infinity)], [.double(-0x1p70)], [.integer(.min), .double(-0x1p63)],
    [.integer(.min + 1)], [.integer(-1), .double(-1)], [.double(-0.5)],
    [.integer(0), .double(0), .double(-0.0)], [.double(.leastNonzeroMagnitude)],
    [.integer(1), .double(1)], [.double(1.5)], [.integer(2)],
    [.double(9_007_199_254_740_992), .integer(9_007_199_254_740_992)],
    [.integer(9_007_199_254_740_993)],
    [.integer(.max)], [.double(0x1p63)], [.double(.infinity)],
    [.timestamp(Timestamp(seconds: -1, nanoseconds: 999_999_999))],
    [.timestamp(Timestamp(seconds: 0, nanoseconds: 0))],
    [.timestamp(Timestamp(seconds: 0, nanoseconds: 1))],
    [pending(1)], [pending(2)],
    [""], ["\u{0}"], ["A"], ["a"], ["aa"], ["e\u{301}"], ["\u{e9}"], ["\u{ffff}"], ["\u{10000}"],
    [.bytes([])], [.bytes([0])], [.bytes([0, 1])], [.bytes([1])], [.bytes([255])],
    [reference("c/a")], [reference("c/a/d/a")], [reference("c/b")],
    [.geoPoint(GeoPoint(latitude: -90, longitude: 180))],
    [.geoPoint(GeoPoint(latitude: 0, longitude: -1))],
    [.geoPoint(GeoPoint(latitude: 0, longitude: 1))],
    [[]], [[.null]], [[1]], [[1, .null]], [[2]], [[[]]],
    [[:]], [["a": 1]], [["a": 1, "b": .null]], [["a": 2]], [["aa": 0]], [["b": .null]],
  ]

  static func pending(_ seconds: Int64) -> DocumentValue {
    let estimate = Timestamp(seconds: seconds, nanoseconds: 0)
    return .pendingTimestamp(PendingTimestamp(estimate: estimate, previous: nil))
  }

  static func reference(_ path: String) -> DocumentValue {
    guard let key = try? DocumentKey(parsing: path) else { return .null }
    return .reference(key)
  }

  @Test("compares every pair of the ladder by its rung, both ways round")
  func totalOrder() {
    for (low, left) in Self.ladder.enumerated() {
      for (high, right) in Self.ladder.enumerated() {
        for (left, right) in left.flatMap({ left in right.map { (left, $0) } }) {
          #expect(left.order(against: right) == Ordering(low, high), "\(left) and \(right)")
        }
      }
    }
  }

  @Test("gives each type of the product a rank of its own, integers and doubles sharing one")
  func ranks() {
    let ranks = Self.ladder.compactMap(\.first).map(\.typeRank)
    #expect(ranks == ranks.sorted())
    #expect(Set(ranks) == Set(0...10))
  }

  @Test("keeps contents apart that the order does not tell apart")
  func contents() {
    #expect(DocumentValue.integer(1) != .double(1))
    #expect(DocumentValue.double(0) != .double(-0.0))
    #expect(DocumentValue.double(.nan) == .double(-.nan))
    #expect(DocumentValue.string("e\u{301}") != .string("\u{e9}"))
    #expect(DocumentValue.array([1, 2]) != .array([1, .double(2)]))
    #expect(Self.pending(1) != Self.pending(2))
  }

  @Test("finds every value equal in contents to itself")
  func reflexive() {
    for value in Self.ladder.flatMap({ $0 }) {
      #expect(value == value, "\(value)")
    }
  }
}

@Suite("Fields")
struct FieldsTests {
  @Test("stand in the order of their names, whatever order they were given in")
  func sorted() {
    let fields: Fields = ["b": 1, "a": 2, "\u{e9}": 3, "Z": 4]
    #expect(fields.entries.map(\.name.text) == ["Z", "a", "b", "\u{e9}"])
    #expect(fields == ["a": 2, "Z": 4, "\u{e9}": 3, "b": 1])
  }

  @Test("keep canonically equal names apart")
  func names() {
    let fields: Fields = ["e\u{301}": 1, "\u{e9}": 2]
    #expect(fields.entries.count == 2)
    #expect(fields["\u{e9}"] == 2)
  }

  @Test("are read and written along paths, making maps on the way")
  func paths() throws {
    var fields: Fields = ["a": ["b": 1], "c": 2]
    let inner = try FieldPath(parsing: "a.b")
    let deep = try FieldPath(parsing: "c.d.e")
    #expect(fields[inner] == 1)
    #expect(fields[deep] == nil)
    fields[deep] = 3
    #expect(fields == ["a": ["b": 1], "c": ["d": ["e": 3]]])
    fields[inner] = nil
    #expect(fields == ["a": [:], "c": ["d": ["e": 3]]])
  }

  @Test("stay as they are when a field is deleted that is not there")
  func deletion() throws {
    var fields: Fields = ["a": 1]
    fields[try FieldPath(parsing: "a.b")] = nil
    fields[try FieldPath(parsing: "x.y")] = nil
    #expect(fields == ["a": 1])
  }

  @Test("print in name order")
  func description() {
    #expect("\(["b": [1, .null], "a": "x"] as Fields)" == #"{a: "x", b: [1, null]}"#)
  }
}

@Suite("Pending timestamp")
struct PendingTimestampTests {
  @Test("finds the last value before a chain of pending ones")
  func settled() {
    let time = Timestamp(seconds: 1, nanoseconds: 0)
    let first = PendingTimestamp(estimate: time, previous: 7)
    let second = PendingTimestamp(estimate: time, previous: .pendingTimestamp(first))
    #expect(second.settledPrevious == 7)
    #expect(PendingTimestamp(estimate: time, previous: nil).settledPrevious == nil)
  }

  @Test("is cut to microseconds when stored")
  func stored() {
    let time = Timestamp(seconds: -5, nanoseconds: 123_456_789)
    #expect(time.stored == Timestamp(seconds: -5, nanoseconds: 123_456_000))
  }
}
