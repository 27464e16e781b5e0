import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceText
import Testing

@Suite("Self-test", .startsPrograms)
struct SelfTestTests {
  /// The rules that a case can show.
  fileprivate static let rules = Rule.catalogue.map { rule in rule.id }
    .filter { id in id != "memory.consumer-released" }

  @Test(
    "finds the streams of a rule, and misses them where the rule is off",
    arguments: stride(from: 0, to: rules.count, by: 34).map { rules[$0] })
  func switchedOff(_ rule: String) throws {
    let on = try Self.call(about: rule)
    #expect(!on.output.contains("DIFFERENCE \(rule) is shown by 0 streams"), "\(on.output)")
    try Self.expectMissing(rule)
  }

  fileprivate static func expectMissing(_ rule: String) throws {
    let off = try call(about: rule, "--without", rule)
    #expect(off.exitCode == 1)
    let lines = off.output.split(separator: "\n")
    #expect(
      lines.contains { line in
        line.hasPrefix("DIFFERENCE ") && line.contains(" is not caught by \(rule) ")
      }, "\(off.output)")
    #expect(lines.contains { line in line.hasPrefix("DIFFERENCE \(rule) is shown by 0 streams") })
    #expect(lines.contains { line in line.hasPrefix("DIFFERENCE \(rule) is shown in 0 cases") })
  }

  @Test("says the same with any number of workers, in any process")
  func workers() throws {
    let words = ["selftest", "--rule", "teardown.break-removes", "--rule", "ordering.fifo"]
    let short =
      words + [
        "Scenarios/listener/unit", "--filter", "tag:smoke | rule:ordering.fifo",
        "--format", "json",
      ]
    let outputs = try ["1", "2", "5"].map { count in
      try BuiltProgram.run(short + ["--jobs", count]).output
    }
    #expect(Set(outputs).count == 1, "\(outputs)")
    #expect(
      MemoryCall(short + ["--isolation", "none"], in: BuiltProgram.repository).output
        == outputs[0])
  }

  @Test("refuses rules that there are not")
  func unknownRule() {
    let call = MemoryCall(["selftest", "--rule", "ordering.lifo"], in: BuiltProgram.repository)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("there is no rule 'ordering.lifo'; did you mean ordering.fifo?"))
  }

  @Test("stops at a signal, and says so")
  func stopped() {
    let signal = StopSignal()
    signal.raise(2)
    let call = MemoryCall(
      ["selftest", "--isolation", "none", "Scenarios/listener/unit/values.scenario"],
      in: BuiltProgram.repository, stopSignal: signal)
    #expect(call.exitCode == .harnessFailure)
    #expect(call.errors.contains("the self-test was not finished: stopped by a signal"))
    #expect(call.output.isEmpty)
  }

  private static func call(about rule: String, _ words: String...) throws -> FinishedCall {
    try BuiltProgram.run(
      [
        "selftest", "--isolation", "none", "--rule", rule, "--random", "0", "--schedules", "8",
        "--filter", "rule:\(rule) & !tag:traps", "Scenarios/app", "Scenarios/core",
        "Scenarios/demand", "Scenarios/listener", "Scenarios/websocket",
      ] + words)
  }
}

/// That the streams of each rule are found where it is on, the whole self-test shows.
@Suite("Self-test without each rule", .campaign)
struct SelfTestCampaign {
  @Test(
    "misses the streams of each rule where it is off",
    arguments: SelfTestTests.rules)
  func eachSwitchedOff(_ rule: String) throws { try SelfTestTests.expectMissing(rule) }
}

@Suite("Matrix of a self-test", .startsPrograms)
struct SelfTestMatrixTests {
  private typealias Row = SelfTestMatrix.Row

  @Test("is without a difference where two streams are caught in three cases, and no right one is")
  func right() {
    let matrix = SelfTestMatrix(
      rows: [
        Self.row("right", .right, passing: 3), Self.row("one", .breaks(rule: "r"), showing: "r", 2),
        Self.row("two", .races(rule: "r"), showing: "r", 1, from: 2),
        Self.row("three", .crashes, kind: .subjectCrashed, 3),
      ], rules: ["r"])
    #expect(matrix.differences == [])
  }

  @Test("names a right stream that is blamed, with the case, the rule and the schedule")
  func blamed() {
    var row = Self.row("right", .right, passing: 3)
    row.verdicts.append(
      CaseVerdict(id: "a/b", outcome: .failed(.ruleViolation, rules: ["r"]), schedules: 18))
    row.randomVerdicts.append(
      CaseVerdict(id: "0: c", outcome: .failed(.subjectHung, rules: []), schedules: 1))
    row.randomTexts["0: c"] = "the text"
    #expect(
      SelfTestMatrix(rows: [row], rules: []).differences == [
        "right is right and blamed by r in 'a/b' under schedule 17",
        "right is right and blamed by SubjectHung in '0: c' under the canonical schedule:\n"
          + "the text",
      ])
  }

  @Test("names a stream that is not caught by its rule, and what blamed it instead")
  func missed() {
    let row = Self.row("one", .breaks(rule: "r"), showing: "other", 2)
    #expect(
      SelfTestMatrix(rows: [row], rules: []).differences
        == ["one is not caught by r in any of 2 cases (blamed otherwise: other in 2)"])
  }

  @Test("names a rule with one stream or two cases, but not one that is exempt")
  func few() {
    let row = Self.row("one", .breaks(rule: "r"), showing: "r", 2)
    #expect(
      SelfTestMatrix(rows: [row], rules: ["r", "s"], exempt: ["s": "no case can"]).differences
        == ["r is shown by 1 stream, and 2 are needed", "r is shown in 2 cases, and 3 are needed"])
  }

  @Test("counts a case that shows a rule for two streams once")
  func sameCases() {
    let rows = ["one", "two"].map { name in Self.row(name, .breaks(rule: "r"), showing: "r", 2) }
    #expect(
      SelfTestMatrix(rows: rows, rules: ["r"]).differences
        == ["r is shown in 2 cases, and 3 are needed"])
  }

  @Test("names a racing stream that no random case finds")
  func notFoundAtRandom() {
    var row = Self.row("one", .races(rule: "r"), showing: "r", 3)
    row.randomVerdicts = [CaseVerdict(id: "0: c", outcome: .passed, schedules: 25)]
    #expect(
      SelfTestMatrix(rows: [row], rules: []).differences
        == ["one is not caught by any of 1 random cases"])
  }

  @Test("names a stream that ends too few runs as it should")
  func alive() {
    let row = Self.row("one", .ends([.escaped]), kind: .subjectHung, 3)
    #expect(
      SelfTestMatrix(rows: [row], rules: []).differences == [
        "one ends 0 of 3 cases as it should, and 3 are needed (blamed otherwise: SubjectHung in 3)"
      ])
  }

  private static func row(
    _ name: String, _ expectation: SelfTestEntry.Expectation, passing: Int = 0,
    showing rule: String? = nil, kind: CaseFailure.Kind = .ruleViolation, _ count: Int = 0,
    from first: Int = 0
  ) -> Row {
    var row = Row(
      entry: SelfTestEntry(name: name, product: "listener", expectation: expectation))
    row.verdicts =
      (0..<passing).map { CaseVerdict(id: "p\($0)", outcome: .passed, schedules: 1) }
      + (first..<first + count).map { number in
        CaseVerdict(
          id: "c\(number)", outcome: .failed(kind, rules: rule.map { rule in [rule] } ?? []),
          schedules: 1)
      }
    return row
  }
}
