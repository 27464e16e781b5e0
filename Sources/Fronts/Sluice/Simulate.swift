public import SluiceConformance
public import SluiceSimulation
public import SluiceSpies

/// Runs a test of streams in a simulation, and asks every rule of the catalogue about it.
///
///     @Test func cancelWhileLoading() throws {
///       try simulate { stage in
///         let station = FakeListener<Double>(on: stage)
///         let reader = stage.read("reader", WeatherStation(station).temperatures)
///         station.send(21)
///         reader.expect(21)
///         reader.cancel()
///       }
///     }
///
/// Everything settles before each line. When the closure is over, however it ends, whatever still
/// iterates is cancelled, everything is let go of, and the rules judge what happened; nothing has
/// to be asked for. What a reader got and no line expected is a failure, too, unless it is
/// ``ReaderOption/lenient``. All of this takes virtual time alone, and nothing hangs: a consumer
/// that waits for ever, an endless loop, a deadlock and a thread outside the simulation are told.
///
/// The first expectation that is not met fails the test, and the lines behind it do nothing. That
/// is noted, not thrown: lines read better without `try`. What your own code does between lines
/// goes on until the closure returns; `try reader.next()` leaves it at once. `#expect` and
/// `XCTAssert` work inside the closure, too, but know nothing of the log.
///
/// The closure runs on the simulation's thread, and has the isolation of its caller, which waits
/// meanwhile. In a test on the main actor, or in a target whose default isolation that is, it uses
/// what belongs to the main actor without `await`, and so do the closures that it passes to the
/// stage. Tasks that it starts run on the simulated main actor. In a method of another actor it
/// must start no task on that actor: the actor is busy until the closure returns, and the task is
/// lost.
///
/// With `schedules` the closure runs many times, in different orders of what is up to chance in
/// real life: which task, callback or ``TestStage/race(after:file:line:_:)`` comes first. It must
/// make everything anew that it uses, and depend on nothing else.
///
/// - Parameters:
///   - schedules: The orders to try.
///   - seed: What orders that are tried by chance, and random numbers, follow from.
///   - traits: What the streams declare of themselves; the strictest by default.
///   - limits: When to give a run up.
///   - edition: The edition of the kit whose rules count, as in `2026.12`. Later rules are advice,
///     so that an update of the kit turns no test red. Nil for the newest.
///   - file: The test's file.
///   - line: The test's line.
///   - test: What to do.
/// - Returns: How many schedules were run, and the advice of later rules.
/// - Throws: ``SimulationFailure`` where a rule is broken, an expectation not met or a run can't
///   come to its end; the test's own error where nothing else is amiss; `SimulationError` where
///   this process can't simulate; `EditionError` for an edition that the kit does not have.
@discardableResult
public func simulate(
  schedules: TestSchedules = .canonical, seed: UInt64 = 0, traits: Traits = Traits(),
  limits: Simulation.Limits = Simulation.Limits(), edition: String? = nil,
  file: StaticString = #fileID, line: Int = #line,
  _ test: @escaping (TestStage) throws -> Void
) throws -> TriedSchedules {
  try simulate(
    schedules: schedules, seed: seed, traits: traits, limits: limits,
    judgedBy: TestRules(upTo: edition), file: file, line: line, test)
}

/// Runs a test of streams like ``simulate(schedules:seed:traits:limits:edition:file:line:_:)``,
/// judged by the rules that are given.
package func simulate(
  schedules: TestSchedules = .canonical, seed: UInt64 = 0, traits: Traits = Traits(),
  limits: Simulation.Limits = Simulation.Limits(), judgedBy rules: TestRules,
  file: StaticString = #fileID, line: Int = #line,
  _ test: @escaping (TestStage) throws -> Void
) throws -> TriedSchedules {
  try Simulation.requireSupport()
  return try TestExplorer(
    test: test, traits: traits, limits: limits, rules: rules, place: SourceLine(file, line),
    seed: seed
  ).explore(schedules)
}

/// Runs a test of streams once, in the order that a failure printed.
///
/// - Parameters:
///   - schedule: The order, as a ``SimulationFailure`` has it.
///   - traits: What the streams declare of themselves; the strictest by default.
///   - limits: When to give the run up.
///   - edition: The edition of the kit whose rules count; nil for the newest.
///   - file: The test's file.
///   - line: The test's line.
///   - test: What to do.
/// - Throws: What ``simulate(schedules:seed:traits:limits:edition:file:line:_:)`` throws; a
///   ``SimulationFailure``, too, if the schedule can't be read or does not fit the test any more.
public func simulate(
  schedule: String, traits: Traits = Traits(), limits: Simulation.Limits = Simulation.Limits(),
  edition: String? = nil, file: StaticString = #fileID, line: Int = #line,
  _ test: @escaping (TestStage) throws -> Void
) throws {
  try Simulation.requireSupport()
  try TestExplorer(
    test: test, traits: traits, limits: limits, rules: TestRules(upTo: edition),
    place: SourceLine(file, line), seed: 0
  ).replay(schedule)
}

/// The orders of events under which a test is run.
///
/// A number is that many beside the canonical one: `simulate(schedules: 500)`.
public enum TestSchedules: Sendable, Hashable, ExpressibleByIntegerLiteral {
  /// First come, first served, and nothing else.
  case canonical
  /// The canonical order, and then so many others: random walks and walks by priorities in turn.
  case sampled(Int)
  /// Every order that there is. It is a failure if there are more than so many.
  case all(atMost: Int)

  /// The canonical order and so many others.
  public init(integerLiteral count: Int) {
    self = count > 0 ? .sampled(count) : .canonical
  }

  /// Every order that there is, if there are not more than 100,000.
  public static let all = TestSchedules.all(atMost: 100_000)
}

/// How many schedules a test was run under, and with what advice.
public struct TriedSchedules: Sendable, Hashable {
  /// How many runs there were, the canonical one among them.
  public internal(set) var runs = 0
  /// How many of them took courses that differ.
  public internal(set) var distinct = 0
  /// Whether there is no other.
  public internal(set) var isExhausted = false
  /// The violations of rules that came after the test's edition, the first of each rule, in words.
  public internal(set) var advice: [String] = []
}

/// Why a test that was simulated failed.
///
/// Its description is all that there is to be read: what was broken, at which line, the log as a
/// diagram, the schedule, and how to see it again.
public struct SimulationFailure: Error, Sendable, CustomStringConvertible {
  /// The failure in one line.
  public let message: String
  /// The id of the rule that was broken, if one was.
  public let rule: String?
  /// The line of the test at which it came up.
  public let place: SourceLine
  /// The schedule under which it came up, for `simulate(schedule:)`; nil for the canonical one.
  public let schedule: String?
  /// The test's own error, where that is the failure.
  public let thrown: (any Error)?
  /// Everything to be read about it, beginning with the message.
  public let description: String
}
