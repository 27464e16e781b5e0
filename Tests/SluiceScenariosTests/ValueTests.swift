import SluiceScenarios
import Testing

@Suite("Values")
struct ValueTests {
  /// The value behind `next` in a scenario.
  static func value(_ text: String) throws -> SyntaxValue {
    let steps = try Reading.cases(Reading.started("expect L next \(text)"))[0].timeline
    guard case .expect(.outcome(_, .next(let value), _))? = steps.last?.action else {
      throw Reading.Unreadable(diagnostics: "the last step is no expectation")
    }
    return value
  }

  @Test(
    "a value is read as what it is",
    arguments: [
      ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("_", .wildcard),
      ("0", .int(0)), ("-1", .int(-1)), ("007", .int(7)),
      ("9223372036854775807", .int(Int64.max)), ("-9223372036854775808", .int(Int64.min)),
      ("1.0", .double(1)), ("-2.5e-3", .double(-0.0025)), ("1e3", .double(1_000)),
      ("1E+3", .double(1_000)), ("0.1", .double(0.1)), ("5us", .duration(5_000)),
      ("1500ns", .duration(1_500)), ("1000ns", .duration(1_000)), ("1ns", .duration(1)),
      ("5ms", .duration(5_000_000)), ("5s", .duration(5_000_000_000)),
      ("2min", .duration(120_000_000_000)), ("1h", .duration(3_600_000_000_000)),
      ("\"\"", .string("")), (#""a\"\\\/\b\f\n\r\t""#, .string("a\"\\/\u{8}\u{C}\n\r\t")),
      (#""\u00fc\ud83c\udf0d""#, .string("ü🌍")), ("\"ü#🌍\"", .string("ü#🌍")),
      ("name", .symbol("name")), ("_a.b-c", .symbol("_a.b-c")), ("nullable", .symbol("nullable")),
      ("a/b", .path(SyntaxPath(segments: [.literal("a"), .literal("b")], isAbsolute: false))),
      ("/", .path(SyntaxPath(segments: [], isAbsolute: true))),
      ("/5/~.x", .path(SyntaxPath(segments: [.literal("5"), .literal("~.x")], isAbsolute: true))),
      ("\"\"\" a \" b \"\"\"", .text(" a \" b ")),
    ] as [(String, SyntaxValue.Kind)])
  func kinds(text: String, kind: SyntaxValue.Kind) throws {
    #expect(try Self.value(text).kind == kind)
  }

  @Test(
    "the description of a value reads as the same value",
    arguments: [
      "[1, 2.5, -3, 1e+99, null, _, ...]", "{a.b: 1, \"c d\": [x, \"y\"], ...}", "{}", "[]",
      "doc({at: timestamp(\"2026\"), in: ref(cities/SF), g: geo(1.0, -2.0)})", "1500us", "90s",
      "1500ns",
      "0ms", "\"\\u0001\\n\\\"\"", "[[[]], {a: {}}]", "double(nan)",
    ])
  func roundTrip(text: String) throws {
    let once = try Self.value(text).description
    #expect(try Self.value(once).description == once)
    #expect(once.replacing(" ", with: "") == text.replacing(" ", with: ""))
  }

  @Test("a text loses its common indentation and its outer line breaks, and nothing else")
  func texts() throws {
    let text = "\"\"\"\n      one\n\n        two  \n      \\n \"three\"\n    \"\"\""
    #expect(try Self.value(text).kind == .text("one\n\n  two  \n\\n \"three\""))
    let windows = text.replacing("\n", with: "\r\n")
    #expect(try Self.value(windows).kind == .text("one\n\n  two  \n\\n \"three\""))
    #expect(try Self.value("\"\"\"first\n  second\"\"\"").kind == .text("first\nsecond"))
    #expect(try Self.value("\"\"\"\n\"\"\"").kind == .text(""))
  }

  @Test("line breaks inside brackets, trailing commas and comments change nothing")
  func layout() throws {
    let text = """
      {  # an object
        a: [
          1,

          2,  # two
        ],
        expect: next,
        "b": f.g,
      }
      """
    #expect(try Self.value(text).description == "{a: [1, 2], expect: next, b: f.g}")
  }

  @Test("CRLF and LF are read alike")
  func lineBreaks() throws {
    let path = "Scenarios/all-products/cancellation/a.scenario"
    let windows = ConformanceTests.matrix.replacing("\n", with: "\r\n")
    let ids = try Reading.cases(windows, path: path).map(\.id)
    #expect(try ids == Reading.cases(ConformanceTests.matrix, path: path).map(\.id))
    let lone = Reading.read(Reading.started("cancel L\rcancel L"))
    #expect(Reading.summary(lone) == ["S0103@5:13", "S0216@5:14"])
  }

  @Test("an object is asked by key, and members keep their order")
  func objects() throws {
    guard case .object(let object) = try Self.value("{b: 1, a: 2, ...}").kind else {
      Issue.record("the value is no object")
      return
    }
    #expect(object["a"]?.kind == .int(2) && object["c"] == nil)
    #expect(object.members.map(\.key) == ["b", "a"] && object.isOpen)
  }
}
