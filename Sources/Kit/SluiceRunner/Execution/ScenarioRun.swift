import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// One run of one case under one schedule: it reads the scenario line by line and has the stage do
/// it.
///
/// It is used on the simulating thread alone, from within `Simulation.perform`. A line runs when
/// everything at its instant is quiescent, unless it says `now`, `race` or `during`.
final class ScenarioRun {
  let scenario: ScenarioCase
  let simulation: Simulation
  let stage: Stage
  let findSubject: @Sendable (String) -> Subject?
  let progress: ((String) -> Void)?
  /// Whether bounds in steps are checked, which hold under the canonical schedule only.
  let isCanonical: Bool
  var fixture: ProductFixture?
  private var setting: FixtureSetting?

  /// What this run knows of a consumer beside what the stage does.
  final class Role {
    var subject: Subject
    /// How many of its answers the lines so far have expected.
    var expected = 0
    /// Its answers without copies, where its stream has several listeners.
    var distinct = DistinctAnswers()
    /// Whether it may get what no line expects.
    let isLenient: Bool

    init(subject: Subject, _ options: StreamOptions) {
      self.subject = subject
      isLenient = options.isLenient
    }
  }

  var roles: [String: Role] = [:]
  /// What the streams declare; nil until one is read.
  var declarations: Declarations?
  /// The options that a sequence has to pass on, where that is said.
  var askedOptions: [SequenceID: Value] = [:]
  /// What the log says as far as an expectation has had to know.
  var index = LogIndex()
  /// Whose each registration is, as far as one has had to know that.
  var owners = RegistrationOwners()
  var marks: [LineMark<SourceSpan>] = []
  var lastStimulus: LineMark<SourceSpan>?
  /// Where the scenario plays the flow whose line is played now; nil within the scenario itself.
  var playedAt: SourceSpan?
  /// The `during` lines, of which each must find its call before the run is over.
  var injectedSpans: [SourceSpan] = []
  var mishap: Mishap<SourceSpan>?
  var expectations = 0
  /// Whether streams are observed and not judged.
  var isObserving = false
  /// The run as it was when an event was blocked for good.
  private var blocked: BlockedRun?

  /// What the run is if the event is blocked for ever.
  private struct BlockedRun {
    var outcome: Outcome
    /// As it is, but for what that says of it, which takes time to find out.
    var record: RunRecord<SourceSpan>
    var span: SourceSpan
    var playedAt: SourceSpan?
  }
  /// The instant to which the lines so far have come; a `race` line may lie ahead of the clock.
  var cursor = Instant.start
  /// How much virtual time has passed for adds that take theirs: the stamps are so much later.
  private var waited = Duration.zero

  init(
    of scenario: ScenarioCase, in simulation: Simulation, isCanonical: Bool,
    findSubject: @escaping @Sendable (String) -> Subject?, progress: ((String) -> Void)?,
    observer: ((LogEntry) -> Void)? = nil
  ) {
    self.scenario = scenario
    self.simulation = simulation
    self.isCanonical = isCanonical
    self.findSubject = findSubject
    self.progress = progress
    stage = Stage(in: simulation, observer: observer)
    marks.reserveCapacity(scenario.timeline.count)
  }

  /// Plays the whole case: what is given, the timeline, the epilogue, what is looked at finally.
  func play(_ makeFixture: (FixtureSetting) -> ProductFixture) -> RunRecord<SourceSpan> {
    let setting = FixtureSetting(
      simulation: simulation, spy: stage.spy, layer: scenario.place.layer, subject: findSubject)
    self.setting = setting
    fixture = makeFixture(setting)
    playLines()
    // What an expectation waits for may never come while an event is blocked.
    if mishap != nil, let record = recordOfBlockedRun { return record }
    if mishap == nil { checkLeftovers() }
    playEnd()
    if let record = recordOfBlockedRun { return record }
    failForWhatIsLeft()
    failForWrongDeclaration()
    // Who is the last to let go of the backend is up to a foreign thread, if there is one.
    if mishap?.kind == .escaped { stage.log.close() }
    letGoOfFixture()
    var record = record(waiters: isHalted || stage.unfinished.isEmpty ? [] : simulation.waiters)
    if mishap?.kind != .escaped {
      record.idleWork = simulation.idleWork
      record.left = stage.left
    }
    record.hasServed = simulation.hasServed
    if !isHalted { record.aftermath = stage.playAftermath() }
    return record
  }

  private func letGoOfFixture() {
    fixture = nil
    setting?.end()
    setting = nil
  }

  /// What a run left behind that blocks its thread inside the subject for ever.
  ///
  /// Called on another thread in its stead: nothing that the blocked one may be at is touched.
  ///
  /// - Parameter outcome: How it was stopped.
  /// - Returns: What is known of it.
  func givenUp(_ outcome: Outcome) -> RunRecord<SourceSpan> {
    fail(outcome, at: span)
    return record(waiters: [])
  }

  /// Notes what the run is if the script does not unblock the event.
  ///
  /// Called on another thread, while the script stands still.
  ///
  /// - Parameter outcome: What the run would come to.
  func noteBlocker(_ outcome: Outcome) {
    blocked = BlockedRun(
      outcome: outcome, record: summary(waiters: []), span: span, playedAt: playedAt)
  }

  /// What the run is if an event is blocked, and it was not stopped for another reason.
  private var recordOfBlockedRun: RunRecord<SourceSpan>? {
    guard !isHalted, simulation.hasBlocker, let blocked else { return nil }
    stage.log.close()
    var record = blocked.record
    mishap = record.mishap
    playedAt = blocked.playedAt
    fail(blocked.outcome, at: blocked.span)
    record.mishap = mishap
    record.played = (entriesToJudge(), stage.consumers.map(\.name))
    return record
  }

  /// The line that was played last.
  private var span: SourceSpan { marks.last?.line ?? scenario.span }

  private func fail(_ outcome: Outcome, at span: SourceSpan) {
    switch outcome {
    case .deadlocked(let waits): fail(RunStop(waits), at: span)
    case .overLimit(let limit): fail(.overLimit(limit))
    case .escaped(let escapes): fail(.escaped(escapes))
    case .finished, .stuck: fail(.subjectHung, "the run can't go on", at: span)
    }
  }

  private func record(waiters: [Waiter]) -> RunRecord<SourceSpan> {
    stage.log.close()
    return summary(waiters: waiters)
  }

  private func summary(waiters: [Waiter]) -> RunRecord<SourceSpan> {
    let entries = entriesToJudge()
    var record = RunRecord(
      of: stage, entries, filedIn: index, marks: marks, mishap: mishap,
      declarations: declarations ?? Declarations())
    record.askedOptions = askedOptions
    record.waiters = waiters
    record.expectations = expectations
    if let audible = stage.log.audible {
      record.inaudible = SourceAbility.silent(to: audible).subtracting(lacking)
    }
    if mishap?.kind == .escaped, let step = simulation.escapeStep {
      let entries = stage.log.simulatedEntries(ofFirst: simulation.escapeNote ?? .max)
      record.end(with: entries, in: step)
    }
    return record
  }

  private func playLines() {
    for given in scenario.given where mishap == nil {
      mark(given.span)
      perform(given.call, given.table, at: given.span)
    }
    for step in scenario.timeline where mishap == nil {
      play(step)
    }
  }

  private func playEnd() {
    guard !isHalted else { return }
    if let halt = stage.playEpilogue() { return fail(halt) }
    playedAt = nil
    for probe in scenario.finally where mishap == nil { check(probe) }
    checkInjections()
    if let halt = stage.conclude(releaseFixture: letGoOfFixture) { fail(halt) }
  }

  /// Fails for what is amiss with a run that is over: calls and tasks outside of it, which no
  /// schedule decides, and events that still wait for what nobody can give any more.
  private func failForWhatIsLeft() {
    if let stop = stage.stopAtEnd(hasFailed: mishap != nil, isHalted: isHalted) {
      fail(stop, at: span)
    }
  }

  /// Fails where the subject says that its source lacks what a listener has a callback for.
  private func failForWrongDeclaration() {
    let wrong = lacking.intersection(SourceAbility.registered(by: stage.log.audible ?? []))
    guard let ability = wrong.min() else { return }
    fail(
      .declarationWrong,
      "the source is declared to lack '\(ability.rawValue)', and a listener has a callback for it",
      details: ["take '.\(ability)' out of '.lacking(…)', or the callback out of the add"],
      at: span)
  }

  /// The abilities that the sources of all streams of the run lack.
  private var lacking: Set<SourceAbility> {
    let declared = roles.values.map { role in role.subject.lacking }
    guard let first = declared.first else { return [] }
    return declared.dropFirst().reduce(first) { common, next in common.intersection(next) }
  }

  /// The log for rules and reports: what foreign threads wrote is different in each run.
  private func entriesToJudge() -> [LogEntry] {
    let isForeign = stage.log.foreignEntries > 0
    if isForeign { index = LogIndex() }
    let entries = isForeign ? stage.log.simulatedEntries : stage.log.entries
    index.extend(to: entries)
    return entries
  }

  /// Whether nothing more can be played.
  private var isHalted: Bool { mishap?.isHalt ?? false }

  /// Notes that a line is about to run, unless something has left the simulation: whether another
  /// one runs then is up to that.
  func mark(_ span: SourceSpan) {
    if simulation.escapeStep == nil {
      marks.append(
        LineMark(
          entry: stage.log.count, step: simulation.step, line: span, playedAt: playedAt))
    }
    if let progress { progress("line \(scenario.sources.location(of: span).line)") }
  }

  /// Notes why the case can't be played on.
  func fail(
    _ kind: CaseFailure.Kind, _ message: String, details: [String] = [], at span: SourceSpan,
    stimulus: SourceSpan? = nil, place: FailedPlace? = nil
  ) {
    let lines = FailureLines(span, playedAt: playedAt, stimulus: stimulus)
    let mishap = Mishap(kind, message, details: details, at: lines, failed: place)
    if mishap.counts(over: self.mishap) { self.mishap = mishap }
  }

  /// Notes that the simulation stopped before it was quiescent.
  func fail(_ halt: Halt) {
    playedAt = marks.last?.playedAt
    fail(stage.stop(halt), at: span)
  }

  private func fail(_ stop: RunStop, at span: SourceSpan) {
    fail(stop.kind, stop.message, details: stop.details, at: span)
  }

  /// Lets everything at this instant happen.
  func settle() {
    if let halt = stage.settle() { fail(halt) }
  }

  /// Lets time pass until each add has come back that takes its time, as if none had passed.
  func waitForAdds() {
    let begun = simulation.now
    if let halt = stage.waitForAdds() { fail(halt) }
    waited += begun.duration(to: simulation.now)
  }

  /// The instant of a stamp.
  func instant(at nanoseconds: Int64) -> Instant {
    Instant(nanoseconds: nanoseconds).advanced(by: waited)
  }

  /// Lets time pass up to an instant; one that has passed already changes nothing.
  func advance(to instant: Instant) {
    guard instant > simulation.now else { return }
    if let halt = stage.advance(to: instant) { fail(halt) }
  }
}
