import Dispatch
import FaultyStreams
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

@Suite("An event that waits for a later line")
struct LaterLineTests {
  /// -404 has an event wait, and -200 lets it go on.
  private static let lines = """
    @0ms    S = listener.values()
            expect S added
            listener.send(-404)
            expect S next -404
    @10ms   listener.send(2)
            expect S next 2
    """
  private static let end = """
    @20ms   listener.send(-200)
            expect S next -200
            cancel S
            expect S removed promptly
            expect S ended within 3 steps
    """
  private static let races = """
    @0ms    S = listener.values() lenient
            T = listener.values() lenient
            expect S added
            race listener.send(-404)
            race listener.send(7)
    @10ms   race listener.send(-200)
            race listener.send(9)
    @20ms   cancel S
            cancel T
    """

  private static func text(_ lines: String) -> String {
    "format 1\n\nscenario \"s\"\n  timeline\n"
      + lines.split(separator: "\n").map { line in "    \(line)\n" }.joined()
  }

  private static func result(
    _ lines: String, of subject: Subject, _ exploration: Exploration = .thorough(count: 64),
    keeping kept: KeptData = []
  ) throws -> CaseResult {
    let reader = ScenarioReader(registry: ShippedGate.harness.registry)
    let result = reader.read(
      path: "Scenarios/listener/cancellation/x.scenario", text: text(lines))
    let file = try #require(result.file, "\(result)")
    let scenario = try #require(file.cases.first { _ in true })
    let runner = CaseRunner(
      products: Harness(name: "gate", subjects: [subject]).products, subjectName: subject.name)
    return CaseExplorer(of: scenario, playedBy: runner, keeping: kept)
      .result(of: exploration)
  }

  @Test("passes, whatever it waits for", arguments: WaitingStreams.all)
  func passes(_ subject: Subject) throws {
    let result = try Self.result(Self.lines + "\n" + Self.end, of: subject)
    #expect(result.failure?.text().rendered == nil)
    #expect(result.outcome == .passed)
  }

  @Test("passes in every order", arguments: WaitingStreams.all)
  func orders(_ subject: Subject) throws {
    for exploration in [
      Exploration.thorough(count: 64), .sample(first: 1, count: 64),
      .exhaustive(runs: 200, departures: nil, reduced: true),
    ] {
      let result = try Self.result(Self.races, of: subject, exploration)
      #expect(result.failure?.text().rendered == nil, "\(exploration)")
      #expect(result.outcome == .passed)
      #expect(result.schedules.tried > 10)
    }
  }

  @Test("takes the same course each time, and as a replay")
  func courses() throws {
    let subject = WaitingStreams.all[0]
    let first = try Self.result(Self.races, of: subject, keeping: [.logs, .digests])
    let second = try Self.result(Self.races, of: subject, keeping: [.logs, .digests])
    #expect(first.logs == second.logs)
    #expect(first.digests == second.digests)
    #expect(first.logs.count == 2)
    let walk = try Self.result(Self.races, of: subject, .single(number: 1))
    let schedule = try #require(walk.schedule)
    #expect(schedule.contains("@"))
    let replay = try Self.result(
      Self.races, of: subject, .forced(schedule: schedule, times: 3))
    #expect(replay.outcome == .passed, "\(replay.failure?.text().rendered ?? "")")
  }

  @Test(
    "is a deadlock at the line that set it off, if none comes",
    arguments: zip(WaitingStreams.all, ["a semaphore", "a condition", "a lock", "a lock"]))
  func deadlock(_ subject: Subject, _ what: String) throws {
    for exploration in [Exploration.canonical, .thorough(count: 64)] {
      let problem = try #require(try Self.result(Self.lines, of: subject, exploration).failure)
      #expect(problem.kind == .deadlocked)
      #expect(problem.message.hasPrefix("deadlocked: stimulus.listener.send#"))
      #expect(problem.message.hasSuffix(" waits for \(what)"))
      #expect(problem.line == 7)
      #expect(!problem.text().rendered.contains("sends 2"), "\(problem.text().rendered)")
    }
  }

  @Test("does not make a line that waits itself a deadlock, but what the rules say of it")
  func line() throws {
    let subject = Subject(
      "waits-in-its-callback", over: .listener(Int.self), traits: .asyncThrowingStream
    ) { source in
      AsyncThrowingStream<Int, any Error> { continuation in
        let isOpen = DispatchSemaphore(value: 0)
        let handle = source.addListener { value, _ in
          guard let value else { return }
          continuation.yield(value)
          if value == -404 { isOpen.wait() }
          if value == -200 { isOpen.signal() }
        } onFinish: {
        }
        continuation.onTermination = { _ in handle.remove() }
      }
    }
    let problem = try #require(try Self.result(Self.lines + "\n" + Self.end, of: subject).failure)
    #expect(problem.kind == .ruleViolation, "\(problem.text().rendered)")
    #expect(problem.rule == "buffering.callback-nonblocking")
  }

  @Test("passes in a run as well, with workers and without", arguments: ["process", "none"])
  func run(_ isolation: String) throws {
    let root = try TemporaryFolder()
    try root.write(
      Self.text(Self.lines + "\n" + Self.end),
      to: "Scenarios/listener/cancellation/later.scenario")
    let words = [
      "run", "--subject", WaitingStreams.all[0].name, "--isolation", isolation, "--format", "json",
    ]
    let call = try BuiltProgram.run(words, in: root.path)
    #expect(call.exitCode == 0, "\(call.output)")
    let cases = try ReportedCase.all(in: call.output)
    #expect(cases.map(\.outcome) == ["passed"])
  }
}
