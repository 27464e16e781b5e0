import SluiceScenarios
import Testing

@Suite("Filters")
struct FilterTests {
  static let path = "Scenarios/all-products/cancellation/start.scenario"

  static func selected(_ filter: String) throws -> [String] {
    let parsed = CaseFilter.parse(filter)
    let condition = try #require(parsed.filter, "\(parsed.diagnostics)")
    return try Reading.cases(ConformanceTests.matrix, path: path)
      .filter(condition.matches).map { scenarioCase in
        scenarioCase.caseIDs.joined(separator: "/")
      }
  }

  @Test("keys, globs and operators select as they say")
  func selection() throws {
    let later = [
      "firestore-doc/later", "database-value/later", "auth-state/later", "websocket/later",
    ]
    #expect(try Self.selected("tag:cancel").count == 8)
    #expect(try Self.selected("tag:can*l & layer:cancellation & rule:*.immediate").count == 8)
    #expect(try Self.selected("!tag:cancel") == [])
    #expect(try Self.selected("id:*/later") == later)
    #expect(try Self.selected("id:*/later & !product:auth & !product:websocket").count == 2)
    #expect(try Self.selected("id:*/later & (product:auth | product:websocket)").count == 2)
    #expect(try Self.selected("product:all-products").count == 8)
    #expect(try Self.selected("stream:auth.state-changes | stream:websocket.*").count == 4)
    #expect(try Self.selected("stream:firestore.document").count == 2)
    #expect(try Self.selected("all-products/cancellation").count == 8)
    #expect(try Self.selected("all-products/cancel") == [])
    #expect(try Self.selected("\"*/cancelled at once/auth-state\"").count == 2)
    #expect(try Self.selected("product:auth | id:*websocket* & id:*/same").count == 3)
    #expect(try Self.selected("!!product:auth").count == 2)
  }

  @Test("the filter for an id selects this case alone")
  func exact() throws {
    for scenarioCase in try Reading.cases(ConformanceTests.matrix, path: Self.path) {
      let filter = CaseFilter.text(selecting: scenarioCase.id)
      #expect(try Self.selected(filter) == [scenarioCase.caseIDs.joined(separator: "/")])
    }
    #expect(CaseFilter.text(selecting: "a\"b*c?\\") == #"id:"a\"b\*c\?\\""#)
    // What a terminal is not shown could not be pasted.
    #expect(CaseFilter.text(selecting: "a\u{202E}b\u{1B}c") == #"id:"a?b?c""#)
  }

  @Test(
    "what can't be read is shown at its place",
    arguments: [
      ("", "S0801@1:1"), ("tag:", "S0801@1:1"), ("tagg:a", "S0802@1:1"), ("(a | b", "S0801@1:1"),
      ("a)", "S0801@1:2"), ("a b", "S0801@1:3"), ("a &", "S0801@1:4"), ("a & | b", "S0801@1:5"),
      ("\"a", "S0801@1:1"), ("layer:cancelation", "S0801@1:7"), ("!", "S0801@1:2"),
    ])
  func wrong(filter: String, expected: String) {
    let parsed = CaseFilter.parse(filter)
    #expect(parsed.filter == nil)
    let places = parsed.diagnostics.map { diagnostic in
      let place = parsed.sources.location(of: diagnostic.span)
      return "\(diagnostic.code.rawValue)@\(place.line):\(place.column)"
    }
    #expect(places == [expected])
  }

  @Test("what was probably meant is suggested")
  func suggestions() {
    #expect(CaseFilter.parse("tagg:a").diagnostics.first?.suggestion == "tag")
    #expect(CaseFilter.parse("layer:cancelation").diagnostics.first?.suggestion == "cancellation")
    let deep = String(repeating: "(", count: 100_000)
    #expect(CaseFilter.parse(deep).filter == nil)
  }
}
