import SluiceSpies

extension Rule {
  /// The rule that a stream's own tasks end with it.
  public static let tasksEnded = Rule(
    id: "memory.tasks-ended",
    statement: "no task of the stream outlives it",
    level: .must,
    rationale: """
      A loop in a task of its own that never ends holds all it uses, and wakes up for ever.
      """,
    usualCause: """
      The stream starts a Task with a loop, and nothing cancels the task or ends what the loop \
      awaits.
      """,
    fix: """
      Cancel the task in continuation.onTermination or in the iterator's deinit. Each wait in its \
      loop has to end when the task is cancelled.
      """,
    code: .tasksEnded,
    anchors: [.observersGuide],
    implies: ["memory.captures-released", "memory.owner-released"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("no task is left", after: .cancelledAndOver, [.line(.concluded)]),
      .violating(
        "an inner loop goes on", after: .cancelledAndOver,
        [.line(.taskAlive("inner loop")).blamed]),
      .silent("nobody looked which tasks live", after: .cancelledAndOver, []),
      .silent("the log ends early", after: .waiting, [.line(.taskAlive("inner loop"))]),
      .silent("nothing was iterated", [.quiescent, .epilogue, .quiescent, .over]),
    ]
  ) { evidence in
    guard let over = evidence.epilogueEnded,
      !evidence.consumers.isEmpty || evidence.demand != nil
    else { return .notExercised }
    for place in evidence.remains where place > over {
      guard case .taskAlive(let name) = evidence.entries[place].event else { continue }
      return .violated(
        at: place, because: "everything is over, and a task that was made under \(name) still lives"
      )
    }
    return evidence.entries.last?.event == .concluded ? .held : .notExercised
  }
}

extension Rule.Code {
  fileprivate static let tasksEnded = Rule.Code(
    wrong: """
      let (prices, inner) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { inner.yield($0) }
      Task {
        for await price in prices { continuation.yield(price) }
      }
      continuation.onTermination = { _ in handle.remove() }
      """,
    right: """
      let (prices, inner) = AsyncStream<Double>.makeStream()
      let handle = source.addValueListener { inner.yield($0) }
      let task = Task {
        for await price in prices { continuation.yield(price) }
      }
      continuation.onTermination = { _ in
        handle.remove()
        task.cancel()
      }
      """)
}
