import SluiceSpies

// Values of several sources that a stream joins: those of each come in order, and those of
// different ones in any.

extension Subscription {
  /// Traces each value that a consumer got to a callback of one of several joined sources.
  ///
  /// Of the ways to do that by which the values of each source came in order and none that was due
  /// is passed over, one is taken with the fewest callbacks that should not have come, or need not
  /// have. Where there is no such way, or finding it takes too many steps, each value is traced to
  /// the source of which it passes over the fewest.
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
  }

  private mutating func isInterleaved(_ sources: [[Int]], within limit: Int) -> Bool {
    var left = limit
    var ways = [[Interleaving(passed: sources.map { _ in 0 }, before: 0, place: 0, undue: 0)]]
    for reception in receptions {
      var places: [[Int]: Int] = [:]
      var next: [Interleaving] = []
      for (before, way) in ways[ways.count - 1].enumerated() {
        for source in sources.indices {
          guard
            let index = nextOf(
              sources[source], from: way.passed[source], explaining: reception, &left)
          else { continue }
          let place = sources[source][index]
          var passed = way.passed
          passed[source] = index + 1
          let found = Interleaving(
            passed: passed, before: before, place: place,
            undue: way.undue + doubt(of: deliveries[place]))
          if let other = places[passed] {
            if found.undue < next[other].undue { next[other] = found }
          } else {
            places[passed] = next.count
            next.append(found)
          }
        }
      }
      if next.isEmpty || left < 0 { return false }
      ways.append(next)
    }
    let last = ways[ways.count - 1]
    var way = last.indices.min { one, other in last[one].undue < last[other].undue } ?? 0
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

  /// The next delivery of a source that explains a value, without passing over one that was due.
  ///
  /// Each one that is looked at is a step.
  private func nextOf(
    _ source: [Int], from first: Int, explaining reception: Reception, _ left: inout Int
  ) -> Int? {
    for index in first..<max(first, source.count) where left >= 0 {
      left -= 1
      let place = source[index]
      if deliveries[place].began >= reception.at { return nil }
      if deliveries[place].value == reception.value { return index }
      if deliveries[place].isDue { return nil }
    }
    return nil
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
        if first < ahead, skipped == nil { skipped = (source, own[first]) }
      }
      if let nearest { passed[nearest.source] = nearest.index + 1 }
      if let found = nearest ?? skipped { trace(number, to: sources[found.source][found.index]) }
    }
  }
}
