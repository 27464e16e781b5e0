package import SluiceSimulation
package import SluiceSpies

/// How much a subject has allocated and keeps, by the number of subscriptions that are over.
///
/// It is counted from the eighth subscription on: most runs have fewer and cost nothing, and what a
/// first subscription makes for all later ones is left out. A sample is taken only where no
/// consumer lives, so that nothing of a subscription has a reason to be there.
package struct AllocationSamples {
  private struct Sample {
    var subscriptions: Int
    var living: SubjectAllocations.Living
  }

  /// The subscription with which the count begins.
  package static let firstCounted = 8
  /// How many subscriptions have to be over until steady growth can be told from a cache that
  /// fills up.
  private static let fewest = 64
  /// The windows of equal length in each of which steady growth adds blocks.
  private static let windows = 6

  /// The last sample of each number of subscriptions, in order.
  private var samples: [Sample] = []

  /// No samples.
  package init() {}

  /// Adds a sample, in place of an earlier one after the same number of subscriptions.
  ///
  /// - Parameters:
  ///   - living: What lives of what was counted.
  ///   - subscriptions: The number of subscriptions that are over; it never falls.
  package mutating func add(_ living: SubjectAllocations.Living, after subscriptions: Int) {
    if samples.last?.subscriptions == subscriptions { samples.removeLast() }
    samples.append(Sample(subscriptions: subscriptions, living: living))
  }

  /// How what lives has grown; nil where there were too few subscriptions to say.
  package var growth: AllocationGrowth? {
    guard let first = samples.first?.subscriptions, let last = samples.last?.subscriptions,
      last >= Self.fewest, first <= last / 4
    else { return nil }
    return addsBlocks(upTo: last) || addsBytes(upTo: last) ? .steady : .limited
  }

  /// Whether each of several windows of equal length adds blocks, as a list does that keeps an
  /// object of each subscription.
  ///
  /// A cache is full before the last window, unless it has room for nearly all subscriptions.
  private func addsBlocks(upTo count: Int) -> Bool {
    let first = count / 4
    let places = (0...Self.windows).map { window in
      first + (count - first) * window / Self.windows
    }
    guard let blocks = living(after: places)?.map(\.blocks) else { return false }
    return zip(blocks, blocks.dropFirst()).allSatisfy { before, after in before < after }
  }

  /// Whether three windows, each twice as long as the one before, add bytes, and the last one most.
  ///
  /// This finds growth within one block: a full array moves to a block of twice the size, which
  /// happens once between any number of elements and twice that number. A block that an array
  /// had before the count began is not counted, so the first window may show too much.
  private func addsBytes(upTo count: Int) -> Bool {
    guard
      let bytes = living(after: [count / 8, count / 4, count / 2, count])?.map(\.bytes)
    else { return false }
    let added = zip(bytes, bytes.dropFirst()).map { before, after in after - before }
    return added[0] > 0 && added[1] > 0 && added[1] < added[2]
  }

  /// What lived after so many subscriptions each; nil where the count began later than that.
  private func living(after places: [Int]) -> [SubjectAllocations.Living]? {
    let found = places.compactMap { place in
      samples.last { sample in sample.subscriptions <= place }?.living
    }
    return found.count == places.count ? found : nil
  }
}
