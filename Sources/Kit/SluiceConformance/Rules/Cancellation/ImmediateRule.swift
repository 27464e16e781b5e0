import SluiceSpies

extension Rule {
  /// The rule that a cancel before the first value leaks nothing.
  ///
  /// How promptly is for other rules to say; that the consumer ends at all, too.
  public static let immediate = Rule(
    id: "cancellation.immediate",
    statement: "a consumer cancelled between its start and its first value ends with all released",
    level: .must,
    rationale: """
      A quick swipe through a list starts and cancels a stream for each row; if those that never \
      showed a value leak, they are the most.
      """,
    usualCause: """
      The stream wires its clean-up when the first value comes, so an earlier cancel finds none.
      """,
    causes: .immediate,
    fix: """
      Set onTermination or the cancellation handler together with the call of add, before any \
      value.
      """,
    code: .immediate,
    anchors: [.proposal],
    implies: [
      "cancellation.suspended-removes", "cancellation.removed-before-end", "teardown.balanced",
    ],
    underThreads: .needsPromptness,
    examples: logs
  ) { evidence in
    .overall(evidence.cancellations) { cancellation in
      guard
        cancellation.moment != .beforeIterating, !cancellation.isBeforeValueOnItsWay,
        cancellation.isBeforeFirstValue, !cancellation.isShared,
        let end = evidence.end(after: cancellation), !cancellation.holdsItsIterator(at: end)
      else { return .notExercised }
      let ended = cancellation.consumer.terminal?.returned
      // What is still being added is removed, or not, when its add has come back.
      let leaked = cancellation.subscription.registrations.first { registration in
        registration.isActive(at: end) && !registration.isInsideAdd(end)
      }
      guard let leaked else {
        return ended.map { ended in ended < end ? .held : .notExercised } ?? .notExercised
      }
      let shown = ended.flatMap { ended in leaked.isActive(at: ended) ? ended : nil } ?? end
      let fate = evidence.fate(of: leaked, after: end)
      return .violated(
        at: min(shown, end),
        because: "cancelled before its first value, and #\(leaked.id.number) \(fate)")
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming("cancelled while waiting for the first value", after: .cancelledAndOver, []),
    .conforming(
      "cancelled before the first next()",
      [
        .accessed(), .madeIterator(), .cancel(), .cancelled(), .next(), .end(), .left(),
        .quiescent, .epilogue, .droppedIterator(), .droppedSequence(), .quiescent, .over,
      ]),
    .violating(
      "kept for good", after: .waiting,
      [.cancel(), .cancelled(), .end().blamed, .left(), .quiescent, .epilogue, .over]),
    .violating(
      "added after the end, for good",
      [
        .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .end(), .left(), .add(),
        .added(), .quiescent, .epilogue.blamed, .quiescent, .over,
      ]),
    .violating(
      "kept for good, and its owner was gone before", after: .waiting,
      [
        .droppedOwner, .cancel(), .cancelled(), .end().blamed, .left(), .quiescent, .epilogue,
        .over,
      ]
    ),
    .violating(
      "cancelled inside add, and kept for good",
      [
        .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .added(),
        .end().blamed, .left(), .quiescent, .epilogue, .over,
      ]),
    .violating(
      "cancelled directly after add, and kept for good",
      [
        .accessed(), .madeIterator(), .next(), .add(), .added(), .cancel(), .cancelled(),
        .end().blamed, .left(), .quiescent, .epilogue, .over,
      ]),
    .conforming(
      "removed when its add has come back, which takes its time", .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .end(), .left(),
        .quiescent, .added(), .remove(), .removed(), .quiescent, .epilogue, .over,
      ]),
    .silent(
      "released late", after: .waiting,
      [
        .cancel(), .cancelled(), .quiescent, .remove(), .removed(), .quiescent, .epilogue,
        .over,
      ]),
    .silent(
      "cancelled after a value", after: .busy,
      [.cancel(), .cancelled(), .next(), .end(), .left(), .quiescent, .epilogue, .over]),
    .silent("the log ends early", after: .waiting, [.cancel(), .cancelled(), .end(), .left()]),
  ]
}

extension Evidence {
  /// Whether a registration that a cancel left behind was as said when the cancel came.
  fileprivate func leftAtCancel(
    before blamed: Int, where isSo: (RegistrationRecord, Cancellation) -> Bool
  ) -> Bool {
    guard let cancellation = cancellation(before: blamed),
      let left = cancellation.subscription.active(at: blamed)
    else { return false }
    return isSo(left, cancellation)
  }
}

extension Cancellation {
  /// Whether the listener belongs to the iterator, and the loop still holds that at a place.
  fileprivate func holdsItsIterator(at place: Int) -> Bool {
    subscription.traits.removal == .withIterator && (consumer.iteratorDropped ?? .max) > place
  }

  /// Whether a value was on its way to the consumer, which it got after the cancel.
  fileprivate var isBeforeValueOnItsWay: Bool {
    moment == .busy
      && consumer.nexts.contains { next in
        if case .element? = next.output { (next.returned ?? 0) > called } else { false }
      }
  }
}

extension [Rule.Cause] {
  fileprivate static var immediate: Self {
    [
      .ownerIsGone,
      .usual(
        """
        The stream adds its listener without a look at the cancellation, and the cancel was over \
        before: its handler found nothing to remove.
        """
      ) { evidence, blamed in
        evidence.leftAtCancel(before: blamed) { registration, cancellation in
          registration.addCalled > cancellation.called
        }
      },
      .usual(
        """
        The cancel came during add, when the stream had no handle yet. It stores the handle then \
        without another look at the cancellation.
        """
      ) { evidence, blamed in
        evidence.leftAtCancel(before: blamed) { registration, cancellation in
          registration.isInsideAdd(cancellation.called)
        }
      },
      .usual(
        """
        The stream wires its clean-up a moment after add, in a Task or behind an await, and the \
        cancel came before that.
        """
      ) { evidence, blamed in
        evidence.leftAtCancel(before: blamed) { registration, cancellation in
          evidence.quiescence(after: registration.addCalled) ?? .max > cancellation.called
        }
      },
    ]
  }
}

extension Rule.Code {
  fileprivate static let immediate = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let slot = Box<ListenerHandle>()
        slot.value = source.addValueListener { price in
          continuation.onTermination = { _ in slot.take()?.remove() }
          continuation.yield(price)
        }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
