import FakeListener
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText
import Synchronization
import Testing

@Suite("Schedules of a run")
struct TourTests {
  private static func scenario(_ text: String) throws -> ScenarioCase {
    let reader = ScenarioReader(registry: ShippedGate.harness.registry)
    let result = reader.read(path: "Scenarios/listener/cancellation/x.scenario", text: text)
    let file = try #require(result.file, "\(result)")
    return try #require(file.cases.first { _ in true })
  }

  private static func result(
    _ text: String, of subjects: [Subject]? = nil, named name: String = "reference",
    _ exploration: Exploration = .thorough(count: 64)
  ) throws -> CaseResult {
    let harness = subjects.map { subjects in Harness(name: "gate", subjects: subjects) }
    let runner = CaseRunner(
      products: (harness ?? ShippedGate.harness).products, subjectName: name)
    return CaseExplorer(of: try scenario(text), playedBy: runner).result(of: exploration)
  }

  /// So many values race a cancel.
  private static func race(values: Int) -> String {
    """
    format 1

    scenario "values and a cancel race"
      timeline
        @0ms    S = listener.values() lenient
    \((1...values).map { number in "            race listener.send(\(number))" }
      .joined(separator: "\n"))
                race cancel S

    """
  }

  /// A case in which nothing can be chosen.
  private static let one = """
    format 1

    scenario "a value"
      timeline
        @0ms    S = listener.values()
                listener.send(1)
                expect S next 1

    """

  @Test("are no more than those whose logs are compared, where nothing else is wanted")
  func endingWithLogs() throws {
    for exploration in [Exploration.thorough(count: 64), .sample(first: 1, count: 64)] {
      for text in [Self.race(values: 1), Self.race(values: 5), Self.one] {
        let runner = CaseRunner(products: ShippedGate.products, subjectName: "reference")
        let results = try [KeptData.logs, [.logs, .endsWithLogs]].map { kept in
          CaseExplorer(of: try Self.scenario(text), playedBy: runner, keeping: kept)
            .result(of: exploration)
        }
        #expect(results.allSatisfy { result in result.outcome == .passed })
        #expect(results[0].logs == results[1].logs)
        #expect(results[1].schedules.tried == min(2, results[0].schedules.tried))
      }
    }
  }

  @Test("are all there are, where those are few")
  func few() throws {
    let result = try Self.result(Self.race(values: 1))
    #expect(result.outcome == .passed)
    #expect(result.schedules.isExhausted)
    let all = try Self.result(
      Self.race(values: 1), .exhaustive(runs: .max, departures: nil, reduced: true))
    #expect(result.schedules.tried - result.schedules.checked == all.schedules.tried)
  }

  @Test("are the canonical one alone where nothing can be chosen")
  func one() throws {
    let text = Self.one
    let result = try Self.result(text)
    #expect(result.schedules.tried == 1 && result.schedules.isExhausted)
    let canonical = try Self.result(text, .canonical)
    #expect(canonical.schedules.tried == 1 && !canonical.schedules.isExhausted)
  }

  @Test("are sampled by as many walks as before where they are too many")
  func many() throws {
    let result = try Self.result(Self.race(values: 6))
    #expect(result.outcome == .passed)
    #expect(!result.schedules.isExhausted)
    #expect(result.schedules.tried > 64)
    let sample = try Self.result(Self.race(values: 6), .sample(first: 1, count: 64))
    #expect(result.schedules.distinct >= sample.schedules.distinct)
  }

  @Test("are all there are, however many, where that is asked for")
  func every() throws {
    let result = try Self.result(Self.race(values: 2), .thorough(count: Exploration.every))
    let few = try Self.result(Self.race(values: 2), .thorough(count: 1))
    #expect(result.schedules.isExhausted && !few.schedules.isExhausted)
    #expect(result.schedules.tried > few.schedules.tried)
  }

  @Test("find in each order what fails in one")
  func failing() throws {
    let result = try Self.result(
      RacingScenario.file, named: "faulty-answers-twice", .thorough(count: 64))
    let problem = try #require(result.failure)
    #expect(problem.rule == "errors.single-winner")
    #expect(problem.text().rendered.contains("found in run "))
    let schedule = try #require(result.schedule)
    let replay = try Self.result(
      RacingScenario.file, named: "faulty-answers-twice",
      .forced(schedule: schedule, times: 2))
    #expect(replay.failure?.rule == problem.rule)
  }

  /// Two streams of one backend, of which whichever is asked second hands its first value on later.
  private static let meeting = Subject(
    "meeting", over: .listener(Int.self),
    traits: Traits.asyncStream.with { traits in
      traits.latency = .milliseconds(1)
    }
  ) { source in Meeting.stream(over: source, meets: true) }

  private static let apart = Subject(
    "apart", over: .listener(Int.self),
    traits: Traits.asyncStream.with { traits in
      traits.latency = .milliseconds(1)
    }
  ) { source in Meeting.stream(over: source, meets: false) }

  private static let twoConsumers = """
    format 1

    scenario "two consumers begin"
      timeline
        @0ms    A = listener.values() lenient
                B = listener.values() lenient
        now     listener.send(1)
        @10ms   listener.send(2)

    """

  @Test("show by a few orders of other kinds that streams share something in memory")
  func sharing() throws {
    let apart = try Self.result(Self.twoConsumers, of: [Self.apart], named: "apart")
    let meeting = try Self.result(Self.twoConsumers, of: [Self.meeting], named: "meeting")
    #expect(apart.schedules.checked > 0 && meeting.schedules.checked > 0)
    #expect(apart.schedules.isExhausted)
    #expect(meeting.outcome == .passed)
    // What was left out is tried after all.
    let searched = [apart, meeting].map { result in
      result.schedules.tried - result.schedules.checked
    }
    #expect(searched[1] > searched[0], "\(meeting.schedules)")
  }

  @Test("can be told of one by one, also behind the place where a search began again")
  func toldAlone() throws {
    let progress = try Self.progress(of: Self.twoConsumers)
    let runs = progress.filter { line in line.hasPrefix("run ") }.count
    // The first walk stands where the search gave up, and runs follow it.
    let firstWalk = try #require(progress.firstIndex { line in line.hasPrefix("schedule ") })
    #expect(progress[firstWalk...].contains { line in line.hasPrefix("run ") })
    let last = try Self.result(
      Self.twoConsumers, of: [Self.meeting], named: "meeting",
      .searched(run: runs + 1, count: 64))
    #expect(last.outcome == .passed)
    #expect(last.schedules.tried == 1)
    let schedule = try #require(last.schedule)
    let replay = try Self.result(
      Self.twoConsumers, of: [Self.meeting], named: "meeting",
      .forced(schedule: schedule, times: 2))
    #expect(replay.outcome == .passed)
  }

  @Test("that never come again are no pass: whoever lost a worker in one is told so")
  func neverReached() throws {
    let result = try Self.result(
      Self.twoConsumers, of: [Self.meeting], named: "meeting",
      .searched(run: 10_000, count: 64))
    #expect(result.failure?.kind == .nondeterministic, "\(result.outcome)")
  }

  @Test("are not walked again where the order was played before")
  func walkedOnce() throws {
    // So few orders that the search comes to its end, and so many that it is not begun again.
    let text = Self.twoConsumers.replacing(
      "    @10ms   listener.send(2)",
      with: "    @10ms   race listener.send(2)\n            race listener.send(3)")
    let walks = try Self.progress(of: text).filter { line in line.hasPrefix("schedule ") }
    #expect((16..<64).contains(walks.count), "\(walks.count)")
    #expect(Set(walks).count == walks.count)
    let few = try Self.result(Self.race(values: 1))
    #expect(few.schedules.isExhausted && few.schedules.tried == few.schedules.distinct)
    // Too many to be searched: walks take some orders twice, but each is played once.
    let many = try Self.result(Self.race(values: 2))
    #expect(!many.schedules.isExhausted && many.schedules.tried == many.schedules.distinct)
    let sample = try Self.result(Self.race(values: 2), .sample(first: 1, count: 64))
    #expect(sample.schedules.tried == 65 && sample.schedules.distinct < 65)
  }

  @Test("of a sample are played once for each order, and all of them count")
  func sample() throws {
    let played = Mutex(0)
    let scenario = try Self.scenario(Self.race(values: 1))
    let runner = CaseRunner(products: ShippedGate.harness.products, subjectName: "reference")
    let explorer = CaseExplorer(of: scenario, playedBy: runner) { line in
      if line.hasPrefix("schedule ") { played.withLock { played in played += 1 } }
    }
    let schedules = explorer.result(of: .sample(first: 1, count: 500)).schedules
    #expect(schedules.tried == 501)
    // A walk may take the canonical order, which was not noted.
    #expect(played.withLock(\.self) <= schedules.distinct)
    // As many orders as there are if every walk is played.
    let explorerOfAll = CaseExplorer(of: scenario, playedBy: runner, keeping: .digests)
    let digests = (1...500).map { number in
      explorerOfAll.result(of: .sample(first: number, count: 1)).digests
    }
    #expect(Set(digests.joined()).count + 1 == schedules.distinct)
  }

  /// What is told of the runs of the streams that meet.
  private static func progress(of text: String) throws -> [String] {
    let told = Mutex<[String]>([])
    let harness = Harness(name: "gate", subjects: [meeting])
    let runner = CaseRunner(products: harness.products, subjectName: "meeting")
    let explorer = CaseExplorer(of: try scenario(text), playedBy: runner) { line in
      told.withLock { told in told.append(line) }
    }
    #expect(explorer.result(of: .thorough(count: 64)).outcome == .passed)
    return told.withLock { told in told }.filter { line in
      line.hasPrefix("run ") || line.hasPrefix("schedule ")
    }
  }
}

/// Streams that meet in memory, beside their backend.
private enum Meeting {
  private struct Met {
    /// Gone with its run, so that the next run begins anew.
    weak var source: FakeListener<Int>?
    var count = 0
  }

  private static let met = Mutex(Met())

  /// Which of the values of a source's streams this is; 0 for the first.
  private static func place(of source: FakeListener<Int>?) -> Int {
    met.withLock { met in
      if met.source !== source || source == nil { met = Met(source: source) }
      defer { met.count += 1 }
      return met.count
    }
  }

  static func stream(over source: FakeListener<Int>, meets: Bool) -> Late {
    let (values, continuation) = AsyncStream.makeStream(of: Int.self)
    let handle = source.addListener(
      { value, _ in if let value { continuation.yield(value) } },
      onFinish: { continuation.finish() })
    continuation.onTermination = { _ in handle.remove() }
    return Late(base: values) { [weak source] in meets && place(of: source) == 1 }
  }

  /// The values of a stream, some of them a millisecond late.
  struct Late: AsyncSequence {
    let base: AsyncStream<Int>
    let isLate: @Sendable () -> Bool

    struct Iterator: AsyncIteratorProtocol {
      var base: AsyncStream<Int>.Iterator
      let isLate: @Sendable () -> Bool

      mutating func next() async -> Int? {
        guard let value = await base.next(isolation: #isolation) else { return nil }
        if isLate() { try? await Task.sleep(for: .milliseconds(1)) }
        return value
      }
    }

    func makeAsyncIterator() -> Iterator {
      Iterator(base: base.makeAsyncIterator(), isLate: isLate)
    }
  }
}
