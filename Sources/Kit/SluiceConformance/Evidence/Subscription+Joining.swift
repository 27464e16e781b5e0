import SluiceSpies

// Values of several sources that a stream joins: those of each come in order, and those of
// different ones in any.

extension Subscription {
  /// Traces each value that a consumer got to a callback of one of several joined sources.
  ///
  /// Of the ways to do that by which the values of each source came in order and none that was due
  /// is passed over, one is taken with the fewest callbacks that should not have come, or need not
  /// have. A stream with a bound may drop values, so there values that were due are passed over,
  /// too. Where a later value stands for an earlier one, the way with the later callbacks is taken.
  /// Where there is no such way, or finding it takes too many steps, each value is traced to the
  /// source of which it passes over the fewest.
  ///
  /// - Parameter limit: How many steps may be tried.
  mutating func traceBySource(within limit: Int) {
    let sources = registrations.map { registration in
      deliveries.indices.filter { place in
        deliveries[place].registration == registration.id && deliveries[place].value != nil
      }
    }
    if !isInterleaved(sources, within: limit) { traceNearest(sources) }
  }

  /// One way to have traced the values up to one of them.
  private struct Interleaving {
    /// How many deliveries of each source lie behind it.
    let passed: [Int]
    /// The way that it goes on, by its place amongst those of one value less.
    let before: Int
    /// What the last value is traced to.
    let place: Int
    /// How many of what it traces were not due, and once more how many should not have come.
    let undue: Int
    /// The sum of the places of what it traces, where later ones are preferred; else 0.
    let reach: Int

    func isBetter(than other: Interleaving) -> Bool {
      (undue, other.reach) < (other.undue, reach)
    }
  }

  private mutating func isInterleaved(_ sources: [[Int]], within limit: Int) -> Bool {
    var left = limit
    let drops = mayOverflow
    let dues = sources.map(nextDues)
    let prefersLater = keepsTheLatest
    var ways = [
      [Interleaving(passed: sources.map { _ in 0 }, before: 0, place: 0, undue: 0, reach: 0)]
    ]
    for reception in receptions {
      var places: [[Int]: Int] = [:]
      var next: [Interleaving] = []
      for (before, way) in ways[ways.count - 1].enumerated() {
        for source in sources.indices {
          let found = nextOf(
            sources[source], dues[source], from: way.passed[source], explaining: reception,
            drops: drops, &left)
          for index in [found.first, found.due].compactMap({ $0 }) {
            let place = sources[source][index]
            var passed = way.passed
            passed[source] = index + 1
            let further = Interleaving(
              passed: passed, before: before, place: place,
              undue: way.undue + doubt(of: deliveries[place]),
              reach: prefersLater ? way.reach + place : 0)
            if let other = places[passed] {
              if further.isBetter(than: next[other]) { next[other] = further }
            } else {
              places[passed] = next.count
              next.append(further)
            }
          }
        }
      }
      if next.isEmpty || left < 0 { return false }
      ways.append(next)
    }
    let last = ways[ways.count - 1]
    var way = last.indices.min { one, other in last[one].isBetter(than: last[other]) } ?? 0
    for index in receptions.indices.reversed() {
      let step = ways[index + 1][way]
      trace(index, to: step.place)
      way = step.before
    }
    return true
  }

  /// How little likely it is that a delivery reached a consumer: none that was due, and most that
  /// one did which must not have come.
  private func doubt(of delivery: Delivery) -> Int {
    if delivery.isDue { return 0 }
    return delivery.mayCome && delivery.payload.yields(traits) ? 1 : 2
  }

  /// Whether a later value stands for an earlier one that is lost.
  private var keepsTheLatest: Bool {
    if case .newest = traits.overflow { return true }
    return traits.merging == .latest
  }

  /// For each delivery of a source the number of the first one from there on that can't be passed
  /// over, since it was due and the stream drops nothing; the number of all where there is none.
  private func nextDues(_ source: [Int]) -> [Int] {
    var dues = [Int](repeating: source.count, count: source.count + 1)
    if mayOverflow { return dues }
    for index in source.indices.reversed() {
      dues[index] = deliveries[source[index]].isDue ? index : dues[index + 1]
    }
    return dues
  }

  /// The next deliveries of a source that explain a value, up to the first one that has to come.
  ///
  /// They are the first one before that, and that one itself. Of a stream that drops values they
  /// are the first one, and the first one that was due.
  ///
  /// Each one that is looked at is a step.
  private func nextOf(
    _ source: [Int], _ dues: [Int], from first: Int, explaining reception: Reception, drops: Bool,
    _ left: inout Int
  ) -> (first: Int?, due: Int?) {
    func explains(_ index: Int) -> Bool {
      left -= 1
      let delivery = deliveries[source[index]]
      return delivery.began < reception.at && delivery.value == reception.value
    }
    var index = first
    var found: Int?
    let due = dues[first]
    while index < due, found == nil, left >= 0, deliveries[source[index]].began < reception.at {
      if explains(index) { found = index }
      index += 1
    }
    guard due == source.count else { return (found, explains(due) ? due : nil) }
    guard drops, let found, !deliveries[source[found]].isDue else { return (found, nil) }
    while index < source.count, left >= 0, deliveries[source[index]].began < reception.at {
      if deliveries[source[index]].isDue, explains(index) { return (found, index) }
      index += 1
    }
    return (found, nil)
  }

  private mutating func traceNearest(_ sources: [[Int]]) {
    // Where each source has each value, so that a long log is not searched for every answer.
    let indices = sources.map { source in
      Dictionary(grouping: source.indices) { index in deliveries[source[index]].value }
    }
    var passed = sources.map { _ in 0 }
    var behind = sources.map { _ in [Value: Int]() }
    for number in receptions.indices {
      let reception = receptions[number]
      var nearest: (source: Int, index: Int)?
      var skipped: (source: Int, index: Int)?
      for source in sources.indices {
        guard let own = indices[source][reception.value] else { continue }
        let ahead = own.partition { index in index < passed[source] }
        if ahead < own.count, deliveries[sources[source][own[ahead]]].began < reception.at {
          let cost = own[ahead] - passed[source]
          if nearest.map({ cost < $0.index - passed[$0.source] }) ?? true {
            nearest = (source, own[ahead])
          }
        }
        var first = behind[source][reception.value] ?? 0
        while first < ahead, deliveries[sources[source][own[first]]].received != nil { first += 1 }
        behind[source][reception.value] = first
        guard first < ahead else { continue }
        let isDue = deliveries[sources[source][own[first]]].isDue
        let isBetter = skipped.map { other in
          isDue && !deliveries[sources[other.source][other.index]].isDue
        }
        if isBetter ?? true { skipped = (source, own[first]) }
      }
      if let nearest { passed[nearest.source] = nearest.index + 1 }
      if let found = nearest ?? skipped { trace(number, to: sources[found.source][found.index]) }
    }
  }
}
