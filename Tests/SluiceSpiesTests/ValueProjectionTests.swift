import SluiceSpies
import Testing

@Suite("The value of anything")
struct ValueProjectionTests {
  private struct Person: Codable {
    var name: String
    var born: Int?
    var tags: Set<String>
    var nested: [String: [Double]]
  }

  private enum Weather: String, Codable {
    case sunny = "SUNNY"
  }

  private enum Packed: Codable {
    case box(count: Int)
  }

  private struct Plain {
    var degrees = 21
  }

  private struct Named: ProjectsToValue, Codable {
    var projected: Value { .symbol("named") }
  }

  private struct Refusing: Encodable {
    func encode(to encoder: any Encoder) throws {
      throw EncodingError.invalidValue(
        self, EncodingError.Context(codingPath: [], debugDescription: "no"))
    }
  }

  private class Base: Encodable {
    var first = 1
  }

  private final class Derived: Base {
    var second = [2]

    private enum Keys: CodingKey { case second, last }

    override func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Keys.self)
      try container.encode(second, forKey: .second)
      try container.encodeNil(forKey: .last)
      try super.encode(to: container.superEncoder())
    }
  }

  @Test("is what everybody would write for numbers, text and containers of them")
  func plain() {
    let cases: [(any Sendable, Value)] = [
      (21, .integer(21)), (UInt8(7), .integer(7)), (UInt64.max, .string("18446744073709551615")),
      (21.5, .double(21.5)), (Float(0.5), .double(0.5)), (true, .bool(true)),
      ("text", .string("text")), ("text".dropFirst(), .string("ext")),
      (Character("x"), .string("x")), (Duration.milliseconds(5), .duration(5_000_000)),
      (Int?.none, .null), (Int?.some(1), .integer(1)),
      ([1, 2], .array([.integer(1), .integer(2)])),
      (Value.symbol("word"), .symbol("word")),
      (Set(["b", "a"]), .array([.string("a"), .string("b")])),
      (["b": 2, "a": 1], .members([("a", .integer(1)), ("b", .integer(2))])),
      ([2: "b"], .array([.array([.integer(2), .string("b")])])),
    ]
    for (subject, value) in cases { #expect(Value(projecting: subject) == value) }
  }

  @Test("is a type's own form first, then its cases, its coding, its description")
  func order() {
    #expect(Value(projecting: Named()) == .symbol("named"))
    #expect(Value(projecting: [Named()]) == .array([.symbol("named")]))
    #expect(Value(projecting: Weather.sunny) == .symbol("sunny"))
    #expect(Value(projecting: Packed.box(count: 2)).description == "{box: {count: 2}}")
    #expect(Value(projecting: Plain()) == .string("Plain(degrees: 21)"))
    #expect(Value(projecting: Refusing()) == .string("Refusing()"))
  }

  @Test("has the members of what codes itself, whatever the order of a set inside")
  func coded() {
    let person = Person(
      name: "Ada", born: nil, tags: ["z", "y", "x", "w"], nested: ["a": [1, 2]])
    #expect(
      Value(projecting: person).description
        == #"{name: "Ada", nested: {a: [1.0, 2.0]}, tags: ["w", "x", "y", "z"]}"#)
    #expect(
      Value(projecting: Derived()).description == "{last: null, second: [2], super: {first: 1}}")
  }

  private struct Novel: Error, CustomStringConvertible {
    let description: String
  }

  @Test("has the beginning of a text of megabytes, and a digest that tells it from others")
  func longText() {
    let text = String(repeating: "novel ", count: 900_000)
    let failures = ["", "!"].map { ending in Failure(Novel(description: text + ending)) }
    #expect(failures.allSatisfy { failure in failure.value.description.utf8.count < 2_000 })
    #expect(failures[0] == Failure(Novel(description: text)))
    #expect(failures[0] != failures[1])
    let values = [text, text + "!"].map { text in Value(projecting: text) }
    #expect(values.allSatisfy { value in value.description.utf8.count < 2_000 })
    #expect(values[0] != values[1])
    #expect(Value(projecting: [text]) == .array([values[0]]))
  }

  @Test("has each text whole that a scenario file has room for")
  func wholeText() {
    let text = String(repeating: "a", count: 1 << 20)
    #expect(Value(projecting: text) == .string(text))
    let description = String(repeating: "a", count: 1 << 16)
    #expect(Failure(Novel(description: description)).value == .string(description))
  }
}
