import SluiceConformance
import SluiceSpies
import Testing

@Suite("Evidence")
struct EvidenceTests {
  private func evidence(_ lines: [Rule.Example.Line]) -> Evidence {
    Rule.Example.conforming("", lines).evidence
  }

  private func evidence(_ traits: Traits, _ lines: [Rule.Example.Line]) -> Evidence {
    Rule.Example.conforming("", traits, lines).evidence
  }

  @Test("files places under consumer, registration and sequence")
  func filesPlaces() throws {
    let evidence = evidence(.cancelledAndOver)
    let consumer = try #require(evidence.consumers.first)
    #expect(consumer.iteratorMade == 1)
    #expect(consumer.nexts.map { $0.called } == [3, 13])
    #expect(consumer.terminal?.returned == 11)
    #expect(consumer.cancels.map { $0.returned } == [10])
    #expect(consumer.loopEnd == .ended)
    let registration = try #require(evidence.registrations.first)
    #expect(registration.addCalled == 4 && registration.addReturned == 5)
    #expect(registration.removeCalled == [8] && registration.gone == 8)
    #expect(evidence.dropped(1) == 2)
    #expect(evidence.epilogueBegan == 16 && evidence.epilogueEnded == 19)
    #expect(evidence.quiescence(after: 6) == 15)
    #expect(evidence.quiescence(after: 19) == nil)
  }

  @Test("draws no conclusion from what a consumer lacks where a registration is nobody's")
  func nobodys() {
    let lines: [Rule.Example.Line] = [
      .accessed(), .madeIterator(), .next(), .add(by: nil, of: nil), .added(), .accessed(2),
      .madeIterator(2, of: 2), .next(2), .add(2, by: nil, of: nil), .added(2), .quiescent,
      .callback(.failure(.named("denied"))), .cancel(), .cancelled(), .called(),
      .failure("denied"), .left(.failed), .remove(by: nil, of: nil), .removed(), .quiescent,
    ]
    let traits = Traits.declaring(\.removal, .settled)
    #expect(!evidence(traits, lines).knowsOwners)
    #expect(Rule.judge(evidence(traits, lines)).violations.map(\.ruleID) == [])
    #expect(evidence(.twoWaiting).knowsOwners)
  }

  @Test("tells a removal that the end of the run brought about from a late one")
  func releasedByDriver() {
    let lines: [Rule.Example.Line] =
      .waiting + [
        .cancel(), .cancelled(), .end(), .left(), .quiescent, .epilogue.after(1_000),
        .droppedIterator(), .remove(), .removed(), .quiescent, .over,
      ]
    let evidence = evidence(.declaring(\.removal, .settled), lines)
    let reasons = Rule.judge(evidence).violations.compactMap { judgement -> String? in
      guard case .violated(_, let reason) = judgement.verdict else { return nil }
      return reason
    }
    let told = reasons.filter { reason in reason.contains("with its iterator") }
    #expect(!told.isEmpty)
    #expect(!reasons.contains { reason in reason.contains("later, at") })
  }

  @Test("keeps a cancel that came before the iterator")
  func earlyCancel() throws {
    let evidence = evidence([.accessed(), .cancel(), .cancelled(), .madeIterator(), .next()])
    #expect(evidence.consumers.first?.cancelled == 1)
    #expect(evidence.cancellations.first?.moment == .beforeIterating)
  }

  @Test("does not take an operator's end for the stream's")
  func operatorEnd() {
    let lines: [Rule.Example.Line] = .busy + [.next(), .end(), .left(.operatorEnded)]
    #expect(evidence(lines).consumers.first?.terminal == nil)
  }

  @Test("tells waiting from busy and from a value that is on the way")
  func moments() {
    func moment(_ lines: [Rule.Example.Line]) -> Cancellation.Moment? {
      evidence(lines).cancellations.first?.moment
    }
    #expect(moment(.waiting + [.cancel()]) == .waiting)
    #expect(moment(.busy + [.cancel()]) == .busy)
    #expect(moment(.waiting + [.callback(1), .called(), .cancel(), .element(1)]) == .busy)
    // Everything has rested, so the value is on no way.
    #expect(moment(.waiting + [.callback(1), .called(), .quiescent, .cancel()]) == .waiting)
    #expect(moment([.accessed(), .madeIterator(), .cancel()]) == .beforeFirstNext)
    #expect(moment(.busy + [.left(.broke), .cancel()]) == nil)
    #expect(moment(.waiting + [.callback(.finish), .called(), .cancel()]) == nil)
  }

  @Test("counts a value that rests among the buffered ones, and one on its way as given")
  func buffered() {
    func count(_ lines: [Rule.Example.Line]) -> Int? {
      evidence(lines).cancellations.first.map { cancellation in cancellation.buffered.count }
    }
    let twoValues: [Rule.Example.Line] =
      .waiting + [.callback(1), .called(), .callback(2), .called()]
    #expect(count(twoValues + [.cancel(), .element(1)]) == 1)
    #expect(count(twoValues + [.quiescent, .cancel()]) == 2)
  }

  @Test("judges each stream by what it declares itself")
  func mixedDeclarations() {
    var declarations = Declarations(.declaring(\.listeners, 2))
    declarations.declare(Traits(), of: 2)
    let rule = Rule.catalogue.first { rule in rule.id == "registration.declared-adds" }
    let lines: [Rule.Example.Line] = .twoWaiting
    func verdict(_ declarations: Declarations) -> Verdict? {
      let entries = evidence(lines).entries
      return rule.map { rule in
        rule.check(Evidence(entries, filedIn: LogIndex(), declarations: declarations))
      }
    }
    // The first waits with one listener of two; the second has its one.
    #expect(verdict(declarations).map(Self.isViolated) == true)
    var right = Declarations()
    right.declare(.declaring(\.listeners, 1), of: 2)
    #expect(verdict(right) == .held)
    var wrong = Declarations()
    wrong.declare(.declaring(\.listeners, 2), of: 2)
    #expect(verdict(wrong).map(Self.isViolated) == true)
  }

  @Test("takes the end of a source for that of its own streams alone")
  func severalSources() {
    let rule = "completion.subscribe-after-end"
    let lines: [Rule.Example.Line] =
      .waiting + [
        .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
        .accessed(2), .madeIterator(2, of: 2), .droppedSequence(2), .next(2), .quiescent,
      ]
    #expect(verdict(of: rule, on: lines, besides: .symbol("upload")).map(Self.isViolated) == true)
    #expect(verdict(of: rule, on: lines, besides: .symbol("document")) == .notExercised)
  }

  @Test("does not excuse an end by that of another source")
  func foreignEnd() {
    let rule = "isolation.cancel-one-spares-others"
    // The second ends by itself after the first was told its end and its third sibling cancelled.
    let lines: [Rule.Example.Line] =
      .twoWaiting + [
        .accessed(3), .madeIterator(3, of: 3), .droppedSequence(3), .next(3),
        .add(3, by: 3, of: 3), .added(3), .quiescent,
        .callback(.finish), .remove(), .removed(), .called(), .end(), .left(), .quiescent,
        .cancel(3), .remove(3, by: 3, of: 3), .removed(3), .cancelled(3), .end(3), .left(.ended, 3),
        .remove(2, by: 2, of: 2), .removed(2), .end(2), .left(.ended, 2), .quiescent,
      ]
    #expect(verdict(of: rule, on: lines, besides: .symbol("upload")).map(Self.isViolated) == false)
    #expect(verdict(of: rule, on: lines, besides: .symbol("document")).map(Self.isViolated) == true)
  }

  /// What a rule says of a log with two streams, one over an upload and another one besides.
  private func verdict(
    of id: String, on lines: [Rule.Example.Line], besides second: Value
  ) -> Verdict? {
    var declarations = Declarations()
    declarations.declare(source: .symbol("upload"), of: 1)
    declarations.declare(source: second, of: 2)
    let entries = evidence(lines).entries
    return Rule.catalogue.first { rule in rule.id == id }.map { rule in
      rule.check(Evidence(entries, filedIn: LogIndex(), declarations: declarations))
    }
  }

  private static func isViolated(_ verdict: Verdict) -> Bool {
    if case .violated = verdict { true } else { false }
  }

  @Test("shares registrations out as each stream declares for its own iterators")
  func mixedIterators() {
    let lines: [Rule.Example.Line] = [
      .accessed(), .madeIterator(), .madeIterator(2), .accessed(2), .madeIterator(3, of: 2),
      .madeIterator(4, of: 2),
    ]
    var declarations = Declarations(.declaring(\.iterators, .single))
    declarations.declare(Traits(), of: 2)
    let shared = Evidence(
      evidence(lines).entries, filedIn: LogIndex(), declarations: declarations)
    #expect(
      Set(shared.subscriptions.map { one in one.consumers.map { $0.id.number } })
        == [[1, 2], [3], [4]])
  }

  @Test("gives each independent consumer a subscription, and a shared sequence one for all")
  func subscriptions() {
    let lines: [Rule.Example.Line] = [
      .accessed(), .add(by: nil), .added(), .madeIterator(), .madeIterator(2), .accessed(2),
    ]
    let independent = evidence(lines).subscriptions
    #expect(independent.map { $0.consumers.count } == [1, 1, 0])
    #expect(independent.map { $0.registrations.count } == [1, 1, 0])
    let split = evidence(.declaring(\.iterators, .split), lines).subscriptions
    #expect(split.map { $0.consumers.count } == [2, 0])
    #expect(split.map { $0.registrations.count } == [1, 0])
  }

  @Test("traces repeated, disordered, lost and invented values")
  func tracing() throws {
    let lines: [Rule.Example.Line] =
      .waiting + [
        .callback(1), .called(), .callback(1), .called(), .callback(2), .called(), .callback(3),
        .called(), .element(1), .next(), .element(3), .next(), .element(2), .next(), .element(9),
      ]
    let subscription = try #require(evidence(lines).subscriptions.first)
    #expect(subscription.receptions.map { $0.delivery } == [0, 3, 2, nil])
    #expect(subscription.invented?.value == .integer(9))
    #expect(subscription.dropped?.delivery.began == lines.count - 13)
    #expect(subscription.deliveries.map { $0.received == nil } == [false, true, false, false])
  }

  @Test("tells the circumstances of callbacks apart")
  func phases() throws {
    let removed: [Rule.Example.Line] =
      .waiting + [
        .callback(1), .called(), .cancel(), .remove(), .callback(2), .called(), .removed(),
        .cancelled(), .callback(3), .called(),
      ]
    let afterRemove = try #require(evidence(removed).subscriptions.first)
    #expect(afterRemove.deliveries.map { $0.phase } == [.live, .insideRemove, .afterRemove])
    #expect(afterRemove.deliveries.map { $0.isDue } == [true, false, false])
    let ended: [Rule.Example.Line] =
      .waiting + [.callback(.finish), .remove(), .removed(), .called(), .callback(3), .called()]
    let afterEnd = try #require(evidence(ended).subscriptions.first)
    #expect(afterEnd.deliveries.map { $0.phase } == [.live, .afterEnd])
    #expect(afterEnd.sourceEnd?.failure == nil && afterEnd.sourceEnd != nil)
  }

  @Test("knows where a consumer waits although nothing is ready")
  func stalls() throws {
    let evidence = evidence(.waitingAgain)
    let consumer = try #require(evidence.consumers.first)
    #expect(evidence.stall(of: consumer, after: 0) == 6)
    #expect(evidence.stall(of: consumer, after: 6) == 11)
    #expect(evidence.stall(of: consumer, after: 6, before: 11) == nil)
  }
}
