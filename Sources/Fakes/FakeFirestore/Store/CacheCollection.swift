package import SluiceSimulation

/// When a client's cache drops the documents that nothing needs any more.
package enum CacheCollection: Equatable, Sendable {
  /// At the end of the step in which the last thing that needs a document lets go of it, as the
  /// cache in memory does.
  ///
  /// Source: `Firestore/core/src/local/memory_eager_reference_delegate.cc`.
  case eager
  /// Once in a while, those that were needed least recently, as the cache on disk does.
  ///
  /// Source: `Firestore/core/src/local/{leveldb_lru_reference_delegate,lru_garbage_collector}.cc`.
  case leastRecentlyUsed(CollectionThresholds = CollectionThresholds())
}

/// When the cache on disk is collected, and how much of it at a time.
///
/// Source: `LruParams` in `Firestore/core/src/local/lru_garbage_collector.cc`.
package struct CollectionThresholds: Hashable, Sendable {
  /// The size of the cache in bytes below which nothing is dropped.
  package var minimumBytes: Int
  /// How many of a hundred queries and documents without a query are looked at.
  package var percentile: Int
  /// How many are looked at at most.
  package var maximumCount: Int

  package init(
    minimumBytes: Int = 100 * 1024 * 1024, percentile: Int = 10, maximumCount: Int = 1000
  ) {
    self.minimumBytes = minimumBytes
    self.percentile = percentile
    self.maximumCount = maximumCount
  }
}

/// When a client looks over its cache on disk.
///
/// A minute after the client's first step, then every five minutes. A collection changes nothing
/// that a listener is told, so it needs no event of its own: the next step first makes up for those
/// that are due.
///
/// Source: `Firestore/core/src/core/firestore_client.cc`, `ScheduleLruGarbageCollection`.
package struct CollectionSchedule: Sendable {
  private static let first = Duration.seconds(60)
  private static let interval: Int64 = 5 * 60 * 1_000_000_000

  /// When the next collection is due; nil before the first step.
  private var next: Instant?

  package init() {}

  /// Makes up for the collections that are due.
  ///
  /// - Parameters:
  ///   - now: The client's time.
  ///   - collect: Collects once, and says whether anything was dropped. What drops nothing drops
  ///     nothing the next time either, so the other due ones are skipped.
  package mutating func advance(to now: Instant, collect: () -> Bool) {
    guard var due = next else {
      next = now.advanced(by: Self.first)
      return
    }
    while due <= now {
      let isUnchanged = !collect()
      let missed = isUnchanged ? (now.nanoseconds - due.nanoseconds) / Self.interval : 0
      due = due.advanced(by: .nanoseconds((missed + 1) * Self.interval))
      if isUnchanged { break }
    }
    next = due
  }
}
