import SluiceSpies

extension Rule {
  /// The rule that the sequence is asked for no more than its subscribers are.
  ///
  /// Reactive Streams 1.1, carried over to what stands behind the publisher: a sequence's next()
  /// can't be taken back.
  public static let baseAskedNoMore = Rule(
    id: "demand.base-asked-no-more",
    statement:
      "the sequence is asked for no more elements than the subscriber has asked for",
    level: .must,
    rationale: """
      An element that was taken and is not wanted is lost with a cancel: a message that \
      nobody reads, a line of a file that the next reader misses.
      """,
    usualCause: """
      A task reads the sequence as fast as it can, and keeps or drops what no subscriber has asked \
      for.
      """,
    fix: "Call next() of the sequence only while some demand is left.",
    code: .baseAskedNoMore,
    anchors: [.reactiveStreams("1.1"), .combine("Processing Published Elements with Subscribers")],
    underThreads: .needsOneOrder,
    examples: [
      .conforming("as often as asked for", after: .asking(2), .passing() + [.asksBase()]),
      .conforming(
        "for the end, which is an element less", after: .asking(2),
        .passing() + [.asksBase(), .baseEnds(), .finishes(), .completed()]),
      .violating("one ahead", after: .asking(1), .passing() + [.asksBase().blamed]),
      .violating("before anybody asks", after: .subscribed, [.iterator(), .asksBase().blamed]),
      .silent("not asked", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    return .overall(demand.iterators) { iterator in
      for (place, next) in iterator.nexts.all.enumerated() {
        guard let asked = next.askedBefore, place >= asked else { continue }
        let owners = iterator.subscriber.map { number in demand.subscribers(of: number) } ?? []
        let isOver = owners.contains { owner in (owner.cancelCalled ?? .max) < next.began }
        if isOver { break }
        return .violated(
          at: next.began,
          because:
            "\(asked) values are asked for, and the sequence is asked for number \(place + 1)")
      }
      return iterator.nexts.isEmpty ? .notExercised : .held
    }
  }
}

extension Rule.Code {
  fileprivate static let baseAskedNoMore = Rule.Code(
    wrong: """
      func handOver() async throws {
        for try await number in numbers {
          guard await isWanted() else { return }  // waits for demand
          hand(number)
        }
      }
      """,
    right: """
      func handOver() async throws {
        var iterator = numbers.makeAsyncIterator()
        while await isWanted() {  // waits for demand
          guard let number = try await iterator.next() else { return }
          hand(number)
        }
      }
      """)
}
