import SluiceSpies

extension Rule {
  /// The rule that a late remove of an earlier iteration leaves a later one alone.
  public static let restart = Rule(
    id: "isolation.restart",
    statement: "after subscribe, cancel, subscribe the first's late remove leaves the second alone",
    level: .must,
    rationale: """
      A stream that removes by key takes away the listener that has replaced its own, and the \
      screen that was opened again stays empty.
      """,
    usualCause: """
      The stream removes late, in a Task, by a key or a slot that the next subscription uses \
      already.
      """,
    fix: "Remove inside the cancel, and by the handle that this subscription's add returned.",
    code: .restart,
    anchors: [.observersGuide],
    implies: isolationConsequences,
    underThreads: .counts,
    examples: restarts + broadcastAgain
  ) { evidence in
    guard evidence.subscriptions.count > 1, evidence.knowsOwners else { return .notExercised }
    let first = evidence.subscriptions.lazy
      .filter { subscription in !subscription.registrations.isEmpty }
      .min { left, right in left.ended < right.ended }
    guard let first else { return .notExercised }
    return .overall(evidence.subscriptions) { second in
      guard
        let added = second.registrations.first?.addCalled, added > first.ended,
        second.registrations.first?.id != first.registrations.first?.id, second.ended > added
      else { return .notExercised }
      if let (at, what) = evidence.disturbance(of: second, after: added) {
        return .violated(at: at, because: "an earlier iteration was over, and \(what)")
      }
      return evidence.isWanted(second, after: added) ? .held : .notExercised
    }
  }

  /// A second iteration of a stream whose consumers listen on their own.
  private static let restarts: [Example] = [
    .conforming(
      "the second receives", after: .waiting + cancelled + again,
      [.callback(1, 2), .called(2), .element(1, 2), .next(2), .quiescent]),
    .conforming(
      "the first removes its own, late", .declaring(\.removal, .settled),
      after: .waiting + [.cancel(), .cancelled()] + again,
      [.remove(), .removed(), .end(), .left(), .quiescent]),
    .violating(
      "the first removes the second's", .declaring(\.removal, .settled),
      after: .waiting + [.cancel(), .cancelled()] + again,
      [.remove(2).blamed, .removed(2), .end(), .left(), .quiescent]),
    .violating(
      "the second comes to an end", after: .waiting + cancelled + again,
      [.quiescent, .end(2).blamed, .left(.ended, 2), .quiescent]),
    .violating(
      "the first ends the second with its late remove", .declaring(\.removal, .settled),
      after: .waiting + [.cancel(), .cancelled()] + again,
      [
        .remove(2).blamed, .removed(2), .end(), .left(), .end(2), .left(.ended, 2), .quiescent,
      ]),
    .violating(
      "the second comes to an end at once, though the source has none",
      Traits().lacking(.finish), after: .waiting + cancelled + again,
      [.end(2).blamed, .left(.ended, 2), .quiescent]),
    .silent("side by side", after: .twoWaiting, []),
    .silent("subscribed once", after: .cancelledAndOver, []),
  ]

  private static let broadcastAgain: [Example] = [
    .silent(
      "the second fails before anybody reads it", atAccess, after: atAccessAndOver,
      [
        .accessed(2), .add(2, by: nil, of: 2), .callback(.failure(.named("denied")), 2),
        .called(2), .added(2), .remove(2, by: nil, of: 2), .removed(2), .madeIterator(2, of: 2),
        .droppedSequence(2), .next(2), .failure("denied", 2), .left(.failed, 2), .quiescent,
      ]),
    .violating(
      "the second fails with what nobody called back", atAccess, after: atAccessAndOver,
      [
        .accessed(2), .add(2, by: nil, of: 2), .added(2), .madeIterator(2, of: 2),
        .droppedSequence(2), .next(2), .quiescent, .failure("denied", 2).blamed,
        .left(.failed, 2), .quiescent,
      ]),
  ]

  private static let atAccess = Traits.broadcast.with { traits in traits.registration = .access }

  /// A broadcast that was registered when it was opened, and is over.
  private static let atAccessAndOver: [Example.Line] =
    [
      .accessed(), .add(by: nil), .added(), .madeIterator(), .droppedSequence(), .next(),
      .quiescent,
    ] + cancelled

  private static let cancelled: [Example.Line] = [
    .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent,
  ]

  private static let again: [Example.Line] = [
    .accessed(2), .madeIterator(2, of: 2), .droppedSequence(2), .next(2), .add(2, by: 2, of: 2),
    .added(2),
  ]
}

extension Rule.Code {
  fileprivate static let restart = Rule.Code(
    wrong: """
      // All streams share the slot.
      func prices() -> AsyncStream<Double> {
        AsyncStream { continuation in
          slot.value = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { [slot] _ in
            Task { slot.take()?.remove() }
          }
        }
      }
      """,
    right: """
      func prices() -> AsyncStream<Double> {
        AsyncStream { continuation in
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      """)
}
