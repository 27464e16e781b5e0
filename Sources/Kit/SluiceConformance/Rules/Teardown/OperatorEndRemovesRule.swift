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
    usualCause: """
      The iterator removes where it returns nil or throws. After prefix or first(where:) nothing \
      calls next() again.
      """,
    causes: [.ownerIsGone, .nextValueRemoves],
    fix: """
      Remove in continuation.onTermination, or in the deinit of an object that only the iterator \
      owns, since a struct has no deinit.
      """,
    code: .operatorEndRemoves,
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

extension Rule.Code {
  fileprivate static let operatorEndRemoves = Rule.Code(
    wrong: """
      var prices: AsyncStream<Double>.Iterator
      let handle: ListenerHandle

      mutating func next(
        isolation actor: isolated (any Actor)?
      ) async -> Double? {
        if let price = await prices.next(isolation: actor) { return price }
        handle.remove()
        return nil
      }
      """,
    right: """
      func makeAsyncIterator() -> AsyncStream<Double>.Iterator {
        let (prices, continuation) = AsyncStream<Double>.makeStream()
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
        return prices.makeAsyncIterator()
      }
      """)
}
