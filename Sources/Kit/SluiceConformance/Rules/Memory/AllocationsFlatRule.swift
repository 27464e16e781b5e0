import SluiceSpies

extension Rule {
  /// The rule that what a stream allocates for its subscriptions does not pile up.
  ///
  /// The harness counts what is allocated in the subject's frames and lives where no consumer does.
  /// The verdict depends on whether that grows, never on how many bytes it is: those differ between
  /// builds. An array of plain numbers in a static property is found only while it is small, since
  /// a large one grows seldom.
  public static let allocationsFlat = Rule(
    id: "memory.allocations-flat",
    statement:
      "however many subscriptions come and go, the memory that the stream keeps does not grow",
    level: .must,
    rationale: """
      A list of finished continuations, or a page kept for each visit, is no listener and no task, \
      and no leak to a tool that looks for what nothing refers to; the app grows until the system \
      ends it. A cache with a limit is none of this: it stops growing.
      """,
    usualCause: """
      A list or dictionary of continuations, observers or identifiers gets an entry for each \
      subscription, and no entry is ever removed.
      """,
    fix: "Remove the entry in continuation.onTermination, and give each cache a limit.",
    code: .allocationsFlat,
    anchors: [.loom, .observersGuide],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "what is kept has come to a limit", after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent]
          + [.epilogue.growing(.limited)]),
      .violating(
        "each subscription leaves something behind", after: .waiting,
        [.cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent]
          + [.epilogue.growing(.steady).blamed]),
      .silent(
        "listeners are left, which explains it",
        churning(12) { _ in true } + [.epilogue.growing(.steady)]),
      .silent("too few subscriptions to say", after: .cancelledAndOver, []),
      .silent("the log ends early", after: .waiting, []),
    ]
  ) { evidence in
    guard let began = evidence.epilogueBegan, let growth = evidence.entries[began].growth else {
      return .notExercised
    }
    guard growth == .steady else { return .held }
    // What is left of listeners, handles, elements and tasks has its own rules, and holds memory.
    if case .violated = churnFlat.check(evidence) { return .notExercised }
    return .violated(
      at: began,
      because: """
        \(evidence.consumers.count) subscriptions are over, and the memory that the stream, or \
        a fake of one's own, has allocated and keeps has grown all along
        """)
  }
}

extension Rule.Code {
  fileprivate static let allocationsFlat = Rule.Code(
    wrong: """
      func prices() -> AsyncStream<Double> {
        AsyncStream { continuation in
          open.append(continuation)  // a list, which is a property
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      """,
    right: """
      func prices() -> AsyncStream<Double> {
        AsyncStream { continuation in
          let number = open.append(continuation)  // a list, which is a property
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { [open] _ in
            handle.remove()
            open.remove(number)
          }
        }
      }
      """)
}
