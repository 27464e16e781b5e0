import SluiceSpies

extension Rule {
  /// The rule that leaving the loop by break releases what was registered.
  public static let breakRemoves = Rule(
    id: "teardown.break-removes",
    statement:
      "leaving the loop by break releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      Break is how a loop ends that has found what it looked for; nothing tells the stream but \
      the end of its iterator.
      """,
    usualCause: """
      The stream does nothing when its iterator is released, or a list of open streams keeps it \
      alive.
      """,
    causes: [.ownerIsGone, .nextValueRemoves],
    fix: """
      Remove in continuation.onTermination, or in the deinit of an object that only the iterator \
      owns.
      """,
    code: .breakRemoves,
    anchors: [.reactiveStreams("2.6")],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: Example.leaving(.broke)
  ) { evidence in
    evidence.releasedAfterLeaving("a break") { consumer in
      consumer.loopEnd == .broke
    }
  }
}

extension Rule.Code {
  fileprivate static let breakRemoves = Rule.Code(
    wrong: """
      func prices() -> AsyncStream<Double> {
        let stream = AsyncStream { continuation in
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in handle.remove() }
        }
        streams.append(stream)  // a property
        return stream
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
