import SluiceSpies

extension Rule {
  /// The rule that a stream removes what it has added.
  public static let removeRightOne = Rule(
    id: "teardown.remove-right-one",
    statement: "what is removed was added before",
    level: .must,
    rationale: "A remove by another identity does nothing, and says nothing: the listener stays.",
    usualCause: """
      The stream removes by another key than it added with, such as an index into its list of \
      handles.
      """,
    fix: "Keep what add returned, and remove by exactly that.",
    code: .removeRightOne,
    anchors: [.proposal],
    implies: [
      "cancellation.propagates", "cancellation.immediate", "cancellation.suspended-removes",
      "cancellation.busy-removes", "cancellation.removed-before-end",
      "registration.precancelled-balanced", "completion.removes-listener",
      "errors.removes-listener", "teardown.break-removes", "teardown.throw-removes",
      "teardown.operator-end-removes", "teardown.iterator-drop-removes",
      "teardown.never-iterated", "teardown.released-while-held", "teardown.balanced",
    ],
    underThreads: .counts,
    examples: [
      .conforming("removed by its own identity", after: .cancelledAndOver, []),
      .violating(
        "removed by another", after: .waiting,
        [
          .cancel(),
          .line(.removeUnmatched(.string("other"), by: .init(sequence: 1, consumer: 1)))
            .blamed, .cancelled(), .end(), .left(), .quiescent,
        ]),
      .silent("nothing removed", after: .waiting, []),
    ]
  ) { evidence in
    if let unmatched = evidence.unmatchedRemoves.first {
      return .violated(at: unmatched, because: "remove was called for what was never added")
    }
    let isExercised = evidence.registrations.contains { !$0.removeCalled.isEmpty }
    return isExercised ? .held : .notExercised
  }
}

extension Rule.Code {
  fileprivate static let removeRightOne = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        source.addListener(forKey: "prices-1", .value { continuation.yield($0) })
        continuation.onTermination = { _ in
          source.removeListener(forKey: "prices")
        }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addListener(.value { continuation.yield($0) })
        continuation.onTermination = { _ in
          handle.remove()
        }
      }
      """)
}
