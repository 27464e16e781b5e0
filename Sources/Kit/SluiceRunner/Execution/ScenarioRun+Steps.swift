import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

extension ScenarioRun {
  /// Plays one line of the timeline, or puts it where it will happen.
  func play(_ step: ScenarioStep) {
    playedAt = step.playedFrom.first
    cursor = max(cursor, instant(of: step.timing))
    switch step.mode {
    case .now:
      stimulate(step)
    case .ordinary:
      advance(to: cursor)
      settle()
      waitForAdds()
      stimulate(step)
      cursor = max(cursor, simulation.now)
    case .race:
      race(step, after: simulation.now.duration(to: cursor))
    case .during(let point, let stream, let call):
      advance(to: cursor)
      inject(step, at: point, of: stream, call)
    }
  }

  /// Has a line compete as an event; unless it starts a consumer it may fall into a backend's call.
  private func race(_ step: ScenarioStep, after delay: Duration) {
    let carryOut = { [unowned self] in self.carryOut(step) }
    switch step.action {
    case .start, .iterate: simulation.schedule(label(of: step), after: delay, carryOut)
    case .perform, .control, .pull, .expect:
      simulation.race(label(of: step), after: delay, carryOut)
    }
  }

  private func inject(
    _ step: ScenarioStep, at point: InjectionPoint, of stream: String,
    _ call: ScenarioStep.InjectedCall
  ) {
    // A flow that is played twice has two injections with one span: one goes for each that happens.
    injectedSpans.append(step.span)
    let listeners = scenario.listeners(of: stream, findSubject)
    let isMeant = { [unowned self] (caller: Event.Caller) in
      stage.isCall(call, at: point, of: stream, by: caller, listeners: listeners)
    }
    stage.spy.inject(at: point, call: call.number, where: isMeant) { [unowned self] in
      if let index = injectedSpans.firstIndex(of: step.span) { injectedSpans.remove(at: index) }
      stimulate(step)
    }
  }

  /// Does what a line says, now, as an event of its own; an expectation is none, since it may let
  /// time pass.
  private func stimulate(_ step: ScenarioStep) {
    guard mishap == nil else { return }
    if case .expect(let expectation) = step.action {
      check(expectation, at: step.span)
      return
    }
    let label = label(of: step)
    guard simulation.runsEventsApart else {
      return simulation.stimulus(label) { carryOut(step) }
    }
    // A line may wait for a later one.
    if let halt = simulation.act(label, { [self] in carryOut(step) }) { fail(halt) }
  }

  /// Does what a line says in nobody's name, also where it falls into a call that a stream makes.
  private func carryOut(_ step: ScenarioStep) {
    guard Event.Caller.current == .unknown else {
      return Event.Caller.$current.withValue(.unknown) { carryOut(step) }
    }
    guard mishap == nil else { return }
    playedAt = step.playedFrom.first
    mark(step.span)
    lastStimulus = marks.last
    switch step.action {
    case .start(let name, let call, let options): start(name, call, options, at: step.span)
    case .perform(let call, let table): perform(call, table, at: step.span)
    case .iterate(let name, let other, let options):
      roles[name] = roles[other].map { role in Role(subject: role.subject, options) }
      fallthrough
    case .control, .pull, .expect:
      attempt(at: step.span) { () throws(StageError) in try stage.carryOut(step.action) }
    }
  }

  private func start(
    _ name: String, _ call: ScenarioCall, _ options: StreamOptions, at span: SourceSpan
  ) {
    guard var subject = findSubject(call.name), let fixture else {
      return fail(.scenarioUnusable, "no subject implements \(call.name)", at: span)
    }
    subject.traits = fixture.traits(of: subject)
    roles[name] = Role(subject: subject, options)
    attempt(at: span) { () throws(StageError) in
      let started = try stage.start(name, call, options, subject, over: fixture)
      declarations = declarations ?? Declarations(subject.traits)
      declarations?.declare(subject.traits, of: started.sequence)
      declarations?.declare(source: call.source, of: started.sequence)
      askedOptions[started.sequence] = started.askedOptions
    }
  }

  /// Does what a verb says to the fixture.
  func perform(_ call: ScenarioCall, _ table: ScenarioTable?, at span: SourceSpan) {
    do {
      try fixture?.perform(Call(call, table: table))
    } catch {
      fail(.scenarioUnusable, error.description, at: span)
    }
  }

  private func attempt(at span: SourceSpan, _ action: () throws(StageError) -> Void) {
    do {
      try action()
    } catch {
      fail(.scenarioUnusable, error.description, at: span)
    }
  }

  private func instant(of timing: ScenarioStep.Timing) -> Instant {
    switch timing {
    case .same: cursor
    case .at(let nanoseconds): instant(at: nanoseconds)
    case .after(let nanoseconds): cursor.advanced(by: .nanoseconds(nanoseconds))
    }
  }

  private func label(of step: ScenarioStep) -> String {
    switch step.action {
    case .start, .iterate: "stimulus.start"
    case .perform(let call, _): "stimulus.\(call.name)"
    case .control(let control, _): "stimulus.\(control.rawValue)"
    case .pull: "stimulus.pull"
    case .expect: "expectation"
    }
  }
}

extension ScenarioStep.InjectedCall {
  /// Which of the calls that are meant it is, from 1.
  var number: Int { if case .number(let number) = self { number } else { 1 } }
}

extension ScenarioCase {
  /// How many listeners a consumer's stream declares.
  ///
  /// - Parameters:
  ///   - consumer: The consumer's name.
  ///   - findSubject: The implementation of a stream.
  /// - Returns: The number; 1 where the consumer is never started.
  func listeners(of consumer: String, _ findSubject: (String) -> Subject?) -> Int {
    var name = consumer
    // Lines that wait for one another can name their consumers in a circle.
    for _ in timeline {
      switch timeline.first(where: { step in step.startedStream == name })?.action {
      case .start(_, let call, _): return findSubject(call.name)?.traits.listeners ?? 1
      case .iterate(_, let other, _): name = other
      case .perform, .control, .pull, .expect, nil: return 1
      }
    }
    return 1
  }
}

extension Stage {
  /// Whether a call that is under way is one that a line of `during` means.
  ///
  /// - Parameters:
  ///   - call: Which call the line means.
  ///   - point: The kind of call.
  ///   - name: The name of the consumer that the line names.
  ///   - caller: Who made the call, or for whom it is made.
  ///   - listeners: How many listeners the consumer's stream declares.
  /// - Returns: Whether it is the consumer's, and that of its last listener if that is meant.
  func isCall(
    _ call: ScenarioStep.InjectedCall, at point: InjectionPoint, of name: String,
    by caller: Event.Caller, listeners: Int
  ) -> Bool {
    guard isCaller(caller, named: name) else { return false }
    guard case .last = call else { return true }
    var (added, count) = (Set<RegistrationID>(), 0)
    for entry in log.entries {
      switch entry.event {
      case .addCalled(let registration, let caller, _) where isCaller(caller, named: name):
        added.insert(registration)
        count += 1
      case .removeCalled(let registration, _), .addThrew(let registration, _):
        added.remove(registration)
      default: break
      }
    }
    return point == .remove ? added.isEmpty : count >= listeners
  }
}

extension Stage {
  /// Does what a line says to a consumer that was started before it.
  ///
  /// Lines that start one, speak to the backend or expect something are not the stage's alone.
  func carryOut(_ action: StepAction) throws(StageError) {
    switch action {
    case .iterate(let name, let other, let options):
      try iterate(name, sequenceOf: other, ConsumerOptions(options))
    case .control(.cancel, let name): try cancel(name)
    case .control(.break, let name): try breakLoop(name)
    case .control(.drop, let name): try drop(name)
    case .control(.release, let name): try release(name)
    case .pull(let name, let count): try pull(name, count: count)
    case .start, .perform, .expect: break
    }
  }

  /// Starts a consumer of what a line reads from the backend.
  ///
  /// - Parameters:
  ///   - name: The consumer's name.
  ///   - call: How the stream is read.
  ///   - options: How it is consumed.
  ///   - subject: The implementation of the stream.
  ///   - fixture: The backend.
  /// - Returns: The sequence, and the options that it has to pass on, where that is said.
  /// - Throws: `StageError` where the name is taken or the stream can't be read.
  func start(
    _ name: String, _ call: ScenarioCall, _ options: StreamOptions, _ subject: Subject,
    over fixture: ProductFixture
  ) throws(StageError) -> (sequence: SequenceID, askedOptions: Value?) {
    let consumer = try start(name, ConsumerOptions(options)) { () throws(SubjectError) in
      try subject.open(fixture.source(for: subject), call.values)
    }
    return (consumer.sequence, subject.askedOptions(call.values))
  }
}

extension ConsumerOptions {
  init(_ options: StreamOptions) {
    self.init()
    isManual = options.isManual
    demand = options.demand
    isHeld = options.isHeld
    leavesAtEnd = options.leavesAtEnd
    isPrecancelled = options.isPrecancelled
    isOnMain = options.isOnMain
    group = options.group
    busy = .nanoseconds(options.busy ?? 0)
    throwsAt = options.throwsAt
    isMapped = options.isMapped
    filter = options.filter.map(Self.matching)
    prefix = options.prefix
    first = options.first.map(Self.matching)
  }

  private static func matching(_ syntax: SyntaxValue) -> @Sendable (Value) -> Bool {
    { value in Pattern(syntax: syntax).matches(value) }
  }
}
