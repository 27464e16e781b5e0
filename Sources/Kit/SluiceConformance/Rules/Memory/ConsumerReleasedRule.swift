import SluiceSpies

extension Rule {
  /// The rule that an assignment which was cancelled keeps nobody's object alive.
  public static let consumerReleased = Rule(
    id: "memory.consumer-released",
    statement: "the object that elements are assigned to is not kept alive after the cancel",
    level: .must,
    rationale: """
      A screen that has its stream assigned to itself and keeps the handle never goes away, and \
      nor does anything it shows.
      """,
    usualCause: """
      The closure that assigns captures its object strongly, and the object keeps the handle of \
      the assignment.
      """,
    fix: """
      Capture the object weakly in every closure of the assignment, and release the closures on a \
      cancel.
      """,
    code: .consumerReleased,
    anchors: [.observersGuide],
    implies: ["memory.captures-released", "memory.owner-released"],
    underThreads: .counts,
    examples: [
      .conforming(
        "the object died with its screen", after: .cancelledAndOver,
        [.line(.sentinelDied(.consumer(1))), .line(.sentinelDied(.owner))]),
      .violating(
        "a stored closure keeps the object", after: .cancelledAndOver,
        [.line(.sentinelDied(.owner)), .line(.sentinelAlive(.consumer(1))).blamed]),
      .silent("nothing is assigned", after: .cancelledAndOver, [.line(.sentinelDied(.owner))]),
      .silent("the log ends early", after: .waiting, [.line(.sentinelAlive(.consumer(1)))]),
    ]
  ) { evidence in
    guard let over = evidence.epilogueEnded else { return .notExercised }
    return evidence.verdict(onRemains: "the assignment", since: over) { role in
      if case .consumer = role { true } else { false }
    }
  }
}

extension Rule.Code {
  fileprivate static let consumerReleased = Rule.Code(
    wrong: """
      // The assignment keeps its closure.
      screen.assignment = Assignment(of: prices) { price in
        screen.price = price
      }
      """,
    right: """
      // The assignment keeps its closure.
      screen.assignment = Assignment(of: prices) { [weak screen] price in
        screen?.price = price
      }
      """)
}
