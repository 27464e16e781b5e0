import SluiceSpies

extension Rule {
  /// The rule that each subscription iterates the sequence on its own.
  ///
  /// Reactive Streams 1.11 for a publisher of which each subscription is an iteration.
  public static let ownIteration = Rule(
    id: "demand.own-iteration",
    statement:
      "each subscription has one iterator of its own, and no other subscription does",
    level: .must,
    rationale: """
      Two subscribers of one iterator share its elements out: each misses what the other \
      gets, and the two calls of next() may trap.
      """,
    usualCause: "The publisher makes one iterator for all subscribers, or one for each request.",
    fix: "Call makeAsyncIterator() once for each subscription.",
    code: .ownIteration,
    anchors: [.reactiveStreams("1.11")],
    implies: [
      "demand.additive", "demand.completion-without-demand", "demand.never-exceeded",
      "demand.base-asked-no-more", "demand.failure-passed", "demand.waiter-released",
      "demand.cancel-stops",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("one", after: .asking(1), .passing() + [.quiescent]),
      .conforming(
        "two subscribers", after: .asking(1),
        [
          .subscribe(2), .subscription(2), .tookSubscription(2), .subscribed(2), .request(1, by: 2),
          .requested(by: 2), .iterator(2, for: 2), .asksBase(2), .quiescent,
        ]),
      .violating(
        "two subscribers and one iterator", after: .asking(1),
        [
          .subscribe(2), .subscription(2), .tookSubscription(2), .subscribed(2), .request(1, by: 2),
          .requested(by: 2), .quiescent.blamed,
        ]),
      .violating(
        "a second iterator", after: .asking(2),
        .passing() + [.iterator(2).blamed, .asksBase(2), .quiescent]),
      .silent("nothing asked for", after: .subscribed, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let demand = evidence.demand else { return .noPublisher }
    let course = ServedCourse(of: demand, at: evidence.quiescences)
    return .overall(demand.subscribers) { subscriber in
      let own = demand.iteratorsMade(for: subscriber.number)
      if own.count > 1 {
        return .violated(
          at: own[1].made, because: "subscriber \(subscriber.number) has an iterator already")
      }
      return course.verdict(on: subscriber.number)
    }
  }
}

/// How many subscribers ask, and how many iterators there are for them, at each place at which
/// nothing is ready any more.
private struct ServedCourse {
  private let rests: [Int]
  /// From where to where each subscriber asks, by its number.
  private var asking: [Int: [(from: Int, to: Int)]] = [:]
  private var verdicts: [Verdict] = []
  /// For each place the next at which a rule is broken, and how many before held it.
  private var nextBroken: [Int] = []
  private var heldBefore: [Int] = [0]

  init(of demand: DemandEvidence, at rests: [Int]) {
    self.rests = rests
    var (begins, ends): ([Int], [Int]) = ([], [])
    for subscriber in demand.subscribers {
      let first = subscriber.requests.all.first { request in request.demand != 0 }
      let end = subscriber.cancelCalled ?? .max
      guard let begin = first?.began, begin < end else { continue }
      asking[subscriber.number, default: []].append((begin, end))
      begins.append(begin)
      ends.append(end)
    }
    begins.sort()
    ends.sort()
    let made = demand.iterators.map { iterator in iterator.made }
    for place in rests {
      let served =
        begins.partition { begin in begin < place } - ends.partition { end in end < place }
      let verdict = Self.verdict(
        at: place, served: served, made: made.partition { made in made < place })
      verdicts.append(verdict)
      heldBefore.append(heldBefore[heldBefore.count - 1] + (verdict == .held ? 1 : 0))
    }
    var next = rests.count
    nextBroken = Array(repeating: next, count: rests.count)
    for index in rests.indices.reversed() {
      if case .violated = verdicts[index] { next = index }
      nextBroken[index] = next
    }
  }

  private static func verdict(at place: Int, served: Int, made: Int) -> Verdict {
    if made >= served { return .held }
    // One subscriber without an iterator is not served at all, which others say.
    guard made > 0 else { return .notExercised }
    return .violated(
      at: place, because: "\(served) subscribers ask, and there is one iterator for them")
  }

  /// What the places at which a subscriber asks come to.
  func verdict(on number: Int) -> Verdict {
    .overall(asking[number] ?? []) { begin, end in
      let first = rests.partition { place in place <= begin }
      let last = rests.partition { place in place < end }
      guard first < last else { return .notExercised }
      if nextBroken[first] < last { return verdicts[nextBroken[first]] }
      return heldBefore[last] > heldBefore[first] ? .held : .notExercised
    }
  }
}

extension Rule.Code {
  fileprivate static let ownIteration = Rule.Code(
    wrong: """
      func handOver() async throws {
        while await isWanted() {  // waits for demand
          // An actor of the publisher with one iterator for all.
          guard let number = try await shared.next() else { return }
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
