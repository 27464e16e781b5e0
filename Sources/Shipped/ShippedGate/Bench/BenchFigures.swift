import Dispatch
import FakeListener
import ReferenceStreams
import SluiceHarness
import SluiceRunner
import SluiceSimulation
import SluiceSpies

/// The measurements of a bench, in microseconds for one run each, round by round.
struct BenchRounds {
  /// How many runs one measurement times.
  static let runs = 2000

  var defaultExecutor: [Double] = []
  var simulation: [Double] = []
  var unjudged: [Double] = []
  var wholeCase: [Double] = []
  var schedule: [Double] = []
  var explored: [Double] = []
  /// What a number costs on each way between sequences and publishers.
  var bridges: [BridgeWay: [Double]] = [:]
  private let time: @Sendable () -> Duration

  init(time: @escaping @Sendable () -> Duration) {
    self.time = time
  }

  /// Times so many runs of something.
  mutating func measure(
    _ body: (_ count: Int) -> Void, into store: (inout BenchRounds, Double) -> Void
  ) {
    let start = time()
    body(BenchRounds.runs)
    let taken = time() - start
    store(&self, Double(taken.wholeNanoseconds) / 1000 / Double(BenchRounds.runs))
  }

  /// The medians.
  func figures(steps: Int, rules: Int, junit: ReportCost) -> BenchFigures {
    BenchFigures(
      defaultExecutor: BenchRounds.median(defaultExecutor),
      simulation: BenchRounds.median(simulation), unjudged: BenchRounds.median(unjudged),
      wholeCase: BenchRounds.median(wholeCase),
      schedule: BenchRounds.median(schedule), explored: BenchRounds.median(explored),
      steps: steps, rules: rules, databaseWrites: DatabaseWriteCost.measured(),
      bridges: bridgeCosts, junit: junit)
  }

  private var bridgeCosts: [BridgeCost] {
    let bare = BenchRounds.median(bridges[.sequence] ?? [])
    return BridgeWay.allCases.map { way in
      let cost = BenchRounds.median(bridges[way] ?? [])
      return BridgeCost(way: way.rawValue, microseconds: cost, ratio: bare > 0 ? cost / bare : 0)
    }
  }

  static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? 0 : sorted[sorted.count / 2]
  }
}

/// What a bench found: microseconds for one run, and the ratios that hold from machine to machine.
struct BenchFigures: Encodable {
  /// The bare loop on the platform's own executor, in microseconds.
  let defaultExecutor: Double
  /// The bare loop in the simulation, in microseconds.
  let simulation: Double
  /// The stream of the case over its fake with a spy and a log, by hand in a simulation, in
  /// microseconds: what it costs before anybody plays a scenario or judges it.
  let unjudged: Double
  /// One whole canonical run of the case, with spies, log and all rules, in microseconds.
  let wholeCase: Double
  /// One run under a further schedule of the same case with a choice, judged, in microseconds.
  let schedule: Double
  /// One schedule of an exploration of that case, in microseconds: an order that was played before
  /// is not played again.
  let explored: Double
  /// How many events the case has.
  let steps: Int
  /// How many rules had something to say on it.
  let rules: Int
  /// The steps of work that single writes to the fake database take, in no time but exactly.
  let databaseWrites: [DatabaseWriteCost]
  /// What a number costs on its way between sequences and publishers.
  let bridges: [BridgeCost]
  /// What a JUnit report of many cases costs.
  let junit: ReportCost

  /// The whole case as a multiple of the bare loop on the platform's executor.
  var toDefaultExecutor: Double { wholeCase / defaultExecutor }
  /// The whole case as a multiple of the bare loop in the simulation.
  var toSimulation: Double { wholeCase / simulation }

  /// The whole case as a multiple of the same stream that nobody judges.
  var toUnjudged: Double { wholeCase / unjudged }

  /// A run under a further schedule as a multiple of the bare loop in the simulation.
  var scheduleToSimulation: Double { schedule / simulation }
  /// How many schedules one core runs and judges in a second.
  var schedulesPerSecond: Int { schedule > 0 ? Int(1_000_000 / schedule) : 0 }

  /// The figures as text, or as one line of JSON.
  func text(as format: DataFormat) -> String {
    switch format {
    case .json: ((try? CaseLine.encode(self)) ?? "{}") + "\n"
    case .human:
      """
      bare loop, platform's executor  \(microseconds(defaultExecutor))
      bare loop, in a simulation      \(microseconds(simulation))
      the stream, unjudged, in one    \(microseconds(unjudged))
      one canonical run of the case   \(microseconds(wholeCase))  \(steps) steps, \(rules) rules
      one run of a further schedule   \(microseconds(schedule))  \(schedulesPerSecond) a second
      ratio to the platform's loop    \(ratio(toDefaultExecutor))
      ratio to the simulation's loop  \(ratio(toSimulation))
      the same of a further schedule  \(ratio(scheduleToSimulation))
      ratio to the stream, unjudged   \(ratio(toUnjudged))
      one schedule of an exploration  \(microseconds(explored))  no order is played twice

      """ + bridgeTable + junitLines + DatabaseWriteCost.table(of: databaseWrites)
    }
  }

  private var bridgeTable: String {
    let width = (bridges.map(\.way.count).max() ?? 0) + 2
    return "\none number on its way, as a multiple of the bare sequence in the same simulation\n"
      + bridges.map { cost in
        let name = cost.way + String(repeating: " ", count: width - cost.way.count)
        return name + microseconds(cost.microseconds) + "  " + ratio(cost.ratio) + "\n"
      }.joined()
  }

  private var junitLines: String {
    """

    a JUnit report of \(junit.cases) cases, \(junit.bytes) bytes
    for each case                   \(microseconds(junit.report))
    a bare writer of the same bytes \(microseconds(junit.bare))
    ratio to the bare writer        \(ratio(junit.ratio))

    """
  }

  private func microseconds(_ value: Double) -> String {
    BenchFigures.padded(value) + " µs"
  }

  private func ratio(_ value: Double) -> String {
    BenchFigures.padded(value)
  }

  /// A number with two decimals, in eight columns, without any locale.
  private static func padded(_ value: Double) -> String {
    let hundredths = Int64((value * 100).rounded())
    let fraction = hundredths % 100
    let text = "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    return String(repeating: " ", count: max(0, 8 - text.count)) + text
  }
}

/// The least that any run with one consumer and one cancel must do: a stream, a task, a value, a
/// cancel, the end.
enum BareLoop {
  /// Does it so many times on the platform's own executor.
  static func runOnDefaultExecutor(_ count: Int) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      for _ in 0..<count { await streamTaskCancel() }
      done.signal()
    }
    done.wait()
  }

  /// Does it so many times, each in a simulation of its own.
  static func runInSimulation(_ count: Int) {
    Simulation().perform { _ in
      for _ in 0..<count {
        Simulation().perform { simulation in
          simulation.spawn("body") { await streamTaskCancel() }
          _ = simulation.runToEnd()
          _ = simulation.end()
        }
      }
    }
  }

  private static func streamTaskCancel() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let consumer = Task {
      for await _ in stream {}
    }
    continuation.yield(1)
    await Task.yield()
    consumer.cancel()
    await consumer.value
  }
}

/// The stream of the measured case over the same fake, with its spy and its log, by hand in a
/// simulation: a consumer, a value, a cancel, the end, and nobody who judges.
enum UnjudgedStream {
  /// Plays it so many times, each in a simulation of its own.
  static func run(_ count: Int) {
    let counter = Counter()
    Simulation().perform { _ in
      for _ in 0..<count { Simulation().perform { simulation in play(in: simulation, counter) } }
    }
    precondition(counter.value == count, "\(counter.value) of \(count) values came")
  }

  private static func play(in simulation: Simulation, _ counter: Counter) {
    let spy = Spy(log: EventLog(of: simulation))
    let listener = FakeListener<SentinelElement>(in: simulation, spy: spy)
    let consumer = simulation.spawn("consumer") {
      do { for try await _ in listener.values() { counter.count() } } catch {}
    }
    _ = simulation.settle()
    listener.send(SentinelElement(.integer(1), number: 1, log: spy.log))
    _ = simulation.settle()
    consumer.cancel()
    _ = simulation.settle()
    precondition(listener.listenerCount == 0, "the cancelled stream is still registered")
    _ = simulation.end()
  }
}
