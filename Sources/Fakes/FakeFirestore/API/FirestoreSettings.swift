public import Foundation
import Synchronization

/// The settings of a database, which hold from its first use on.
///
/// Of the vendor's settings it has the cache alone. Others are refused with a sentence: without a
/// server to reach there is no host, and listeners are called on the main queue. Source:
/// `Firestore/Source/Public/FirebaseFirestore/FIRFirestoreSettings.h`.
public final class FirestoreSettings {
  /// Where the client keeps documents; on disk, where nothing is said.
  public var cacheSettings: any LocalCacheSettings = PersistentCacheSettings()

  /// The settings that a database has by default.
  public init() {}
}

/// What a client keeps documents in: `PersistentCacheSettings` or `MemoryCacheSettings`.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRLocalCacheSettings.h`.
public protocol LocalCacheSettings: Sendable {}

/// A cache on disk, which drops what was used least recently once it is larger than its size.
///
/// The size is looked at a minute after the first use and every five minutes from then on. Then at
/// most a tenth goes of the queries without a listener and the documents that no query needs.
public struct PersistentCacheSettings: LocalCacheSettings, Hashable {
  private static let minimum = 1024 * 1024
  let thresholds: CollectionThresholds

  /// A cache of 100 MB.
  public init() {
    thresholds = CollectionThresholds()
  }

  /// A cache of some size.
  ///
  /// - Parameter size: The bytes; fewer than a megabyte stop the process, as in the SDK.
  public init(sizeBytes size: NSNumber) {
    guard size.intValue >= Self.minimum else {
      fatalError("a cache must have at least \(Self.minimum) bytes")
    }
    thresholds = CollectionThresholds(minimumBytes: size.intValue)
  }
}

/// A cache in memory, which drops a document as soon as no listener and no write needs it.
///
/// The SDK's other collector for memory is not there.
public struct MemoryCacheSettings: LocalCacheSettings, Hashable {
  /// A cache that is collected at once.
  public init() {}
}

// MARK: - The settings of a database

extension Firestore {
  /// The settings, which can be set until the database is first asked for anything.
  ///
  /// What is got is a copy. Where they are set later, or name a cache of another type, the process
  /// stops, as in the SDK. Source: `Firestore/core/src/api/firestore.cc`, `set_settings`.
  public var settings: FirestoreSettings {
    get {
      let result = FirestoreSettings()
      result.cacheSettings = start.withLock { $0.cache }
      return result
    }
    set {
      let cache = newValue.cacheSettings
      let collection = CacheCollection(cache)
      let isTooLate = start.withLock { start in
        if !start.isOver { start.cache = cache }
        return start.isOver
      }
      if isTooLate { fatalError("settings can only be set before anything else is asked for") }
      backend.setCache(collection)
    }
  }

  /// Takes in that something is asked for, so that the settings stay as they are.
  func settleSettings() { start.withLock { $0.isOver = true } }
}

/// A database's settings, and whether they may still be changed.
struct FirestoreStart: Sendable {
  var cache: any LocalCacheSettings = PersistentCacheSettings()
  var isOver = false
}

extension CacheCollection {
  /// How a cache is collected; the process stops where its type is none of the product's.
  fileprivate init(_ settings: any LocalCacheSettings) {
    switch settings {
    case let persistent as PersistentCacheSettings:
      self = .leastRecentlyUsed(persistent.thresholds)
    case is MemoryCacheSettings: self = .eager
    default: fatalError("\(type(of: settings)) is no cache of Firestore's")
    }
  }
}
