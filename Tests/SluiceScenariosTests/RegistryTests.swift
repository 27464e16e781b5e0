import SluiceScenarios
import Testing

@Suite("Registry")
struct RegistryTests {
  let registry = DemonstrationRegistry.registry

  @Test("every entry is found by its name and explains how it is used")
  func lookUp() {
    #expect(registry.verbs.allSatisfy { verb in registry.verb(verb.name) == verb })
    #expect(registry.streams.allSatisfy { stream in registry.stream(stream.name) == stream })
    #expect(registry.constructors(named: "doc").first?.usage == "doc(OBJECT)")
    #expect(
      registry.verb("firestore.put")?.usage == "firestore.put(PATH, OBJECT, merge: BOOL = false)")
    #expect(
      registry.verb("firestore.latency")?.usage == "firestore.latency(DURATION, [of: read|write])")
    #expect(registry.verb("firestore.delete")?.usage == "firestore.delete(PATH, ...)")
    #expect(registry.verb("doc") == nil && registry.constructors(named: "nothing").isEmpty)
  }

  @Test("the example of each verb, stream and probe is a line without errors")
  func examples() {
    let tables = ["firestore.fill": "\n  | id |\n  | \"SF\" |"]
    for verb in registry.verbs {
      let product = verb.product ?? "firestore"
      check(verb.example + (tables[verb.name] ?? ""), product)
    }
    for stream in registry.streams { check(stream.example, stream.product ?? "firestore") }
    for probe in registry.probes { check(probe.example, probe.product ?? "firestore") }
  }

  private func check(_ line: String, _ product: String) {
    let result = Reading.read(
      Reading.timeline(line), path: "Scenarios/\(product)/integration/a.scenario")
    #expect(Reading.gcc(result) == "")
  }

  /// Three products, of which the first two declare a value call of one name and the last none.
  private static let sharing: Registry = {
    var registry = Registry()
    for (name, reaches) in [("p", []), ("q", []), ("r", []), ("both", ["q", "p"])] {
      registry.add(ProductSignature(name, reaches: reaches, summary: "a product"))
      registry.add(
        StreamSignature(
          "\(name).counts", product: name, suite: "\(name).counts", summary: "counts",
          example: "C = \(name).counts()"))
    }
    for (name, type) in [("p", ValueType.int), ("q", .string)] {
      registry.add(
        ConstructorSignature(
          "part", product: name, parameters: [ParameterSignature("of", type)], summary: "a part",
          example: "part(1)"))
    }
    return registry
  }()

  @Test(
    "a value call is that of the file's product, or of one that it reaches",
    arguments: [
      ("p", "part(1)", []), ("p", "part(\"a\")", ["S0406@5:24"]), ("q", "part(\"a\")", []),
      ("q", "part(1)", ["S0406@5:24"]), ("r", "part(1)", ["S0403@5:19"]),
      ("both", "part(\"a\")", []),
    ] as [(String, String, [String])])
  func ownedValues(_ product: String, _ value: String, _ findings: [String]) {
    let text = """
      format 1
      scenario "s"
        timeline
          C = \(product).counts()
          expect C next \(value)
      """
    let result = ScenarioReader(registry: Self.sharing).read(
      path: "Scenarios/\(product)/unit/a.scenario", text: text)
    #expect(Reading.summary(result) == findings)
  }

  @Test("elements are compared with the type of their stream")
  func elements() {
    var registry = Registry()
    registry.add(ProductSignature("p", summary: "a product"))
    registry.add(
      StreamSignature(
        "p.counts", product: "p", suite: "p.counts", element: .int, summary: "counts",
        example: "C = p.counts()"))
    let text = """
      format 1
      scenario "s"
        timeline
          C = p.counts() held
          D = iterate C
          expect C next 1
          expect C next _
          expect C next "1"
          expect D nexts [1, 2.0]
      """
    let result = ScenarioReader(registry: registry).read(
      path: "Scenarios/p/unit/a.scenario", text: text)
    #expect(Reading.summary(result) == ["S0406@8:19", "S0406@9:24"])
  }

  @Test("the nearest name is suggested, and a far one is not")
  func suggestions() {
    let names = ["cancel", "break", "drop"]
    #expect(Suggestion.nearest(to: "cancle", among: names) == "cancel")
    #expect(Suggestion.nearest(to: "brake", among: names) == nil)
    #expect(Suggestion.nearest(to: "drpo", among: names) == "drop")
    #expect(Suggestion.nearest(to: "zzzz", among: names) == nil)
  }
}
