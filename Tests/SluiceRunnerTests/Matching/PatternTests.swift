import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Testing

@Suite("Pattern")
struct PatternTests {
  /// The differences between a value and what a scenario expects.
  private static func differences(_ pattern: String, _ value: Value) throws -> [String] {
    let scenario = try Play.scenario("S = toy.values()\nexpect S next \(pattern)")
    guard case .expect(.outcome(_, .next(let syntax), _))? = scenario.timeline.last?.action else {
      Issue.record("the line is no expectation of a value")
      return []
    }
    return Pattern(syntax: syntax).differences(from: value).map { difference in
      difference.description
    }
  }

  private static func object(_ members: (String, Value)...) -> Value {
    .members(members)
  }

  @Test(
    "matches what is as expected",
    arguments: [
      ("null", Value.null),
      ("_", .array([.integer(1)])),
      ("[1, _]", .array([.integer(1), .null])),
      ("[1, ...]", .array([.integer(1), .integer(2), .integer(3)])),
      ("{a: 1}", object(("a", .integer(1)))),
      ("{a: _, ...}", object(("a", .null), ("b", .null))),
      ("{...}", object()),
      ("cities/SF", .string("cities/SF")),
      ("\"cities/SF\"", .path("cities/SF")),
      ("pair(1, _)", .call("pair", .integer(1), .null)),
      (
        "pair(1, 2)",
        .call(
          "pair",
          [
            Value.Argument(nil, .integer(1)), Value.Argument(nil, .integer(2)),
          ])
      ),
      (
        "pair(1, 2, is: 3)",
        .call(
          "pair",
          [
            Value.Argument(nil, .integer(1)), Value.Argument(nil, .integer(2)),
            Value.Argument("is", .integer(3)),
          ])
      ),
    ])
  func match(_ pattern: String, _ value: Value) throws {
    #expect(try Self.differences(pattern, value) == [])
  }

  @Test(
    "says where a value differs, and how",
    arguments: [
      ("1", Value.double(1), ["expected 1, got 1.0"]),
      ("1", .string("1"), ["expected 1, got \"1\""]),
      ("null", .array([]), ["expected null, got []"]),
      ("[1]", .array([.integer(1), .integer(2)]), ["[1]: unexpected 2"]),
      ("[1, 2]", .array([.integer(1)]), ["[1]: expected 2, got nothing"]),
      ("[1, 2, ...]", .array([.integer(1)]), ["[1]: expected 2, got nothing"]),
      (
        "[2, 1]", .array([.integer(1), .integer(2)]),
        [
          "[0]: expected 2, got 1", "[1]: expected 1, got 2",
        ]
      ),
      ("{a: 1}", object(("a", .integer(1)), ("b", .null)), ["b: unexpected null"]),
      ("{a: 1, ...}", object(("b", .null)), ["a: expected 1, got nothing"]),
      (
        "{a: {b: [1]}}", object(("a", object(("b", .array([.integer(2)]))))),
        [
          "a.b[0]: expected 1, got 2"
        ]
      ),
      (
        "pair(1, 2)", .call("pair", .integer(1), .integer(3)),
        [
          "pair#2: expected 2, got 3"
        ]
      ),
      (
        "pair(1, 2)", .call("other", .integer(1), .integer(2)),
        [
          "expected pair(1, 2), got other(1, 2)"
        ]
      ),
      (
        "pair(1, 2, is: 3)", .call("pair", .integer(1), .integer(2)),
        [
          "is: expected 3, got nothing"
        ]
      ),
    ])
  func difference(_ pattern: String, _ value: Value, _ expected: [String]) throws {
    #expect(try Self.differences(pattern, value) == expected)
  }
}
