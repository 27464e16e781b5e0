import SluiceSpies

extension Rule {
  /// The rule that cancelling one consumer leaves its siblings alone.
  public static let cancelOneSparesOthers = Rule(
    id: "isolation.cancel-one-spares-others",
    statement:
      "when one consumer is cancelled, others that have or share a subscription keep receiving",
    level: .must,
    rationale: "One closed screen would silence another that shows the same document.",
    usualCause: """
      All iterators keep their handle in one variable, or the first cancelled iterator shuts the \
      whole sequence down.
      """,
    fix: """
      Keep a handle and a buffer for each iterator, and end only those of the cancelled one. A \
      shared listener goes with its last reader.
      """,
    code: .cancelOneSparesOthers,
    anchors: [.reactiveStreams("1.11")],
    implies: isolationConsequences,
    underThreads: .counts,
    examples: [
      .conforming(
        "the sibling goes on", after: .twoWaiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent,
          .callback(1, 2), .called(2), .element(1, 2), .next(2), .quiescent,
        ]),
      .violating(
        "the sibling's registration is removed", after: .twoWaiting,
        [
          .cancel(), .remove(2).blamed, .removed(2), .cancelled(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "the sibling comes to an end", after: .twoWaiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .end(2).blamed,
          .left(.ended, 2), .quiescent,
        ]),
      .violating(
        "the sibling falls silent", after: .twoWaiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent,
          .callback(1, 2), .called(2), .quiescent.blamed,
        ]),
      .silent("no sibling", after: .cancelledAndOver, []),
      .silent(
        "both are cancelled", after: .twoWaiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .cancel(2), .remove(2), .removed(2),
          .cancelled(2), .end(), .left(), .end(2), .left(.ended, 2), .quiescent,
        ]),
    ] + sharingSiblings
  ) { evidence in
    guard evidence.subscriptions.count > 1, evidence.knowsOwners else { return .notExercised }
    let cancellations = evidence.cancellations.sorted { left, right in left.called < right.called }
    return .overall(evidence.subscriptions) { sibling in
      guard let start = sibling.registrations.first?.addCalled else { return .notExercised }
      let added = max(start, sibling.membership?.rested ?? start)
      let own = Set(sibling.consumers.map { consumer in consumer.id })
      let first = cancellations.partition { cancellation in cancellation.called <= added }
      let cancel = cancellations[first...].first { cancellation in
        !own.contains(cancellation.consumer.id)
      }
      guard let cancel, cancel.called < sibling.ended else { return .notExercised }
      if let (at, what) = evidence.disturbance(of: sibling, after: cancel.called) {
        return .violated(
          at: at, because: "consumer \(cancel.consumer.id.number) was cancelled, and \(what)")
      }
      return evidence.isWanted(sibling, after: cancel.called) ? .held : .notExercised
    }
  }

  /// What follows when the wrong registration is removed: the right one is not.
  static let isolationConsequences = [
    "registration.kept-while-waiting", "cancellation.propagates", "cancellation.immediate",
    "cancellation.suspended-removes",
    "cancellation.busy-removes", "cancellation.removed-before-end", "delivery.wakes-waiter",
    "teardown.remove-once", "teardown.break-removes", "teardown.throw-removes",
    "teardown.operator-end-removes", "teardown.iterator-drop-removes",
    "teardown.released-while-held", "teardown.balanced",
  ]

  /// Siblings that share one subscription.
  private static let sharingSiblings: [Example] = [
    .conforming(
      "the other who shares goes on", .broadcast, after: .twoSharing,
      [
        .cancel(), .cancelled(), .end(), .left(), .quiescent, .callback(1), .called(),
        .element(1, 2), .next(2), .quiescent,
      ]),
    .violating(
      "what both share is removed", .broadcast, after: .twoSharing,
      [
        .cancel(), .remove().blamed, .removed(), .cancelled(), .end(), .left(), .quiescent,
      ]),
  ]
}

extension Rule.Code {
  fileprivate static let cancelOneSparesOthers = Rule.Code(
    wrong: """
      // All iterators share the slot.
      let slot = Box<ListenerHandle>()

      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        slot.value = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { [slot] _ in slot.take()?.remove() }
        return prices.makeAsyncIterator()
      }
      """,
    right: """
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
        return prices.makeAsyncIterator()
      }
      """)
}
