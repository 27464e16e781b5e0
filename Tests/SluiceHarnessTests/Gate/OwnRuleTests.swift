import Foundation
import SluiceConformance
import SluiceHarness
import Testing

/// Rules as a package of somebody's own has them.
private enum OwnRules {
  /// A rule about each registration.
  static func rule(
    _ id: String = "house.rule", statement: String = "nothing is registered",
    rationale: String = "registrations cost power", implies: [String] = [],
    underThreads: Rule.UnderThreads = .counts,
    examples: @autoclosure @escaping @Sendable () -> [Rule.Example] = [],
    _ verdict: @escaping @Sendable (RegistrationRecord) -> Rule.Verdict
  ) -> Rule {
    Rule(
      id: id, statement: statement, level: .must, rationale: rationale, implies: implies,
      underThreads: underThreads, examples: examples()
    ) { evidence in .overall(evidence.registrations) { registration in verdict(registration) } }
  }

  /// One that every registration breaks.
  static let strict = rule { registration in
    .violated(at: registration.addCalled, because: "#\(registration.id.number) was added")
  }

  /// One that nothing exercises.
  static let silent = rule("house.silent") { _ in .notExercised }
}

@Suite("Rules of one's own", .startsPrograms)
struct OwnRuleTests {
  private static let operand = "sluice:/Scenarios/listener/cancellation/waiting.scenario"

  private static func gate(_ rules: [Rule]) -> Harness {
    Harness(name: "gate", subjects: [OwnStreams.right], rules: rules)
  }

  private static func package() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    return root
  }

  private static func run(
    _ rules: [Rule], _ words: [String] = [], in root: TemporaryFolder
  ) -> MemoryCall {
    MemoryCall(
      ["run", operand, "--isolation", "none", "--schedules", "0"] + words, of: gate(rules),
      in: root.path)
  }

  private static let mistakes: [(String, [Rule])] = [
    ("the id '' of a rule is not <group>.<name>", [OwnRules.rule("") { _ in .held }]),
    ("the id 'rule' of a rule is not", [OwnRules.rule("rule") { _ in .held }]),
    ("the id 'a.b.c' of a rule is not", [OwnRules.rule("a.b.c") { _ in .held }]),
    ("the id 'A.b' of a rule is not", [OwnRules.rule("A.b") { _ in .held }]),
    ("the id 'a.b|c' of a rule is not", [OwnRules.rule("a.b|c") { _ in .held }]),
    (#"the id 'a.\u{A}' of a rule is not"#, [OwnRules.rule("a.\n") { _ in .held }]),
    (
      "the kit has a rule 'ordering.fifo' already; give yours another id",
      [OwnRules.rule("ordering.fifo") { _ in .held }]
    ),
    ("two rules of the gate have the id 'house.rule'", [OwnRules.strict, OwnRules.strict]),
    ("the rule 'house.rule' has no statement", [OwnRules.rule(statement: " ") { _ in .held }]),
    ("the rule 'house.rule' has no rationale", [OwnRules.rule(rationale: "") { _ in .held }]),
    (
      "the rule 'house.rule' implies 'no.rule', which is no rule of the kit or the gate",
      [OwnRules.rule(implies: ["no.rule"]) { _ in .held }]
    ),
    (
      "rules imply one another in a circle, so none of them would be reported: a.a, b.b, a.a",
      [
        OwnRules.rule("a.a", implies: ["b.b"]) { _ in .held },
        OwnRules.rule("b.b", implies: ["ordering.fifo", "a.a"]) { _ in .held },
      ]
    ),
  ]

  @Test("are refused with what is wrong with them, whatever is called", arguments: mistakes)
  func mistake(_ sentence: String, _ rules: [Rule]) throws {
    let root = try Self.package()
    for command in ["run", "check", "explain"] {
      let call = MemoryCall([command], of: Self.gate(rules), in: root.path)
      #expect(call.exitCode == .harnessFailure)
      #expect(call.errors.hasPrefix("gate: \(sentence)"), "\(call.errors)")
    }
  }

  @Test("judge each case, and a violation is reported as one of the kit's")
  func judge() throws {
    let root = try Self.package()
    let green = Self.run([OwnRules.rule { _ in .held }], in: root)
    #expect(green.exitCode == .success, "\(green.output)\(green.errors)")
    let red = Self.run([OwnRules.strict], ["--format", "json"], in: root)
    #expect(red.exitCode == .failure)
    let cases = try ReportedCase.all(in: red.output).filter { one in one.outcome != "skipped" }
    #expect(!cases.isEmpty && cases.allSatisfy { one in one.rules == ["house.rule"] })
    let body = try #require(cases.first?.body)
    #expect(body.hasPrefix("house.rule: #1 was added\n at sluice:/Scenarios/"), "\(body)")
    #expect(body.contains("\n rule: nothing is registered\n"))
    #expect(try root.read("Reports/junit.xml").contains("value=\"house.rule\""))
  }

  @Test("are explained and listed behind those of the kit")
  func explained() throws {
    let gate = Self.gate([OwnRules.strict])
    let page = MemoryCall(["explain", "house.rule"], of: gate, in: "/")
    #expect(
      page.output == """
        house.rule (must): nothing is registered

        Why: registrations cost power

        With --all: whether it counts on real threads.

        """)
    let whole = MemoryCall(["explain", "house.rule", "--all"], of: gate, in: "/")
    #expect(
      whole.output == """
        house.rule (must): nothing is registered

        registrations cost power

        On real threads: counts

        """)
    let list = MemoryCall(["explain", "rules"], of: gate, in: "/").output
    #expect(list.split(separator: "\n").last?.hasPrefix("house.rule ") == true, "\(list)")
    let wrong = MemoryCall(["explain", "house.rull"], of: gate, in: "/")
    #expect(wrong.errors.contains("did you mean house.rule?"))
  }

  @Test("may say their usual cause and the fix, which are explained")
  func advice() {
    var rule = OwnRules.strict
    (rule.usualCause, rule.fix) = ("The init calls add.", "Call add in next().")
    let page = MemoryCall(["explain", "house.rule"], of: Self.gate([rule]), in: "/").output
    #expect(page.contains("\n\nUsual cause: The init calls add.\nFix: Call add in next().\n\n"))
  }

  @Test("that no case exercised are listed, with the reason that a list has")
  func unexercised() throws {
    let root = try Self.package()
    let gate = Self.gate([OwnRules.silent])
    let words = ["run", "--isolation", "none", "--schedules", "0"]
    try root.write("house.silent it never says a word\n", to: "Scenarios/not-exercised.txt")
    let call = MemoryCall(words, of: gate, in: root.path)
    #expect(call.errors == "")
    let line = "  rule house.silent, that no case exercised: it never says a word\n"
    #expect(call.output.contains(line), "\(call.output)")
    let other = MemoryCall(words, of: Self.gate([]), in: root.path)
    #expect(other.exitCode == .usage)
    #expect(other.errors.contains("there is no rule 'house.silent'"))
  }

  @Test("stand in lists of known failures, written and read")
  func known() throws {
    let root = try Self.package()
    let words = ["--known-failing", "list.txt"]
    _ = Self.run([OwnRules.strict], ["--write-known-failing", "list.txt"], in: root)
    #expect(try root.read("list.txt").hasPrefix("house.rule listener/cancellation/waiting/"))
    #expect(Self.run([OwnRules.strict], words, in: root).exitCode == .success)
    #expect(Self.run([OwnRules.rule { _ in .held }], words, in: root).exitCode == .failure)
    let without = Self.run([], words, in: root)
    #expect(without.exitCode == .usage)
    #expect(without.errors.contains("there is no rule or problem 'house.rule'"))
  }

  @Test("have a say on real threads as they declare it")
  func underThreads() throws {
    let root = try Self.package()
    for (underThreads, code) in [
      (Rule.UnderThreads.counts, ExitCode.failure), (.countsOneByOne, .failure),
      (.hasNoSay(because: "it has not"), .success),
    ] {
      let rule = OwnRules.rule(underThreads: underThreads) { registration in
        .violated(at: registration.addCalled, because: "it was added")
      }
      let call = MemoryCall(
        ["stress", Self.operand, "--rounds", "1", "--isolation", "none"], of: Self.gate([rule]),
        in: root.path)
      #expect(call.exitCode == code, "\(call.output)\(call.errors)")
      #expect(call.output.contains("house.rule") == (code == .failure))
    }
  }

  @Test("are in the journal, so that another program can merge it")
  func merged() throws {
    let root = try Self.package()
    let words = ["--reproducible", "--report", "json=run.json"]
    let whole = Self.run([OwnRules.silent], words, in: root)
    let merged = MemoryCall(["merge", "run.json"], in: root.path)
    #expect(merged.exitCode == .success, "\(merged.errors)")
    #expect(merged.output == whole.output)
    let count = Rule.catalogue.count + 1
    let counts = whole.output.split(separator: "\n").first { line in line.hasPrefix("rules: ") }
    let numbers = (counts ?? "").split(separator: " ").compactMap { word in Int(word) }
    #expect(numbers.reduce(0, +) == count)
  }

  @Test("judge their examples as these say, or a check tells")
  func examples() throws {
    let root = try Self.package()
    let lines: [Rule.Example.Line] = [
      .line(.accessed(1)),
      .line(.addCalled(1, by: EventLog.Event.Caller(sequence: 1, consumer: nil), options: .null))
        .blamed,
    ]
    let call = MemoryCall(
      ["check"],
      of: Self.gate([
        OwnRules.rule(
          examples: [
            .violating("it is added", lines), .conforming("it is added nevertheless", lines),
            .silent("nothing happens", []),
          ]
        ) { registration in .violated(at: registration.addCalled, because: "it was added") }
      ]), in: root.path)
    #expect(call.exitCode == .usage)
    #expect(
      call.errors == """
        gate: the rule 'house.rule' judges its example 'it is added nevertheless' as violated at \
        entry 1, and the example says held

        """)
  }

  @Test("that blame an entry which the log does not have are reported at its end, and say so")
  func misplaced() throws {
    let root = try Self.package()
    for (entry, shown) in [(1_000_000, "1000000"), (-7, "-7")] {
      let rule = OwnRules.rule { _ in .violated(at: entry, because: "it is so") }
      let call = Self.run([rule], ["--format", "json"], in: root)
      #expect(call.exitCode == .failure)
      let failed = try ReportedCase.all(in: call.output).first { one in one.outcome == "failed" }
      let body = try #require(failed?.body)
      #expect(body.contains("it is so (the rule blames entry \(shown), and the log has "))
    }
  }

  @Test("explain the kit's rules away that they imply, and only those")
  func implied() throws {
    let root = try Self.package()
    let removed = OwnRules.rule(
      "house.removed", implies: ["cancellation.suspended-removes"]
    ) { registration in
      registration.removeCalled.isEmpty
        ? .violated(at: registration.addCalled, because: "it was never removed") : .held
    }
    let call = MemoryCall(
      [
        "run", Self.operand, "--isolation", "none", "--schedules", "0", "--format", "json",
        "--filter", "tag:smoke",
      ], of: Harness(name: "gate", subjects: [OwnStreams.leaking], rules: [removed]),
      in: root.path)
    #expect(call.exitCode == .failure)
    let cases = try ReportedCase.all(in: call.output).filter { one in one.outcome == "failed" }
    #expect(cases.allSatisfy { one in one.rules.contains("house.removed") }, "\(call.output)")
    #expect(!cases.contains { one in one.rules.contains("cancellation.suspended-removes") })
  }
}
