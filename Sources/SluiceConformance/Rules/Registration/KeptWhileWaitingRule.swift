import SluiceSpies

extension Rule {
  /// The rule that a stream keeps its registrations for as long as somebody waits for it.
  public static let keptWhileWaiting = Rule(
    id: "registration.kept-while-waiting",
    statement:
      "while a consumer waits and nobody has ended its iteration, what is registered stays",
    level: .must,
    rationale: """
      A producer that dies without an end leaves a loop that waits for ever, as if there were no \
      news; nothing tells it from a quiet source.
      """,
    anchors: [.reactiveStreams("1.4"), .reactiveStreams("1.5")],
    traits: [.listeners, .joining],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("it waits", after: .waitingAgain, []),
      .conforming("removed by a cancel", after: .cancelledAndOver, []),
      .conforming(
        "the app has closed the source, and the stream takes its time", after: .waitingAgain,
        [.closedByApp(), .remove(), .removed(), .end(), .left(), .quiescent]),
      .violating(
        "the producer has gone", after: .waitingAgain, [.remove(), .removed(), .quiescent.blamed]),
      .violating(
        "gone while the consumer was busy", after: .busy,
        [.remove(), .removed(), .quiescent, .next(), .quiescent.blamed]),
      .violating(
        "one of two has gone", .declaring(\.listeners, 2),
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2), .added(2), .quiescent,
          .remove(2), .removed(2), .quiescent.blamed,
        ]),
      .conforming("one of two joined sources has ended", joined, after: oneOfTwoEnded, []),
      .violating(
        "one of two joined sources has ended, and the other goes, too", joined,
        after: oneOfTwoEnded, [.remove(2), .removed(2), .quiescent.blamed]),
      .silent("nothing is registered yet", [.accessed(), .madeIterator(), .next(), .quiescent]),
      .silent(
        "the source has ended, and the stream takes its time",
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .callback(1), .called(),
          .element(1), .callback(.finish), .remove(), .removed(), .called(), .next(), .quiescent,
        ]),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      .overall(subscription.consumers) { consumer in
        evidence.keeping(of: subscription, for: consumer)
      }
    }
  }
}

extension Evidence {
  /// Whether what was registered for a consumer was there each time that it waited for news.
  fileprivate func keeping(of subscription: Subscription, for consumer: ConsumerRecord) -> Verdict {
    let end = subscription.closed
    guard let first = subscription.registrations.first?.addCalled,
      let stall = stall(of: consumer, after: first, before: end)
    else { return .notExercised }
    for lost in subscription.registrations {
      guard
        let gone = lost.removeCalled.first, gone < end,
        !lost.hasEnded(before: gone, subscription.traits),
        let stall = self.stall(of: consumer, after: gone, before: end)
      else { continue }
      let active = subscription.registrations.count { other in
        other.isActive(at: stall) || other.hasEnded(before: stall, subscription.traits)
      }
      guard active < subscription.traits.listeners else { continue }
      return .violated(
        at: stall,
        because: "the consumer waits, nobody has ended it, and #\(lost.id.number) was removed")
    }
    return stall < end ? .held : .notExercised
  }
}
