import SluiceConformance
import SluiceSpies
import Testing

@Suite("Judgements")
struct JudgementTests {
  private func primary(_ lines: [Rule.Example.Line]) -> [String] { primary(Traits(), lines) }

  private func primary(_ traits: Traits, _ lines: [Rule.Example.Line]) -> [String] {
    let example = Rule.Example.conforming("", traits, lines)
    return Rule.judge(example.evidence).primaryViolations.map { judgement in judgement.rule.id }
  }

  @Test("come one for each rule, in the catalogue's order")
  func comeInOrder() {
    let example = Rule.Example.conforming("", after: .cancelledAndOver, [])
    let judged = Rule.judge(example.evidence).map { judgement in judgement.rule.id }
    #expect(judged == Rule.catalogue.map { rule in rule.id })
  }

  @Test("of a correct run have no violations")
  func ofACorrectRun() {
    #expect(primary(.cancelledAndOver).isEmpty)
  }

  @Test("of a remove forgotten on cancel name that, not the imbalance that follows")
  func forgottenOnCancel() {
    let log: [Rule.Example.Line] =
      .waitingAgain + [
        .cancel(), .cancelled(), .end(), .left(), .next(), .end(), .quiescent, .epilogue,
        .droppedIterator(), .quiescent, .over, .line(.sentinelAlive(.fixture)),
      ]
    #expect(primary(log) == ["cancellation.suspended-removes"])
    let all = Rule.judge(Rule.Example.conforming("", log).evidence).violations.map { $0.rule.id }
    #expect(
      all == [
        "cancellation.suspended-removes", "cancellation.removed-before-end",
        "teardown.removal-declared", "teardown.balanced",
        "memory.captures-released",
      ])
  }

  @Test("of an error inside add whose listener stays with the iterator name that alone")
  func errorInsideAdd() {
    let denied = Event.Payload.failure(.named("denied"))
    let plain = Traits.declaring(\.registration, .access)
    let lines: [Rule.Example.Line] = [
      .accessed(), .add(by: nil), .callback(denied), .called(), .added(), .madeIterator(),
      .droppedSequence(), .next(), .failure("denied"), .left(.failed), .next(), .end(),
      .quiescent, .epilogue, .droppedIterator(), .remove(by: nil), .removed(), .quiescent, .over,
    ]
    #expect(primary(plain, lines) == ["errors.sync-error-removes"])
  }

  @Test("of a value fired inside remove and delivered name that alone")
  func valueInsideRemove() {
    let draining = Traits.declaring(\.bufferOnCancel, .drains)
    let lines: [Rule.Example.Line] =
      .waitingAgain + [
        .cancel(), .remove(), .callback(7), .called(), .removed(), .cancelled(), .element(7),
        .next(), .end(), .left(), .next(), .end(), .quiescent, .epilogue, .droppedIterator(),
        .quiescent, .over,
      ]
    #expect(primary(draining, lines) == ["reentrancy.emit-in-remove"])
  }

  @Test("of an error fired inside remove and thrown name that alone")
  func errorInsideRemove() {
    let lines: [Rule.Example.Line] =
      .waitingAgain + [
        .cancel(), .remove(), .callback(.failure(.named("closed"))), .called(), .removed(),
        .cancelled(), .failure("closed"), .left(.failed), .next(), .end(), .quiescent, .epilogue,
        .droppedIterator(), .quiescent, .over,
      ]
    #expect(primary(lines) == ["reentrancy.emit-in-remove"])
  }

  @Test("of two unrelated defects name both")
  func twoDefects() {
    let lines: [Rule.Example.Line] =
      .busy + [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(3), .next(),
        .quiescent, .cancel(), .cancelled(), .end(), .left(), .quiescent, .epilogue,
        .droppedIterator(), .quiescent, .over,
      ]
    #expect(primary(lines) == ["delivery.each-value-once", "cancellation.suspended-removes"])
  }

  @Test("of a cancel that the stream never hears of name that alone")
  func unheardCancel() {
    let lines: [Rule.Example.Line] =
      .waiting + [.cancel(), .cancelled(), .quiescent, .epilogue, .quiescent, .over]
    #expect(primary(lines) == ["cancellation.propagates"])
  }

  @Test("of a cancel that is heard of a second later name its promptness alone")
  func pollingStream() {
    let lines: [Rule.Example.Line] =
      .waitingAgain + [
        .cancel(), .cancelled(), .quiescent, .remove().after(1_000_000_000), .removed(), .end(),
        .left(), .next(), .end(), .quiescent, .epilogue, .droppedIterator(), .quiescent, .over,
      ]
    #expect(primary(lines) == ["cancellation.suspended-removes"])
  }

  @Test("of a run with violations have a primary one", arguments: ExampleCase.all)
  func alwaysAPrimaryOne(_ item: ExampleCase) {
    let judgements = Rule.judge(item.example.evidence)
    #expect(judgements.violations.isEmpty == judgements.primaryViolations.isEmpty)
  }
}
