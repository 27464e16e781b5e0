import SluiceSpies

extension Rule {
  /// The rule that the owner of the source dies with the last that uses it.
  public static let ownerReleased = Rule(
    id: "memory.owner-released",
    statement: "the owner is destroyed once the last sequence, iterator and consumer are gone",
    level: .must,
    rationale: """
      Where owner and handle hold each other, neither goes: a signed-out account keeps its \
      connection.
      """,
    usualCause: """
      The handle or a clean-up closure keeps the owner, and the owner keeps the handle or the \
      closure.
      """,
    fix: """
      Capture the owner weakly, or set the handle and the closure to nil when the iteration ends.
      """,
    code: .ownerReleased,
    anchors: [.observersGuide],
    implies: ["memory.captures-released"],
    underThreads: .counts,
    examples: [
      .conforming(
        "destroyed", after: .cancelledAndOver,
        [.line(.sentinelDied(.fixture)), .line(.sentinelDied(.owner))]),
      .violating(
        "owner and handle hold each other", after: .cancelledAndOver,
        [.line(.sentinelDied(.fixture)), .line(.sentinelAlive(.owner)).blamed]),
      .silent("the owner is not watched", after: .cancelledAndOver, []),
      .silent("the log ends early", after: .waiting, [.line(.sentinelAlive(.owner))]),
    ]
  ) { evidence in
    guard let over = evidence.epilogueEnded else { return .notExercised }
    return evidence.verdict(onRemains: "everything", since: over) { role in role == .owner }
  }
}

extension Rule.Code {
  fileprivate static let ownerReleased = Rule.Code(
    wrong: """
      func open(_ continuation: AsyncStream<Double>.Continuation) {
        slot.value = source.addValueListener { continuation.yield($0) }
        close.value = { self.slot.take()?.remove() }  // a property
        continuation.onTermination = { _ in self.close.value?() }
      }
      """,
    right: """
      func open(_ continuation: AsyncStream<Double>.Continuation) {
        slot.value = source.addValueListener { continuation.yield($0) }
        // A property.
        close.value = { [weak self] in self?.slot.take()?.remove() }
        continuation.onTermination = { _ in self.close.value?() }
      }
      """)
}
