import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText
import Synchronization

/// One round of a case on real threads: a thread of its own plays the timeline, the backend's is
/// another, consumers run on the platform's executor.
///
/// The lines keep their order, and as much of their timing as the round's gait wants. What they
/// expect is waited for at best, never judged: on threads it may rightly be otherwise.
final class StressPlay: Sendable {
  private struct State {
    var fixture: ProductFixture?
    var setting: FixtureSetting?
    var gait: StressGait
    /// The subject of each consumer, by its name.
    var subjects: [String: Subject] = [:]
    /// How many answers of each consumer the lines so far have expected.
    var expected: [String: Int] = [:]
    /// What the streams declare; nil until one is read.
    var declarations: Declarations?
    var askedOptions: [SequenceID: Value] = [:]
    var marks: [LineMark<SourceSpan>] = []
    var expectations = 0
    var unreached: String?
    /// How many lines the backend's thread still has, and how many are being carried out inside
    /// calls of the backend.
    var openLines = 0
    /// The line that the backend's thread is at, and has not come back from.
    var lineUnderWay: SourceSpan?
    /// Whether the timeline is over, so that nothing more is begun inside such calls.
    var isEnding = false
  }

  let scenario: ScenarioCase
  private let platform: any ThreadPlatform
  private let simulation: Simulation
  private let stage: Stage
  private let patience: StressPatience
  private let runner: CaseRunner
  /// The thread on which the backend does what it is told.
  private let hand: any ThreadQueue
  private let state: Mutex<State>

  /// A round that has not begun.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - runner: What has the backend and the implementations under test.
  ///   - platform: The threads, the clock and the chance.
  ///   - gait: How far the round keeps to the scenario's timing.
  ///   - patience: How long to wait for what.
  init(
    of scenario: ScenarioCase, playedBy runner: CaseRunner, on platform: any ThreadPlatform,
    gait: StressGait, patience: StressPatience
  ) {
    self.scenario = scenario
    self.runner = runner
    self.platform = platform
    self.patience = patience
    simulation = Simulation(on: platform)
    stage = Stage(in: simulation)
    hand = platform.makeQueue(.generic)
    state = Mutex(State(gait: gait))
  }

  /// Plays the round to its end.
  func play() {
    let setting = FixtureSetting(
      simulation: simulation, spy: stage.spy, layer: scenario.place.layer,
      subject: { [runner] stream in runner.subject(for: stream) })
    let fixture = runner.makeFixture(for: scenario, in: setting)
    state.withLock { state in (state.fixture, state.setting) = (fixture, setting) }
    for given in scenario.given {
      mark(given.span, from: nil)
      perform(given.call, given.table, at: given.span)
    }
    for step in scenario.timeline { play(step) }
    waitForOpenLines()
    stage.playEpilogueOnThreads(patience: patience.ending)
  }

  /// Lets go of the backend, and waits for everything to be gone.
  func conclude() {
    stage.concludeOnThreads(patience: patience.ending) {
      let (fixture, setting) = state.withLock { state in
        (state.fixture.take(), state.setting.take())
      }
      _ = consume fixture
      setting?.end()
    }
  }

  /// What the round left behind.
  var record: RunRecord<SourceSpan> {
    let (marks, declarations) = state.withLock { state in (state.marks, state.declarations) }
    var record = RunRecord(
      of: stage, stage.log.entries, marks: marks, declarations: declarations ?? Declarations())
    record.mishap = Mishap(notEnded: record)
    state.withLock { state in
      record.askedOptions = state.askedOptions
      record.expectations = state.expectations
      guard let line = state.lineUnderWay else { return }
      record.mishap = Mishap(callNotBack: "what this line does", at: FailureLines(line))
    }
    return record
  }

  /// Whether something that a queue has begun does not come back, be it waited for once more.
  var hasStuckCallback: Bool {
    !platform.wait(atMost: patience.ending) { [platform] in platform.isIdle }
  }

  /// Why a line of the scenario could not be played as it is meant; nil if all could.
  var unreached: String? {
    state.withLock { state in state.unreached }
  }
}

// MARK: - Lines

extension StressPlay {
  private func play(_ step: ScenarioStep) {
    platform.stagger()
    switch step.mode {
    case .ordinary:
      if keepsTiming { stage.waitForRest(atMost: patience.rest) }
      carryOut(step)
    case .now, .race: carryOut(step)
    case .during(let point, let stream, let call): inject(step, at: point, of: stream, call)
    }
  }

  private var keepsTiming: Bool {
    switch state.withLock({ state in state.gait }) {
    case .patient: true
    case .uneven: platform.random() & 1 == 0
    case .hasty: false
    }
  }

  private func inject(
    _ step: ScenarioStep, at point: InjectionPoint, of stream: String,
    _ call: ScenarioStep.InjectedCall
  ) {
    let stage = stage
    let listeners = scenario.listeners(of: stream) { name in runner.subject(for: name) }
    // The spy outlives the round in whatever the subject leaks; the round must not live on in it.
    stage.spy.inject(
      at: point, call: call.number,
      where: { caller in
        stage.isCall(call, at: point, of: stream, by: caller, listeners: listeners)
      },
      { [weak self] in self?.carryOutInside(step) })
  }

  /// Carries out a `during` line, unless its call comes when the timeline is over.
  private func carryOutInside(_ step: ScenarioStep) {
    let mayBegin = state.withLock { state in
      if !state.isEnding { state.openLines += 1 }
      return !state.isEnding
    }
    guard mayBegin else { return }
    carryOut(step, isInsideCall: true)
    state.withLock { state in state.openLines -= 1 }
  }

  /// Has the backend's thread do what a line says, after what it was told before.
  private func hand(
    over call: ScenarioCall, _ table: ScenarioTable?, at span: SourceSpan
  ) {
    state.withLock { state in state.openLines += 1 }
    hand.asyncAfter(.zero) { [self] in
      state.withLock { state in state.lineUnderWay = span }
      perform(call, table, at: span)
      state.withLock { state in
        state.openLines -= 1
        state.lineUnderWay = nil
      }
    }
  }

  /// Ends the timeline: whoever is to iterate has begun when this returns.
  private func waitForOpenLines() {
    state.withLock { state in state.isEnding = true }
    _ = platform.wait(atMost: patience.ending) {
      state.withLock { state in state.openLines == 0 }
    }
  }

  /// Does what a line says.
  ///
  /// - Parameters:
  ///   - step: The line.
  ///   - isInsideCall: Whether the calling thread is inside a call of the backend's, and has to do
  ///     everything itself.
  private func carryOut(_ step: ScenarioStep, isInsideCall: Bool = false) {
    if case .expect(let expectation) = step.action {
      if !isInsideCall { waitFor(expectation, at: step.span) }
      return
    }
    mark(step.span, from: step.playedFrom.first)
    switch step.action {
    case .start(let name, let call, let options): start(name, call, options, at: step.span)
    case .perform(let call, let table) where isInsideCall: perform(call, table, at: step.span)
    case .perform(let call, let table): hand(over: call, table, at: step.span)
    case .iterate(let name, let other, _):
      state.withLock { state in state.subjects[name] = state.subjects[other] }
      fallthrough
    case .control, .pull, .expect:
      attempt(at: step.span) { () throws(StageError) in try stage.carryOut(step.action) }
    }
  }

  private func start(
    _ name: String, _ call: ScenarioCall, _ options: StreamOptions, at span: SourceSpan
  ) {
    guard var subject = runner.subject(for: call.name), let fixture else { return }
    subject.traits = fixture.traits(of: subject)
    state.withLock { [subject] state in state.subjects[name] = subject }
    attempt(at: span) { () throws(StageError) in
      let started = try stage.start(name, call, options, subject, over: fixture)
      state.withLock { [subject] state in
        state.declarations = state.declarations ?? Declarations(subject.traits)
        state.declarations?.declare(subject.traits, of: started.sequence)
        state.declarations?.declare(source: call.source, of: started.sequence)
        state.askedOptions[started.sequence] = started.askedOptions
      }
    }
  }

  private func perform(_ call: ScenarioCall, _ table: ScenarioTable?, at span: SourceSpan) {
    do {
      try fixture?.perform(Call(call, table: table))
    } catch {
      miss(error.description, at: span)
    }
  }

  private var fixture: ProductFixture? {
    state.withLock { state in state.fixture }
  }
}

// MARK: - What can't be had

extension StressPlay {
  /// Waits for what a line expects, in a patient round; in any other it would rarely come.
  private func waitFor(_ expectation: Expectation, at span: SourceSpan) {
    guard case .outcome(let name, let outcome, _) = expectation else { return }
    let expected = state.withLock { state in
      state.expectations += 1
      state.expected[name, default: 0] += outcome.answers
      return state.expected[name, default: 0]
    }
    guard state.withLock({ state in state.gait }) == .patient else { return }
    guard let consumer = stage.consumer(named: name) else { return }
    let isMet = platform.wait(atMost: patience.expectation) {
      if case .ended = outcome { return consumer.loopEnd != nil || consumer.isOver }
      return consumer.outputCount >= expected
    }
    if !isMet { miss("'\(name)' did not come so far", at: span) }
  }

  /// Notes that a line could not be played as it is meant; from then on nothing is waited for.
  private func miss(_ reason: String, at span: SourceSpan) {
    let location = scenario.sources.location(of: span)
    state.withLock { state in
      state.unreached = state.unreached ?? "line \(location.line): \(reason)"
      if state.gait == .patient { state.gait = .uneven }
    }
  }

  /// A driver's error is no mistake here: the consumer may just not be where the line wants it.
  private func attempt(at span: SourceSpan, _ action: () throws(StageError) -> Void) {
    do {
      try action()
    } catch {
      miss(error.description, at: span)
    }
  }

  private func mark(_ span: SourceSpan, from playedAt: SourceSpan?) {
    let mark = LineMark(
      entry: stage.log.count, step: platform.step, line: span, playedAt: playedAt)
    state.withLock { state in state.marks.append(mark) }
  }
}

extension Mishap<SourceSpan> {
  /// The mishap of a call that has not come back, after all the patience.
  init(callNotBack call: String, at place: FailureLines<SourceSpan>?) {
    self.init(
      .subjectHung, "\(call) has not come back: it spins, or waits for ever", at: place)
  }

  /// The mishap of consumers that have not ended although they were cancelled; nil if all have.
  fileprivate init?(notEnded record: RunRecord<SourceSpan>) {
    guard !record.unfinished.isEmpty else { return nil }
    let names = record.unfinished.map { name in "'\(name)'" }.joined(separator: ", ")
    self.init(
      .subjectHung, "\(names) did not end after a cancel",
      at: record.marks.last.map(FailureLines.init))
  }
}

extension StreamOutcome {
  /// How many answers of `next()` it takes.
  fileprivate var answers: Int {
    switch self {
    case .next, .error, .finish: 1
    case .nexts(let patterns): patterns.count
    case .repeated(_, let count): count
    case .ended, .added, .removed: 0
    }
  }
}
