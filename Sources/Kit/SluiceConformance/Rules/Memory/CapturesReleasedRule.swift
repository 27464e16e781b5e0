import SluiceSpies

extension Rule {
  /// The rule that what a stream has captured dies after its teardown.
  public static let capturesReleased = Rule(
    id: "memory.captures-released",
    statement:
      "after teardown the elements, the handles and what the listener captured are destroyed",
    level: .must,
    rationale: """
      A closure that is kept keeps the screen that it captured; the leak grows with every visit.
      """,
    usualCause: """
      Two objects of the stream refer to each other strongly, such as a buffer and its delegate, \
      or a relay and a closure that captures it.
      """,
    fix: """
      Make one of the references weak, and set the closure, the handle and the buffer to nil when \
      the iteration ends.
      """,
    code: .capturesReleased,
    anchors: [.reactiveStreams("3.13"), .observersGuide],
    underThreads: .counts,
    examples: [
      .conforming(
        "all destroyed", after: .cancelledAndOver,
        [.line(.sentinelDied(.fixture)), .line(.sentinelDied(.owner))]),
      .violating(
        "the closure is kept", after: .cancelledAndOver,
        [.line(.sentinelDied(.owner)), .line(.sentinelAlive(.fixture)).blamed]),
      .violating(
        "an element is kept", after: .cancelledAndOver,
        [.line(.sentinelDied(.fixture)), .line(.sentinelAlive(.element(1))).blamed]),
      .violating(
        "a handle is kept", after: .cancelledAndOver,
        [.line(.sentinelDied(.owner)), .line(.sentinelAlive(.handle(1))).blamed]),
      .silent("nothing is watched", after: .cancelledAndOver, []),
      .silent("the log ends early", after: .waiting, [.line(.sentinelAlive(.fixture))]),
    ]
  ) { evidence in
    guard let over = evidence.epilogueEnded else { return .notExercised }
    return evidence.verdict(onRemains: "the stream", since: over) { role in
      switch role {
      case .fixture, .element, .handle: true
      case .owner, .consumer: false
      }
    }
  }
}

extension Evidence {
  /// Whether the watched objects of some roles, once all is over, were destroyed.
  func verdict(
    onRemains keeper: String, since over: Int, of roles: (Event.SentinelRole) -> Bool
  ) -> Verdict {
    .overall(remains) { place in
      switch entries[place].event {
      case .sentinelDied(let role) where roles(role): .held
      case .sentinelAlive(let role) where roles(role) && place > over:
        .violated(at: place, because: "\(keeper) is over, and \(role) still lives")
      default: .notExercised
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let capturesReleased = Rule.Code(
    wrong: """
      init(_ continuation: AsyncStream<Price>.Continuation) {
        onPrice.value = { price in  // a property
          self.last.value = price
          continuation.yield(price)
        }
      }
      """,
    right: """
      init(_ continuation: AsyncStream<Price>.Continuation) {
        onPrice.value = { [weak self] price in  // a property
          self?.last.value = price
          continuation.yield(price)
        }
      }
      """)
}
