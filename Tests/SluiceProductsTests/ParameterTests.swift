import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import Synchronization
import Testing

/// A backend that notes what its verbs are handed.
private final class NotingBackend: Sendable {
  private let noted = Mutex<[String]>([])

  func note(_ words: Any...) {
    let line = words.map { word in "\(word)" }.joined(separator: " ")
    noted.withLock { noted in noted.append(line) }
  }

  var lines: [String] { noted.withLock { noted in noted } }
}

/// What a verb does with a call.
private enum Noted: Equatable {
  case done([String])
  case refused(String)

  /// What becomes of a call of a product's only verb.
  static func performing(
    _ verb: Verb<NotingBackend>, _ arguments: [(String, Value)] = [],
    rows: [[Value.Member]] = []
  ) -> Noted {
    Simulation().perform { simulation in
      let backend = NotingBackend()
      let product = Product(
        "notes", summary: "Notes.", backend: { _ in backend }, verbs: [verb])
      let spy = Spy(log: EventLog(of: simulation))
      let fixture = product.makeFixture(
        in: FixtureSetting(simulation: simulation, spy: spy, layer: .unit))
      defer { simulation.end() }
      do throws(FixtureError) {
        let labelled = arguments.map { name, value in Value.Argument(name, value) }
        try fixture.perform(
          Call(name: "notes.\(verb.signature.name)", arguments: labelled, rows: rows))
        return .done(backend.lines)
      } catch {
        return .refused(error.description)
      }
    }
  }
}

private enum Size: String, Sendable, CaseIterable {
  case small
  case large
}

@Suite("Parameter")
struct ParameterTests {
  @Test("is handed over as its kind reads it")
  func kinds() {
    let verb = Verb<NotingBackend>(
      "note", "Notes.", Parameter<Bool>("truth", .bool, "a truth"),
      Parameter<Int64>("number", .integer, "a number"),
      Parameter<Double>("fraction", .double, "a fraction"),
      Parameter<Duration>("time", .duration, "a time"),
      Parameter<String>("text", .string, "a text"),
      Parameter<String>("path", .path, "a path"), Parameter<String>("place", .place, "a place"),
      Parameter<Size>("size", .choice, "a size"),
      Parameter<[Int64]>(
        "list", .list(of: .integer), "a list"),
      Parameter<Value>("data", .data, "data"), example: "notes.note()"
    ) { backend, truth, number, fraction, time, text, path, place, size, list, data in
      backend.note(truth, number, fraction, time, text, path, place, size, list, data)
    }
    let noted = Noted.performing(
      verb,
      [
        ("truth", .bool(true)), ("number", .integer(7)), ("fraction", .double(0.5)),
        ("time", .duration(1_500_000)), ("text", .string("t")), ("path", .path("a/b")),
        ("place", .symbol("root")), ("size", .symbol("large")),
        ("list", .array([.integer(1), .integer(2)])), ("data", .null),
      ])
    #expect(noted == .done(["true 7 0.5 0.0015 seconds t a/b root large [1, 2] null"]))
  }

  @Test(
    "that is of another kind is refused with its verb, its name and what it takes",
    arguments: [
      ([("count", .string("1"))], "'notes.note' takes an integer for 'count', not \"1\""),
      ([], "'notes.note' takes an integer for 'count', not nothing"),
      (
        [("count", .integer(1)), ("size", .symbol("huge"))],
        "'notes.note' takes small or large for 'size', not huge"
      ),
      (
        [("count", .integer(1)), ("size", .integer(1))],
        "'notes.note' takes small or large for 'size', not 1"
      ),
      (
        [("count", .integer(1)), ("after", .integer(1))],
        "'notes.note' takes a duration for 'after', not 1"
      ),
      (
        [("count", .integer(1)), ("more", .symbol("a")), ("more", .integer(1))],
        "'notes.note' takes a bare word for 'more', not a, 1"
      ),
    ] as [([(String, Value)], String)])
  func misfit(_ arguments: [(String, Value)], _ message: String) {
    let verb = Verb<NotingBackend>(
      "note", "Notes.", Parameter<Int64>("count", .integer, "a count"),
      Parameter<Size>(label: "size", .choice, default: .small, "a size"),
      .optional(label: "after", .duration, "a time"), .variadic("more", .word(), "words"),
      example: "notes.note(1)"
    ) { (backend: NotingBackend, _: Int64, _: Size, _: Duration?, _: [String]) in
      backend.note("done")
    }
    #expect(Noted.performing(verb, arguments) == .refused(message))
  }

  @Test("that need not be given has its default, nothing, or no element")
  func absent() {
    let verb = Verb<NotingBackend>(
      "note", "Notes.", Parameter<Size>(label: "size", .choice, default: .large, "a size"),
      .optional(label: "after", .duration, "a time"), .variadic("more", .integer, "numbers"),
      example: "notes.note()"
    ) { (backend: NotingBackend, size: Size, time: Duration?, numbers: [Int64]) in
      backend.note(size, time.map { time in "\(time)" } ?? "never", numbers)
    }
    #expect(Noted.performing(verb) == .done(["large never []"]))
    let given: [(String, Value)] = [
      ("size", .symbol("small")), ("after", .duration(1_000_000_000)),
      ("more", .integer(3)), ("more", .integer(4)),
    ]
    #expect(Noted.performing(verb, given) == .done(["small 1.0 seconds [3, 4]"]))
  }

  @Test("of several parts is handed over as a whole, or refused with the parts' reason")
  func combining() {
    let range = Parameter<ClosedRange<Int64>>.combining(
      Parameter<Int64>("from", .integer, "the first"),
      Parameter<Int64>(label: "to", .integer, default: 9, "the last")
    ) { first, last in
      guard first <= last else { throw FixtureError("\(first) comes after \(last)") }
      return first...last
    }
    let verb = Verb<NotingBackend>(
      "note", "Notes.", range, Parameter<String>("text", .string, "a text"),
      example: "notes.note(1, \"t\", to: 2)"
    ) { backend, range, text in backend.note(range.lowerBound, range.upperBound, text) }
    let names = verb.signature.parameters.map { parameter in parameter.name }
    #expect(names == ["from", "to", "text"])
    let text: (String, Value) = ("text", .string("t"))
    #expect(Noted.performing(verb, [("from", .integer(1)), text]) == .done(["1 9 t"]))
    let reversed: [(String, Value)] = [("from", .integer(3)), ("to", .integer(2)), text]
    #expect(Noted.performing(verb, reversed) == .refused("3 comes after 2"))
    let wrong: [(String, Value)] = [("from", .integer(3)), ("to", .null), text]
    let message = "'notes.note' takes an integer for 'to', not null"
    #expect(Noted.performing(verb, wrong) == .refused(message))
  }

  @Test("of a table's columns is what each row has")
  func table() {
    let verb = Verb<NotingBackend>(
      "note", "Notes.", columns: ["id", "name"], example: "notes.note()"
    ) { backend, rows in
      for row in rows { backend.note(row.map { member in "\(member.name)=\(member.value)" }) }
    }
    let rows: [[Value.Member]] = [
      [Value.Member("id", .integer(1)), Value.Member("name", .string("a"))],
      [Value.Member("id", .integer(2)), Value.Member("name", .null)],
    ]
    let lines = [#"["id=1", "name=\"a\""]"#, #"["id=2", "name=null"]"#]
    #expect(Noted.performing(verb, rows: rows) == .done(lines))
  }

  @Test("is not made of another error than the backend's own words")
  func foreignError() {
    struct Refusal: Error, CustomStringConvertible { let description = "not today" }
    let verb = Verb<NotingBackend>("note", "Notes.", example: "notes.note()") { _ in
      throw Refusal()
    }
    #expect(Noted.performing(verb) == .refused("not today"))
  }
}
