import SluiceSpies

// Values of several sources that a stream joins: those of each come in order, and those of
// different ones in any.

extension Subscription {
  /// Traces each value that a consumer got to a callback of one of several joined sources.
  ///
  /// Of the ways to do that one is taken by which the values of each source came in order and none
  /// that was due is passed over, if there is such a way; else each value is traced to the source
  /// of which it passes over the fewest.
  ///
  /// - Parameter limit: How many steps may be tried.
  /// - Returns: Whether that was few enough; else nothing is traced.
  mutating func isTracedBySource(within limit: Int) -> Bool {
    let sources = registrations.map { registration in
      deliveries.indices.filter { place in
        deliveries[place].registration == registration.id && deliveries[place].value != nil
      }
    }
    if isInterleaved(sources, within: limit) { return true }
    guard receptions.count * deliveries.count <= limit else { return false }
    traceNearest(sources)
    return true
  }

  /// One way to have traced the values up to one of them.
  private struct Interleaving {
    /// How many deliveries of each source lie behind it.
    let passed: [Int]
    /// The way that it goes on, by its place amongst those of one value less.
    let before: Int
    /// What the last value is traced to.
    let place: Int
  }

  private mutating func isInterleaved(_ sources: [[Int]], within limit: Int) -> Bool {
    var ways = [[Interleaving(passed: sources.map { _ in 0 }, before: 0, place: 0)]]
    var count = 0
    for reception in receptions {
      var seen: Set<[Int]> = []
      var next: [Interleaving] = []
      for (before, way) in ways[ways.count - 1].enumerated() {
        for source in sources.indices {
          guard
            let index = nextOf(sources[source], from: way.passed[source], explaining: reception)
          else { continue }
          var passed = way.passed
          passed[source] = index + 1
          guard seen.insert(passed).inserted else { continue }
          next.append(
            Interleaving(passed: passed, before: before, place: sources[source][index]))
        }
      }
      count += next.count
      if next.isEmpty || count > limit { return false }
      ways.append(next)
    }
    var way = 0
    for index in receptions.indices.reversed() {
      let step = ways[index + 1][way]
      trace(index, to: step.place)
      way = step.before
    }
    return true
  }

  /// The next delivery of a source that explains a value, without passing over one that was due.
  private func nextOf(
    _ source: [Int], from first: Int, explaining reception: Reception
  ) -> Int? {
    for index in first..<max(first, source.count) {
      let delivery = deliveries[source[index]]
      if delivery.began >= reception.at { return nil }
      if delivery.value == reception.value { return index }
      if delivery.isDue { return nil }
    }
    return nil
  }

  private mutating func traceNearest(_ sources: [[Int]]) {
    var passed = sources.map { _ in 0 }
    for index in receptions.indices {
      let reception = receptions[index]
      func explains(_ place: Int) -> Bool {
        deliveries[place].value == reception.value && deliveries[place].began < reception.at
          && deliveries[place].received == nil
      }
      let ahead = sources.indices.compactMap { source in
        sources[source][passed[source]...].firstIndex(where: explains)
          .map { found in (source: source, index: found, skipped: found - passed[source]) }
      }
      if let nearest = ahead.min(by: { one, other in one.skipped < other.skipped }) {
        trace(index, to: sources[nearest.source][nearest.index])
        passed[nearest.source] = nearest.index + 1
      } else if let behind = sources.joined().filter(explains).min() {
        trace(index, to: behind)
      }
    }
  }
}
