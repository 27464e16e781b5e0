import SluiceConformance
import SluiceSpies
import Testing

@Suite("Excuse")
struct ExcuseTests {
  private typealias Line = Rule.Example.Line

  private func excuse(
    _ rule: String, _ lines: [Line]
  ) throws -> Traits.Excuse? {
    let evidence = Rule.Example.conforming("", lines).evidence
    let judgement = try #require(
      Rule.judge(evidence).primaryViolations.first { judgement in judgement.ruleID == rule })
    return evidence.excuse(for: judgement)
  }

  private static let settled: [Line] =
    .waiting + [
      .cancel(), .cancelled(), .remove(), .removed(), .end(), .left(), .next(), .end(), .quiescent,
    ]

  @Test("names the trait, what is declared, what is seen, and the statement to paste")
  func settled() throws {
    let excuse = try #require(
      try excuse("teardown.removal-declared", Self.settled))
    #expect(excuse.trait == .removal)
    #expect(excuse.declared == "synchronous" && excuse.seen == "settled")
    #expect(
      excuse.lines == [
        "declares removal: synchronous; seen: settled.",
        "If that is meant, declare it: traits.removal = .settled",
      ])
  }

  @Test("takes one line where that is not too wide")
  func narrow() throws {
    let excuse = try #require(
      try excuse(
        "registration.declared-adds",
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
        ]))
    #expect(
      excuse.lines == [
        "declares listeners: 1; seen: 2. If that is meant, declare it: traits.listeners = 2"
      ])
  }

  @Test("is found for each kind of declaration that the log contradicts")
  func kinds() throws {
    let buffered: [Line] =
      .busy + [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
        .element(2), .next(), .end(), .left(), .quiescent,
      ]
    #expect(try excuse("cancellation.buffer-declared", buffered)?.seen == "drains")
    let early: [Line] = [
      .accessed(), .add(by: nil), .added(), .madeIterator(), .next(), .quiescent,
    ]
    #expect(try excuse("registration.lazy-until-iterated", early)?.seen == "access")
    let thrown: [Line] =
      .waiting + [
        .cancel(), .remove(), .removed(), .cancelled(), .cancellation, .left(.failed), .quiescent,
      ]
    #expect(
      try excuse("cancellation.outcome-declared", thrown)?.statement
        == "traits.cancelOutcome = .throwsCancellation")
    let bounded: [Line] =
      .busy + [
        .callback(2), .called(), .callback(3), .called(), .next(), .element(3), .next(),
        .quiescent,
      ]
    #expect(
      try excuse("delivery.each-value-once", bounded)?.statement
        == "traits.overflow = .newest(1)")
    let shared: [Line] = .waiting + [.madeIterator(2), .next(2), .quiescent]
    #expect(try excuse("isolation.independent-iterators", shared)?.trait == .iterators)
    let failed: [Line] =
      .waiting + [
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
        .failure("denied"), .left(.failed), .next(), .failure("denied"), .next(), .end(),
        .quiescent,
      ]
    #expect(try excuse("errors.terminal-once", failed)?.statement == "traits.repeatsError = true")
  }

  @Test("is none for a universal rule, and for what no declaration allows")
  func none() throws {
    let never: [Line] = .waitingAgain + [.cancel(), .cancelled(), .end(), .left(), .quiescent]
    #expect(try excuse("cancellation.suspended-removes", never) == nil)
    let invented: [Line] = .waiting + [.element(9), .next(), .quiescent]
    #expect(try excuse("delivery.no-invented-values", invented) == nil)
    // A stream that throws can't be declared not to.
    let kept: [Line] = [
      .accessed(), .madeIterator(), .next(), .add(), .callback(.failure(.named("denied"))),
      .called(), .added(), .failure("denied"), .left(.failed), .next(), .end(), .quiescent,
    ]
    #expect(try excuse("errors.sync-error-removes", kept) == nil)
  }

  @Test("is none where the other declaration breaks another rule")
  func breaksAnother() throws {
    // One consumer is told at once and drops, the other drains: neither declaration fits both.
    let lines: [Line] =
      .twoWaiting + [
        .callback(1), .called(), .element(1), .callback(1, 2), .called(2), .element(1, 2),
        .quiescent, .callback(2), .called(), .callback(2, 2), .called(2),
        .cancel(), .cancelled(), .next(), .remove(), .removed(), .end(), .left(),
        .cancel(2), .cancelled(2), .next(2), .remove(2, by: 2, of: 2), .removed(2), .element(2, 2),
        .next(2), .end(2), .left(.ended, 2), .quiescent,
      ]
    #expect(try excuse("cancellation.buffer-declared", lines) == nil)
  }

  @Test("is none where something else is wrong that no declaration excuses")
  func besideAFault() throws {
    let faulty: [Line] =
      .waiting + [.element(9), .next(), .quiescent] + Self.settled.dropFirst([Line].waiting.count)
    let broken = Rule.judge(Rule.Example.conforming("", faulty).evidence)
      .primaryViolations.map { violation in violation.ruleID }
    #expect(broken.contains("teardown.removal-declared") && broken.count > 1)
    #expect(try excuse("teardown.removal-declared", faulty) == nil)
  }

  @Test("is found for each of two declarations that the log contradicts")
  func two() throws {
    let lines: [Line] =
      .busy + [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .remove(), .removed(),
        .element(2), .next(), .cancellation, .left(.failed), .quiescent,
      ]
    #expect(try excuse("cancellation.buffer-declared", lines)?.trait == .bufferOnCancel)
    #expect(try excuse("cancellation.outcome-declared", lines)?.trait == .cancelOutcome)
  }

  @Test("of removal is none where a callback or a further cancel brought the remove about")
  func stirred() throws {
    for stir: [Line] in [[.callback(2), .called()], [.cancel(), .cancelled()]] {
      let lines: [Line] =
        .waitingAgain + [.cancel(), .cancelled()] + stir + [
          .remove(), .removed(), .end(), .left(), .quiescent,
        ]
      let evidence = Rule.Example.conforming("", lines).evidence
      #expect(!evidence.sightings().contains { sighting in sighting.trait == .removal })
      #expect(try excuse("teardown.removal-declared", lines) == nil)
    }
    #expect(try excuse("teardown.removal-declared", Self.settled) != nil)
  }

  @Test("of a buffer or an outcome is none where the consumer waited on after its cancel")
  func unheard() throws {
    let lines: [Line] =
      .busy + [
        .callback(2), .called(), .cancel(), .cancelled(), .next(), .element(2), .next(),
        .quiescent, .epilogue, .cancel(), .remove(), .removed(), .cancelled(), .cancellation,
        .left(.failed), .quiescent, .over,
      ]
    let seen = Rule.Example.conforming("", lines).evidence.sightings().map(\.trait)
    #expect(!seen.contains(.bufferOnCancel) && !seen.contains(.cancelOutcome))
  }

  @Test("is none for a judgement that is no violation")
  func held() {
    let evidence = Rule.Example.conforming("", .cancelledAndOver).evidence
    for judgement in Rule.judge(evidence) { #expect(evidence.excuse(for: judgement) == nil) }
  }
}
