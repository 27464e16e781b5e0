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
    usualCause: """
      The object or the task that keeps the listener goes away without ending the stream, because \
      nothing refers to it strongly or its loop was left.
      """,
    fix: """
      Let the iterator or the closure of onTermination keep the producer, and call finish() \
      wherever the producer stops.
      """,
    code: .keptWhileWaiting,
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
    let kept = KeptCourse(of: subscription)
    for lost in subscription.registrations {
      guard
        let gone = lost.removeCalled.first, gone < end,
        !lost.hasEnded(before: gone, subscription.traits),
        let stall = self.stall(of: consumer, after: gone, before: end)
      else { continue }
      guard kept.count(at: stall) < subscription.traits.listeners else { continue }
      return .violated(
        at: stall,
        because: "the consumer waits, nobody has ended it, and #\(lost.id.number) was removed")
    }
    return stall < end ? .held : .notExercised
  }
}

/// How many registrations of a subscription count from one place of the log to the next: those that
/// are there, and those that have ended where there are others with which the stream goes on.
private struct KeptCourse {
  private var begins: [Int] = []
  private var ends: [Int] = []

  init(of subscription: Subscription) {
    for registration in subscription.registrations {
      let gone = registration.gone ?? .max
      let ended = registration.ended(subscription.traits) ?? .max
      if ended < gone {
        begins.append(min(registration.addCalled, ended))
      } else {
        if registration.addCalled < gone {
          begins.append(registration.addCalled)
          ends.append(gone)
        }
        begins.append(ended)
      }
    }
    begins.sort()
    ends.sort()
  }

  func count(at place: Int) -> Int {
    begins.partition { begin in begin < place } - ends.partition { end in end < place }
  }
}

extension Rule.Code {
  fileprivate static let keptWhileWaiting = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        // The deinit of a producer removes its listener.
        let producer = Producer(source) { continuation.yield($0) }
        continuation.onTermination = { [weak producer] _ in producer?.stop() }
      }
      """,
    right: """
      AsyncStream { continuation in
        // The deinit of a producer removes its listener.
        let producer = Producer(source) { continuation.yield($0) }
        continuation.onTermination = { _ in producer.stop() }
      }
      """)
}
