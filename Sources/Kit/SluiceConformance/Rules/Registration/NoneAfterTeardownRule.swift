import SluiceSpies

extension Rule {
  /// The rule that nothing is added once nobody is left to receive.
  public static let noneAfterTeardown = Rule(
    id: "registration.none-after-teardown",
    statement: "once its consumer is gone a stream adds nothing more",
    level: .must,
    rationale: """
      A listener that is added when the consumer has left has nobody to remove it: it lives as \
      long as the process.
      """,
    usualCause: """
      A late callback or an error makes the stream connect again and add a listener, although the \
      consumer has left.
      """,
    fix: """
      Note the end of the iteration in the state of the stream, check it before each add, and \
      remove at once what was added while the consumer left.
      """,
    code: .noneAfterTeardown,
    anchors: [.observersGuide],
    traits: [.removal],
    implies: [
      "registration.precancelled-balanced",
      "cancellation.immediate", "cancellation.removed-before-end", "completion.removes-listener",
      "teardown.break-removes", "teardown.throw-removes", "teardown.operator-end-removes",
      "teardown.iterator-drop-removes", "teardown.never-iterated",
      "teardown.released-while-held", "teardown.balanced",
    ],
    underThreads: .needsOneOrder,
    examples: logs
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        !subscription.registrations.isEmpty, let over = evidence.over(subscription)
      else { return .notExercised }
      let late = subscription.registrations.first { registration in
        registration.addCalled > over
          && !subscription.isHeldByOthers(from: registration.addCalled)
          && !evidence.isPassing(registration, after: over, subscription.traits)
      }
      guard let late else { return .held }
      return .violated(
        at: late.addCalled,
        because: "#\(late.id.number) was added when the consumer was gone")
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming("over for good", after: .cancelledAndOver, []),
    .violating(
      "added again by a late event", after: .waiting,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent,
        .callback(2), .add(2).blamed, .added(2), .called(), .quiescent,
      ]),
    .conforming(
      "a task of the stream's was about to add, and removes", .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .end(), .left(), .add(),
        .added(), .remove(), .removed(), .quiescent,
      ]),
    .violating(
      "a task of the stream's was about to add, and keeps it",
      .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .end(), .left(),
        .add().blamed, .added(), .quiescent,
      ]),
    .violating(
      "added when the sequence is dropped", .declaring(\.registration, .access),
      [
        .accessed(), .add(by: nil), .added(), .droppedSequence(), .remove(by: nil), .removed(),
        .add(2, by: nil).blamed, .added(2), .quiescent,
      ]),
    .silent("still iterating", after: .waiting, []),
    .silent("nothing was ever added", [.accessed(), .droppedSequence(), .quiescent]),
  ]
}

extension Rule.Code {
  fileprivate static let noneAfterTeardown = Rule.Code(
    wrong: """
      @Sendable func connect() {
        slot.take()?.remove()
        slot.value = source.addResultListener { result in
          switch result {
          case .success(let price): continuation.yield(price)
          case .failure: connect()
          }
        }
      }
      """,
    right: """
      @Sendable func connect() {
        slot.take()?.remove()
        guard !isOver.isRaised else { return }  // onTermination raises it
        slot.value = source.addResultListener { result in
          switch result {
          case .success(let price): continuation.yield(price)
          case .failure: connect()
          }
        }
        if isOver.isRaised { slot.take()?.remove() }
      }
      """)
}
