import SluiceSpies

extension Rule {
  /// The rule that a loop body that throws releases what was registered.
  public static let throwRemoves = Rule(
    id: "teardown.throw-removes",
    statement:
      "a loop body that throws releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Cleanup that stands after the loop is skipped when the body throws; the listener then \
      outlives the error that nobody connects with it.
      """,
    usualCause: """
      A task forwards the values in a loop and removes after it. A consumer whose body throws \
      never lets that loop end.
      """,
    causes: [.ownerIsGone, .nextValueRemoves],
    fix: """
      Remove when the iterator is released: in continuation.onTermination, or in the deinit of an \
      object that only the iterator owns.
      """,
    code: .throwRemoves,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: Example.leaving(.bodyThrew)
  ) { evidence in
    evidence.releasedAfterLeaving("the body threw") { consumer in
      consumer.loopEnd == .bodyThrew
    }
  }
}

extension Rule.Code {
  fileprivate static let throwRemoves = Rule.Code(
    wrong: """
      let handle = source.addValueListener { inner.yield($0) }
      Task {
        for await price in prices { continuation.yield(price) }
        handle.remove()
        continuation.finish()
      }
      """,
    right: """
      let handle = source.addValueListener { inner.yield($0) }
      let task = Task {
        for await price in prices { continuation.yield(price) }
        continuation.finish()
      }
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
      """)
}
