/// What waited for a consumer that did not ask, when nothing was ready any more.
struct Backlog {
  /// Where it was so.
  let rest: Int
  /// How many values had come and not been got.
  let count: Int
  /// How many of them the consumer got in the end.
  let got: Int
  /// Whether those were the first of them, or the last.
  let isOfOneEnd: Bool
}

extension Subscription {
  /// The values that one consumer had before it at each rest at which it did not ask.
  ///
  /// None where several consumers share the subscription: nobody can say whose a value would have
  /// been.
  ///
  /// - Parameters:
  ///   - quiescences: The places at which nothing was ready any more.
  ///   - fewest: How many values there are at least.
  /// - Returns: The backlogs, in the order of the rests.
  func backlogs(at quiescences: [Int], ofAtLeast fewest: Int) -> [Backlog] {
    guard consumers.count == 1, let consumer = consumers.first else { return [] }
    let due = deliveries.filter { delivery in delivery.isDue }
    guard due.count >= fewest else { return [] }
    let closed = self.closed
    // Each was got at a place; the last of them in the order of their coming counts.
    let receptions = due.indices
      .compactMap { index in due[index].received.map { place in (place: place, index: index) } }
      .sorted { one, other in one.place < other.place }
    // How many were got of those before each.
    var gotBefore = [0]
    gotBefore.reserveCapacity(due.count + 1)
    for (place, delivery) in due.enumerated() {
      gotBefore.append(gotBefore[place] + (delivery.received == nil ? 0 : 1))
    }
    var backlogs: [Backlog] = []
    var seen = 0
    var got = 0
    for rest in quiescences where rest < closed {
      while seen < receptions.count, receptions[seen].place < rest {
        got = max(got, receptions[seen].index + 1)
        seen += 1
      }
      let come = due.partition { delivery in delivery.began < rest }
      guard come - got >= fewest, !consumer.isWaiting(at: rest) else { continue }
      let count = gotBefore[come] - gotBefore[got]
      let isOfOneEnd =
        gotBefore[got + count] - gotBefore[got] == count
        || gotBefore[come] - gotBefore[come - count] == count
      backlogs.append(
        Backlog(rest: rest, count: come - got, got: count, isOfOneEnd: isOfOneEnd))
    }
    return backlogs
  }
}

extension Evidence {
  /// What became of values that waited for a consumer.
  enum Remainder {
    /// It got all of them.
    case all
    /// It got those of one end alone, so many, and waited in vain for the others, at this place.
    case oneEnd(Int, at: Int)
    /// It got others, or the log does not tell.
    case unknown
  }

  /// What of a backlog its consumer got, if it asked until nothing was left.
  ///
  /// How a source's end or a cancel came in between is for other rules to say.
  func remainder(of backlog: Backlog, in subscription: Subscription) -> Remainder {
    if backlog.got == backlog.count { return .all }
    guard
      backlog.got > 0, backlog.isOfOneEnd,
      case .stalled(let at) = outcome(in: subscription, after: backlog.rest)
    else { return .unknown }
    return .oneEnd(backlog.got, at: at)
  }
}
