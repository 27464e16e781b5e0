import SluiceConformance
import SluiceProducts
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

extension ScenarioRun {
  /// Checks what a line expects, and lets time pass for it as far as the line allows.
  func check(_ expectation: Expectation, at span: SourceSpan) {
    expectations += 1
    switch expectation {
    case .probe(let probe): check(probe)
    case .silence(let name, let until): checkSilence(of: name, until: until, at: span)
    case .outcome(let name, let outcome, let bound):
      check(outcome, of: name, within: bound, at: span)
    }
  }

  private func check(
    _ outcome: StreamOutcome, of name: String, within bound: ExpectationBound?, at span: SourceSpan
  ) {
    guard let consumer = stage.consumer(named: name) else {
      return fail(.scenarioUnusable, "there is no stream '\(name)'", at: span)
    }
    // What a stream keeps back by design has its time.
    let latency =
      outcome.isOutput ? roles[consumer.name]?.subject.traits.delay ?? .zero : .zero
    var deadline = simulation.now.advanced(by: latency)
    if case .time(let nanoseconds)? = bound {
      deadline = deadline.advanced(by: .nanoseconds(nanoseconds))
    }
    var matched = 0
    var answer = answer(to: outcome, of: consumer, matched: &matched)
    let patience = deadline.advanced(by: ScenarioRun.patience)
    while case .pending = answer, let next = simulation.nextTimer,
      next <= (waitsLonger(for: outcome, of: consumer) ? patience : deadline)
    {
      advance(to: next)
      if mishap != nil { return }
      answer = self.answer(to: outcome, of: consumer, matched: &matched)
    }
    conclude(answer, to: outcome, of: consumer, within: bound, at: span)
  }

  /// How much longer than it says a line may wait.
  private static let patience = Duration.seconds(60)

  /// Whether a line may wait longer than it says.
  ///
  /// A listener that goes with its iterator is removed at the end of the loop, and a busy consumer
  /// reads what is buffered first. Where streams are observed, a late value shows how late it is.
  private func waitsLonger(for outcome: StreamOutcome, of consumer: Consumer) -> Bool {
    switch outcome {
    case .removed:
      !consumer.isOver && roles[consumer.name]?.subject.traits.removal == .withIterator
    case .added, .error: false
    default: isObserving
    }
  }

  private func conclude(
    _ answer: Answer, to outcome: StreamOutcome, of consumer: Consumer,
    within bound: ExpectationBound?, at span: SourceSpan
  ) {
    let expected = roles[consumer.name]?.expected ?? 0
    switch answer {
    case .met(let count, let step):
      roles[consumer.name]?.expected += count
      // Who declares to settle promises nothing in steps.
      guard
        isCanonical, roles[consumer.name]?.subject.traits.removal == .synchronous,
        roles[consumer.name]?.subject.traits.delay == .zero,
        case .steps(let limit)? = bound, let step, let stimulus = lastStimulus
      else { return }
      let taken = step - stimulus.step
      guard taken > limit else { return }
      fail(
        .expectationFailed, "'\(consumer.name)' took \(taken) steps, \(limit) are allowed",
        at: span, stimulus: stimulus.line,
        place: count > 0
          ? place(ofAnswer: expected + count - 1, of: consumer)
          : stage.place(of: consumer, answer: lastRegistering(in: step)))
    case .pending(let message):
      fail(
        .expectationFailed, message,
        details: (outcome.isOutput ? standstill(of: consumer) : [])
          + excuse(for: outcome, of: consumer),
        at: span, stimulus: lastStimulus?.line, place: stage.place(of: consumer))
    case .wrong(let message, let differences, let number):
      fail(
        .expectationFailed, message, details: differences + excuse(for: outcome, of: consumer),
        at: span, stimulus: lastStimulus?.line,
        place: place(ofAnswer: expected + number, of: consumer))
    }
  }

  /// The other declaration with which the stream would have met a line, where the line depends on
  /// what the stream declares.
  private func excuse(for outcome: StreamOutcome, of consumer: Consumer) -> [String] {
    let traits: [TraitName] =
      switch outcome {
      case .ended: [.cancelOutcome, .bufferOnCancel]
      case .added: [.listeners]
      default: []
      }
    guard !traits.isEmpty, let role = roles[consumer.name], let declarations else { return [] }
    let declared = role.subject.traits
    defer { role.subject.traits = declared }
    let evidence = Evidence(
      stage.log.entries, filedIn: index, declarations: declarations, askedOptions: askedOptions)
    let isMet = { [self] (other: Traits) in
      role.subject.traits = other
      var matched = 0
      if case .met = answer(to: outcome, of: consumer, matched: &matched) { return true }
      return false
    }
    if let excuse = evidence.excuse(amongst: traits, of: consumer.sequence, isMet: isMet) {
      return excuse.lines
    }
    return traits.contains(.bufferOnCancel) ? decidingDeclaration(declared, isMet) : []
  }

  /// The line about a buffer declaration on which an expectation depends.
  ///
  /// The log shows nothing else of the trait, so the declaration need not be wrong.
  private func decidingDeclaration(_ declared: Traits, _ isMet: (Traits) -> Bool) -> [String] {
    let others = Traits.BufferOnCancel.allCases.filter { other in
      other != declared.bufferOnCancel && isMet(declared.with { $0.bufferOnCancel = other })
    }
    guard let other = others.first else { return [] }
    return [
      "declares \(TraitName.bufferOnCancel.rawValue): \(declared.bufferOnCancel.rawValue); "
        + "a stream that declares \(other.rawValue) may do so"
    ]
  }

  /// The last entry of a step in which a registration came or went.
  private func lastRegistering(in step: Int) -> Int? {
    stage.log.entries.lastIndex { entry in
      guard entry.step == step else { return false }
      return switch entry.event {
      case .addReturned, .addThrew, .removeCalled: true
      default: false
      }
    }
  }

  /// That a consumer waits, and that nothing is left which could ever resume it.
  private func standstill(of consumer: Consumer) -> [String] {
    guard simulation.nextTimer == nil, stage.isWaiting(consumer) else { return [] }
    return ["stuck: '\(consumer.name)' waits in next(), and nothing is left that could happen"]
  }

  private func checkSilence(of name: String, until nanoseconds: Int64, at span: SourceSpan) {
    guard let consumer = stage.consumer(named: name) else {
      return fail(.scenarioUnusable, "there is no stream '\(name)'", at: span)
    }
    advance(to: instant(at: nanoseconds - 1))
    cursor = max(cursor, simulation.now)
    let unexpected = unexpected(of: consumer)
    guard let received = unexpected.first else { return }
    fail(
      .expectationFailed,
      "'\(name)' is not silent until \(Value.readable(nanoseconds: nanoseconds))",
      details: ["it got \(received.output)"], at: span, stimulus: lastStimulus?.line,
      place: place(ofAnswer: roles[consumer.name]?.expected ?? 0, of: consumer))
  }

  /// Checks what a probe shows.
  func check(_ expectation: ProbeExpectation) {
    expectations += 1
    do {
      let shown = try fixture?.probe(Call(expectation.probe)) ?? .null
      guard let reason = expectation.mismatch(with: shown) else { return }
      fail(
        .expectationFailed, reason,
        details: ["\(expectation.probe.name): \(expectation.summary)"], at: expectation.span,
        stimulus: lastStimulus?.line, place: stage.place(of: nil))
    } catch {
      fail(.scenarioUnusable, error.description, at: expectation.span)
    }
  }

  /// Fails for the first answer that no line expected, unless its consumer is lenient.
  func checkLeftovers() {
    advance(to: cursor)
    settle()
    for consumer in stage.consumers where mishap == nil && !isLenient(consumer) {
      let unexpected = unexpected(of: consumer)
      guard let extra = unexpected.first else { continue }
      let line = marks.last { mark in mark.step <= extra.step }
      playedAt = line?.playedAt
      fail(
        .expectationFailed, "no line expected what '\(consumer.name)' got: \(extra.output)",
        at: line?.line ?? scenario.span,
        place: place(ofAnswer: roles[consumer.name]?.expected ?? 0, of: consumer))
    }
  }

  /// Fails where a `during` line waits for a call that never came.
  func checkInjections() {
    guard let span = injectedSpans.first else { return }
    fail(.scenarioUnusable, "the call inside which this line happens never came", at: span)
  }

  private func isLenient(_ consumer: Consumer) -> Bool {
    roles[consumer.name]?.isLenient == true
  }

  /// The answers of a consumer that no line has expected yet.
  ///
  /// What a source calls several listeners of one stream back with, a line expects once.
  func unexpected(of consumer: Consumer) -> ArraySlice<Consumer.Received> {
    let role = roles[consumer.name]
    let expected = role?.expected ?? 0
    guard let role, hasCopies(role) else { return consumer.outputs.dropFirst(expected) }
    role.distinct.read(
      consumer.outputs, of: registrations(of: consumer),
      merges: role.subject.traits.merging != .none)
    return role.distinct.received.dropFirst(expected)
  }

  /// The place of an answer, by its number among those that lines expect.
  private func place(ofAnswer number: Int, of consumer: Consumer) -> FailedPlace {
    guard
      let role = roles[consumer.name], hasCopies(role),
      role.distinct.numbers.indices.contains(number)
    else { return stage.place(ofAnswer: number, of: consumer) }
    return stage.place(ofAnswer: role.distinct.numbers[number], of: consumer)
  }

  /// Whether several listeners of a stream are called back with the same.
  private func hasCopies(_ role: Role) -> Bool {
    scenario.place.product == ScriptVerbs.product && role.subject.traits.listeners > 1
  }
}

extension ProbeExpectation {
  /// Why what a probe shows is not as expected; nil if it is.
  fileprivate func mismatch(with shown: Value) -> String? {
    let pattern = Pattern(syntax: value)
    let holds =
      switch comparison {
      case .equal: pattern.matches(shown)
      case .notEqual: !pattern.matches(shown)
      case .lessOrEqual: shown.isAtMost(Value(value))
      case .greaterOrEqual: Value(value).isAtMost(shown)
      }
    guard !holds else { return nil }
    let expected =
      switch comparison {
      case .equal: "\(Value(value))"
      case .notEqual: "anything but that"
      case .lessOrEqual: "at most \(Value(value))"
      case .greaterOrEqual: "at least \(Value(value))"
      }
    return "\(probe.name) is \(shown), and \(expected) was expected"
  }
}

extension Value {
  /// Whether a number or a duration is at most another of its kind; false for what has no order.
  fileprivate func isAtMost(_ other: Value) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left <= right
    case (.double(let left), .double(let right)): left <= right
    case (.duration(let left), .duration(let right)): left <= right
    default: false
    }
  }
}
