import SluiceSpies

extension Rule {
  /// The rule that a registration is removed at most once.
  public static let removeOnce = Rule(
    id: "teardown.remove-once",
    statement: "each registration is removed at most once",
    level: .must,
    rationale: """
      A backend may have given the token to somebody else by the second remove, or trap on a \
      token that it does not know.
      """,
    usualCause: """
      The end of the source, the cancel and the iterator's deinit each remove, and none asks \
      whether another one has.
      """,
    fix: "Take the handle out of the state under the lock. Only the path that took it removes.",
    code: .removeOnce,
    anchors: [.reactiveStreams("3.7")],
    underThreads: .counts,
    examples: [
      .conforming("removed once", after: .cancelledAndOver, []),
      .conforming(
        "removed, and again by its dying handle", after: .waiting,
        [.cancel(), .remove(), .removed(), .line(.handleDied(1)), .remove(), .removed()]),
      .violating(
        "removed by the cancel and by the iterator's end", after: .waiting,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .droppedIterator(),
          .remove().blamed, .removed(), .quiescent,
        ]),
      .silent("not removed", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.registrations) { registration in
      guard let first = registration.removeCalled.first else { return .notExercised }
      guard let again = registration.removedAgain(after: first) else { return .held }
      return .violated(at: again, because: "#\(registration.id.number) was removed a second time")
    }
  }
}

extension Rule.Code {
  fileprivate static let removeOnce = Rule.Code(
    wrong: """
      let slot = Box<ListenerHandle>()
      continuation.onTermination = { _ in slot.value?.remove() }
      // The handle stays in its slot.
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        slot.value?.remove()
        continuation.finish()
      }
      """,
    right: """
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()  // takes the handle out, under a lock
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      } onEnd: {
        slot.take()?.remove()
        continuation.finish()
      }
      if isOver.isRaised { slot.take()?.remove() }
      """)
}
