import SluiceSpies
import Testing

@Suite("Value")
struct ValueTests {
  @Test(
    "is written in the notation of the scenario language",
    arguments: [
      (Value.null, "null"),
      (.bool(true), "true"),
      (.integer(-7), "-7"),
      (.double(1), "1.0"),
      (.double(.nan), "double(nan)"),
      (.double(-.infinity), "double(-inf)"),
      (.duration(0), "0ms"),
      (.duration(90_000_000_000), "90s"),
      (.duration(3_600_000_000_000), "1h"),
      (.duration(1_500_000), "1500us"),
      (.duration(7), "7ns"),
      (.string("a\"b\\\n\u{1}"), "\"a\\\"b\\\\\\n\\u0001\""),
      (.symbol("permission-denied"), "permission-denied"),
      (.path("cities/SF"), "cities/SF"),
      (.array([.integer(1), .null]), "[1, null]"),
      (.members([("b", .integer(2)), ("a", .integer(1))]), "{a: 1, b: 2}"),
      (.members([("a b", .null), ("é", .null)]), "{\"a b\": null, \"é\": null}"),
      (.call("geo", .double(52.5), .double(13.4)), "geo(52.5, 13.4)"),
      (.call("doc", [Value.Argument("pending", .bool(true))]), "doc(pending: true)"),
    ])
  func notation(_ value: Value, _ text: String) {
    #expect(value.description == text)
  }

  @Test(
    "is read by people, as a time, without counting digits",
    arguments: [
      (0, "0ms"), (1, "1ns"), (999, "999ns"), (1_000, "1us"), (1_500, "1.5us"),
      (999_999, "999.999us"), (1_000_000, "1ms"), (1_000_001, "1.000001ms"),
      (999_999_999, "999.999999ms"), (1_000_000_000, "1s"), (1_000_000_001, "1.000000001s"),
      (1_500_000_000, "1500ms"), (90_000_000_000, "90s"), (3_600_000_000_000, "1h"),
      (-999_999_999, "-999.999999ms"), (61_000_000_001, "61.000000001s"),
      (.max, "9223372036.854775807s"), (.min, "-9223372036.854775808s"),
    ] as [(Int64, String)])
  func readable(_ nanoseconds: Int64, _ text: String) {
    #expect(Value.readable(nanoseconds: nanoseconds) == text)
  }

  @Test("escapes by scalar, so that a combining mark hides nothing")
  func combiningMark() {
    #expect(Value.string("\"\u{308}").description == "\"\\\"\u{308}\"")
  }

  @Test("an integer never equals a double, nor a symbol a string")
  func kindsStayApart() {
    #expect(Value.integer(1) != .double(1))
    #expect(Value.symbol("a") != .string("a"))
    #expect(Value.path("a/b") != .string("a/b"))
  }

  @Test("named values are equal whatever order they came in")
  func membersAreSorted() {
    let one = Value.members([("x", .integer(1)), ("y", .integer(2))])
    let other = Value.members([("y", .integer(2)), ("x", .integer(1))])
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
  }
}

@Suite("Failure")
struct FailureTests {
  private struct Named: Error, ProjectsToValue {
    var projected: Value { .symbol("unavailable") }
  }

  private struct Plain: Error {}

  @Test(
    "keeps what an error says of itself, its type, and whether it is the runtime's cancellation")
  func records() {
    #expect(Failure(Named()).value == .symbol("unavailable"))
    #expect(Failure(Plain()).value == .string("Plain()"))
    #expect(Failure(Plain()).type.hasSuffix("Plain"))
    #expect(Failure(CancellationError()).isCancellation)
    #expect(!Failure(Named()).isCancellation)
  }

  @Test("tells errors of two types apart although they say the same")
  func typesDiffer() {
    #expect(Failure(type: "A", value: .null) != Failure(type: "B", value: .null))
  }
}

extension ValueTests {
  @Test("equals another exactly when both print the same")
  func equality() {
    let values: [Value] = [
      .double(.nan), .double(0), .double(-0.0), .string("\u{e9}"), .string("e\u{301}"),
      .symbol("a"), .path("a"), .string("a"), .duration(1), .integer(1), .array([.null]),
      .members([("\u{e9}", .null)]), .members([("e\u{301}", .null)]), .call("a", .null),
    ]
    for (index, left) in values.enumerated() {
      for (other, right) in values.enumerated() {
        #expect((left == right) == (index == other), "\(left) and \(right)")
      }
    }
    #expect(Set(values + values).count == values.count)
  }
}
