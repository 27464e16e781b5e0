import SluiceSpies

extension Rule {
  /// The rule that a stream which nobody iterates leaves nothing behind.
  public static let neverIterated = Rule(
    id: "teardown.never-iterated",
    statement: "a sequence that is made and dropped without an iteration leaves nothing registered",
    level: .must,
    rationale: """
      A property that is read for its value, or an early return before the loop, must not cost a \
      listener; cleanup that is wired to the loop never runs.
      """,
    usualCause: """
      The stream adds when it is made, and only an iteration removes: the clean-up is wired in the \
      first next(), or the listener keeps the object whose deinit would remove.
      """,
    fix: "Add in the first next(), or remove in the deinit of the sequence's storage as well.",
    code: .neverIterated,
    anchors: [
      .measured("an AsyncThrowingStream adds its listener when it is made, iterated or not")
    ],
    implies: ["teardown.balanced"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("nothing added", [.accessed(), .droppedSequence(), .quiescent]),
      .conforming(
        "added and removed", .declaring(\.registration, .access),
        [
          .accessed(), .add(by: nil), .added(), .quiescent, .droppedSequence(), .remove(by: nil),
          .removed(), .quiescent,
        ]),
      .violating(
        "added and kept", .declaring(\.registration, .access),
        [
          .accessed(), .add(by: nil), .added(), .quiescent, .droppedSequence(), .quiescent.blamed,
        ]),
      .conforming(
        "removed when its add came back", .declaring(\.registration, .access),
        [
          .accessed(), .add(by: nil), .droppedSequence(), .quiescent, .added(), .remove(by: nil),
          .removed(), .quiescent,
        ]),
      .violating(
        "kept when its add came back", .declaring(\.registration, .access),
        [
          .accessed(), .add(by: nil), .droppedSequence(), .quiescent, .added(),
          .quiescent.blamed,
        ]),
      .silent(
        "its add never came back", .declaring(\.registration, .access),
        [.accessed(), .add(by: nil), .droppedSequence(), .quiescent]),
      .silent("iterated", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      guard
        subscription.consumers.isEmpty, let dropped = evidence.dropped(subscription.sequence)
      else { return .notExercised }
      let registrations = subscription.registrations
      guard let leak = evidence.leak(of: registrations, after: dropped) else {
        return evidence.tellsOfLeaks(of: registrations, after: dropped) ? .held : .notExercised
      }
      return .violated(
        at: leak.at,
        because: "#\(leak.registration.id.number) outlived a sequence that was never iterated")
    }
  }
}

extension Rule.Code {
  fileprivate static let neverIterated = Rule.Code(
    wrong: """
      init(_ source: Ticker) {
        (prices, continuation) = AsyncStream<Double>.makeStream()
        handle = source.addValueListener { [continuation] price in
          continuation.yield(price)
        }
      }
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        continuation.onTermination = { [handle] _ in handle.remove() }
        return prices.makeAsyncIterator()
      }
      """,
    right: """
      init(_ source: Ticker) {
        prices = AsyncStream { continuation in
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        prices.makeAsyncIterator()
      }
      """)
}
