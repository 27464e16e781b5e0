import SluiceSpies

extension Rule {
  /// The rule that a dropped iterator releases what was registered.
  public static let iteratorDropRemoves = Rule(
    id: "teardown.iterator-drop-removes",
    statement:
      "a dropped iterator releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Who iterates by hand and stops says so only by dropping the iterator; a task inside the \
      stream that keeps it keeps the listener.
      """,
    usualCause: """
      The listener's closure or a task of the stream refers to the stream or its iterator, so \
      neither is ever released.
      """,
    causes: [.ownerIsGone, .nextValueRemoves],
    fix: """
      Let the listener capture the continuation or the buffer alone. Cancel a forwarding task in \
      the deinit of an object that only the iterator owns.
      """,
    code: .iteratorDropRemoves,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: Example.leaving(.dropped)
  ) { evidence in
    evidence.releasedAfterLeaving("the iterator was dropped") { consumer in
      consumer.loopEnd == nil || consumer.loopEnd == .dropped
    }
  }
}

extension Rule.Code {
  fileprivate static let iteratorDropRemoves = Rule.Code(
    wrong: """
      init(_ source: Ticker) {
        slot.value = source.addValueListener { self.inbox.receive($0) }
      }
      deinit { slot.take()?.remove() }
      """,
    right: """
      init(_ source: Ticker) {
        slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
      }
      deinit { slot.take()?.remove() }
      """)
}
