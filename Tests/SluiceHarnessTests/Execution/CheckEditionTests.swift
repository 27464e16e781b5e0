import Foundation
import SluiceConformance
import SluiceRunner
import Testing

@Suite("The edition of a check")
struct CheckEditionTests {
  /// The issues of a check of a right stream over the later kit.
  private static func outcome(
    _ edition: String?, _ scenarios: [String], rules: [Rule]? = nil, ofEverything: Bool = false
  ) throws -> (issues: [ConformanceIssue], count: ConformanceCount) {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    try root.makeFolder("Tests")
    try root.write(
      "format 1\n\n" + scenarios.joined(separator: "\n"),
      to: "Scenarios/listener/unit/editions.scenario")
    var options = ConformanceCheck.Options()
    options.scenarios = ofEverything ? [] : ["Scenarios"]
    options.schedules = 0
    options.part = ofEverything ? .coverage : .cases
    options.notExercised = ofEverything ? [] : nil
    options.edition = edition
    let call = ConformanceCall(
      function: "try await expectConformance", fileID: "Tests/Tests.swift",
      filePath: root.path(of: "Tests/Tests.swift"), line: 5, column: 1)
    let check = try ConformanceCheck(
      of: [OwnStreams.right], products: [], rules: try rules ?? [LaterKit.rule()],
      options: options, call: call, newest: try LaterKit.newest())
    var issues: [ConformanceIssue] = []
    let count = try check.run(detail: .causes) { issue in issues.append(issue) }
    return (issues, count)
  }

  @Test("makes warnings of what came later, which say why and by which call they count")
  func warnings() throws {
    let scenarios = [LaterKit.old, LaterKit.oldWithThree, LaterKit.laterWrong]
    let held = try Self.outcome("2026.12", scenarios)
    #expect(held.count.failed == 0 && held.count.cases == 3)
    #expect(held.issues.count == 2)
    for issue in held.issues {
      #expect(issue.isWarning)
      #expect(issue.text.contains("\n came with edition 2027.01; the gate has 2026.12\n"))
      #expect(issue.text.contains(#", edition: "2027.01")"#), "\(issue.text)")
    }
    for edition in ["2027.01", nil] {
      let raised = try Self.outcome(edition, scenarios)
      #expect(raised.count.failed == 2)
      #expect(raised.issues.count == 2 && raised.issues.allSatisfy { issue in !issue.isWarning })
    }
  }

  @Test("is named on standard error, with what to write, where the call declares none")
  func undeclared() throws {
    let scenarios = [LaterKit.laterRight]
    let note = """
      Tests/Tests.swift:5: note: edition: 2027.01, the newest, since none is declared; \
      in the call it is: edition: "2027.01"

      """
    #expect(try Self.outcome(nil, scenarios).count.notes.hasPrefix(note))
    #expect(!(try Self.outcome("2026.12", scenarios).count.notes.contains("edition:")))
  }

  @Test("needs no case for a rule that came later")
  func unexercised() throws {
    var rule = try LaterKit.rule()
    rule.check = { _ in .notExercised }
    func remarks(_ edition: String) throws -> [String] {
      try Self.outcome(edition, [], rules: [rule], ofEverything: true).issues.map(\.text)
    }
    #expect(!(try remarks("2026.12").contains { text in text.contains(rule.id) }))
    #expect(try remarks("2027.01").contains { text in text.contains(rule.id) })
  }

  @Test("takes no later case for one that exercises a rule")
  func exercisedLater() throws {
    let old = try Self.outcome("2026.12", [LaterKit.old]).count.rules
    #expect(try Self.outcome("2026.12", [LaterKit.laterRight]).count.rules == 0)
    #expect(try Self.outcome("2027.01", [LaterKit.laterRight]).count.rules == old)
  }

  @Test("that the kit does not have is an error", arguments: ["2026.1", "2027.02"])
  func unknown(_ edition: String) {
    let error = #expect(throws: ConformanceCheckError.self) {
      try Self.outcome(edition, [LaterKit.old])
    }
    #expect("\(error.map { "\($0)" } ?? "")".hasPrefix("the edition is of no use: "))
  }
}
