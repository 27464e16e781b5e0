import SluiceSpies

extension Rule {
  /// The rule that the end of an operator releases what was registered.
  public static let operatorEndRemoves = Rule(
    id: "teardown.operator-end-removes",
    statement:
      "the end of prefix and its like releases the registrations, once the sequence is dropped too",
    level: .must,
    rationale: """
      An operator that has enough never calls next() again and never cancels: it only lets go of \
      the iterator.
      """,
    anchors: [.proposal],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: Example.leaving(.operatorEnded)
  ) { evidence in
    evidence.releasedAfterLeaving("an operator ended") { consumer in
      consumer.loopEnd == .operatorEnded
    }
  }
}
