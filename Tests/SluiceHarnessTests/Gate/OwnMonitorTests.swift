import SluiceConformance
import SluiceHarness
import SluiceSpies
import Testing

@Suite("Monitors of one's own", .startsPrograms)
struct OwnMonitorTests {
  /// A monitor that allows so many adds in a run.
  private static func monitor(
    allowing limit: Int, examples: @autoclosure @escaping @Sendable () -> [Rule.Example] = []
  ) -> Rule {
    .monitor(
      id: "house.few-adds", statement: "a run adds few listeners", level: .must,
      rationale: "adds cost power", underThreads: .counts, examples: examples(), from: 0
    ) { adds, entry in
      guard case .addCalled(let id, by: _, options: _) = entry.event else { return .nothing }
      adds += 1
      return adds > limit ? .broken(because: "#\(id.number) was one too many") : .met
    }
  }

  private static let operand = "sluice:/Scenarios/listener/cancellation/waiting.scenario"

  private static func run(
    _ monitor: Rule, _ words: [String] = [], in root: TemporaryFolder
  ) -> MemoryCall {
    MemoryCall(
      ["run", Self.operand, "--isolation", "none", "--schedules", "0"] + words,
      of: Harness(name: "gate", subjects: [OwnStreams.right], rules: [monitor]), in: root.path)
  }

  private static func package() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    return root
  }

  /// A log with so many adds.
  private static func lines(_ count: Int) -> [Rule.Example.Line] {
    let caller = EventLog.Event.Caller(sequence: 1, consumer: 1)
    return (1...count).map { number in
      .line(.addCalled(RegistrationID(number), by: caller, options: .null))
    }
  }

  private func verdict(_ lines: [Rule.Example.Line]) -> Rule.Verdict {
    Self.monitor(allowing: 2).check(Rule.Example.silent("a log", lines).evidence)
  }

  @Test("are broken at the first entry that breaks them, held at an occasion, else not exercised")
  func verdicts() {
    #expect(verdict(Self.lines(4)) == .violated(at: 2, because: "#3 was one too many"))
    #expect(verdict(Self.lines(2)) == .held)
    #expect(verdict([.line(.quiescent)]) == .notExercised)
  }

  @Test("begin each run with the state that they were given")
  func anew() throws {
    let root = try Self.package()
    let green = Self.run(Self.monitor(allowing: 2), in: root)
    #expect(green.exitCode == .success, "\(green.output)\(green.errors)")
    #expect(!green.output.contains("house.few-adds"), "it is exercised")
  }

  @Test("judge each case of a gate, and are reported as a rule of the kit is")
  func judge() throws {
    let root = try Self.package()
    let red = Self.run(Self.monitor(allowing: 0), ["--format", "json"], in: root)
    #expect(red.exitCode == .failure)
    let cases = try ReportedCase.all(in: red.output).filter { one in one.outcome != "skipped" }
    #expect(!cases.isEmpty && cases.allSatisfy { one in one.rules == ["house.few-adds"] })
    let body = try #require(cases.first?.body)
    #expect(body.hasPrefix("house.few-adds: #1 was one too many\n at sluice:/"), "\(body)")
  }

  @Test("are explained, and listed where no case exercised them")
  func explained() throws {
    let root = try Self.package()
    let silent = Rule.monitor(
      id: "house.silent", statement: "nothing is said", level: .must, rationale: "quiet is gold",
      usualCause: "It talks.", fix: "Say nothing.", underThreads: .counts, from: ()
    ) { _, _ in .nothing }
    let gate = Harness(name: "gate", subjects: [OwnStreams.right], rules: [silent])
    try root.write("house.silent it never says a word\n", to: "Scenarios/not-exercised.txt")
    let call = MemoryCall(
      ["run", "--isolation", "none", "--schedules", "0"], of: gate, in: root.path)
    let line = "  rule house.silent, that no case exercised: it never says a word\n"
    #expect(call.output.contains(line), "\(call.output)")
    let page = MemoryCall(["explain", "house.silent"], of: gate, in: "/")
    #expect(page.output.hasPrefix("house.silent (must): nothing is said\n"), "\(page.errors)")
    #expect(page.output.contains("\nUsual cause: It talks.\nFix: Say nothing.\n"))
  }

  @Test("judge their examples as these say, or a check tells")
  func examples() throws {
    let root = try Self.package()
    let few = Self.lines(1)
    let check = { (lines: [Rule.Example.Line]) in
      let monitor = Self.monitor(allowing: 1, examples: [.violating("one too many", lines)])
      return MemoryCall(
        ["check"], of: Harness(name: "gate", subjects: [OwnStreams.right], rules: [monitor]),
        in: root.path)
    }
    let right = check(few + [Self.lines(2)[1].blamed])
    #expect(!right.errors.contains("house.few-adds"), "\(right.errors)")
    let wrong = check(few)
    #expect(wrong.exitCode == .usage)
    #expect(
      wrong.errors.hasPrefix(
        "gate: the rule 'house.few-adds' judges its example 'one too many' as held, and the "))
  }
}
