import Foundation
import SluiceConformance
import SluiceHarness
import Testing

@Suite("Rules that nothing exercises", .startsPrograms)
struct UnexercisedRulesTests {
  fileprivate static let path = "Scenarios/not-exercised.txt"

  @Test(
    "are refused with their place where the list is wrong",
    arguments: [
      ("errors.terminal-once", ":1:21: error: 'errors.terminal-once' is followed by no reason"),
      ("#\nerrors.terminal-onse why", ":2:1: error: there is no rule 'errors.terminal-onse'"),
      (
        "errors.terminal-once a\nerrors.terminal-once b",
        ":2:1: error: 'errors.terminal-once' stands"
      ),
    ])
  func wrong(_ text: String, _ expected: String) throws {
    let root = try SmallScenarios.root()
    try root.write(text, to: Self.path)
    let call = MemoryCall(["run"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.hasPrefix(Self.path + expected), "\(call.errors)")
  }

  @Test("are shown with their reasons, or without where the list has none")
  func reasons() throws {
    let root = try SmallScenarios.root()
    try root.write("ordering.fifo nobody sends two values here\n", to: Self.path)
    let call = MemoryCall(["run", "--isolation", "none"], in: root.path)
    let rules = Rule.catalogue.count
    #expect(call.output.contains(" not exercised\n"))
    let asked = MemoryCall(["run", "--isolation", "none", "--verbose"], in: root.path)
    #expect(
      asked.output.contains(
        "  rule ordering.fifo, that no case exercised: nobody sends two values here\n"))
    let part = MemoryCall(["run", "--filter", "tag:cancel", "--isolation", "none"], in: root.path)
    #expect(!part.output.contains("nobody sends two values here"))
    #expect(rules > 0)
  }

  @Test("are named as far as there is room, and all where everything is asked for")
  func named() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(["run", "--isolation", "none"], in: root.path)
    #expect(call.output.contains(" not exercised\n"))
    #expect(call.output.contains(" rules that no case exercised: --verbose names each\n"))
    let asked = MemoryCall(["run", "--isolation", "none", "--verbose"], in: root.path)
    #expect(asked.output.contains(" rules that no case exercised: "))
    #expect(asked.output.contains(" ordering.fifo, "))
    #expect(!asked.output.contains("names each"))
  }
}

@Suite("Rules that nothing exercises in all scenarios", .campaign)
struct UnexercisedRulesCampaign {
  @Test(
    "in a complete run of the reference are exactly the listed ones, each with its reason")
  func exact() throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run([
      "run", "--format", "json", "--junit", folder.path(of: "junit.xml"),
    ])
    let summary = try ReportedSummary(in: call.output)
    let shown = summary.unexercisedRules.map { rule in "\(rule.id) \(rule.reason)" }
    let text = try String(
      contentsOf: URL(filePath: "\(BuiltProgram.repository)/\(UnexercisedRulesTests.path)"),
      encoding: .utf8)
    let listed = text.split(separator: "\n").filter { line in !line.hasPrefix("#") }
    #expect(shown.sorted() == listed.map(String.init).sorted())
  }
}
