import SluiceConformance
import SluiceRunner
import Testing

@Suite("Pages of rules")
struct RulePageTests {
  @Test("show wrong code that breaks the rule in a case about it", arguments: RulePages.all)
  func wrong(_ page: RulePage) throws {
    var played: [String] = []
    for one in try page.played(by: page.wrong) {
      if one.verdict(of: page.rule) == .violated { return }
      played.append(one.text)
    }
    Issue.record("no case about the rule is violated:\n\(played.joined(separator: "\n"))")
  }

  @Test(
    "show right code that passes every case about the rule, under several schedules",
    arguments: RulePages.all)
  func right(_ page: RulePage) throws {
    let page = page.with { page in page.exploration = .sample(first: 1, count: 16) }
    var isExercised = false
    for one in try page.played(by: page.right) {
      #expect(one.result.outcome == .passed, "\(one.text)")
      if one.verdict(of: page.rule) == .held { isExercised = true }
    }
    #expect(isExercised)
  }

  @Test("show the code that is compiled and judged, and no other")
  func text() throws {
    let compiled = try CompiledCode().blocks
    let judged = RulePages.all.map { page in page.rule } + [ConsumerReleasedPage.rule]
    for rule in judged {
      let wrong = compiled[.init(side: .wrong, rule: rule.id)]
      let right = compiled[.init(side: .right, rule: rule.id)]
      #expect(rule.code?.wrong == wrong && wrong != nil, "\(rule.id)")
      #expect(rule.code?.right == right && right != nil, "\(rule.id)")
    }
    let ids = judged.map { rule in rule.id }
    #expect(Set(ids).count == ids.count)
    #expect(Set(compiled.keys.map { key in key.rule }) == Set(ids))
    let shown = Rule.catalogue.filter { rule in rule.code != nil }
    #expect(Set(shown.map { rule in rule.id }) == Set(ids))
  }
}

@Suite("Compiled code")
struct CompiledCodeTests {
  @Test("is what stands between the comments, without the indentation of all its lines")
  func block() throws {
    let text = """
      before
        // wrong: a.b
        one {

          two
        }
        // end
      after
      """
    let key = CompiledCode.Key(side: .wrong, rule: "a.b")
    #expect(try CompiledCode(text).blocks == [key: "one {\n\n  two\n}"])
  }

  @Test(
    "refuses a block without its end or its beginning, one in another, and a second of one name",
    arguments: [
      "// wrong: a.b\none", "// end", "// wrong: a.b\n// right: a.b\n// end",
      "// wrong: a.b\none\n// end\n// wrong: a.b\ntwo\n// end",
    ])
  func mistake(_ text: String) {
    #expect(throws: CompiledCode.Mistake.self) { try CompiledCode(text) }
  }
}
