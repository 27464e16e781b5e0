public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model bundles and named queries: \
    put the documents at the FirestoreEmulator, and build the query
    """
)
extension Firestore {
  /// Loads documents and queries into the cache.
  @discardableResult
  public func loadBundle(
    _ bundleData: Data, completion: ((LoadBundleTaskProgress?, (any Error)?) -> Void)? = nil
  ) -> LoadBundleTask { MissingFirestorePart.bundles.stop() }

  /// Loads documents and queries into the cache.
  @discardableResult
  public func loadBundle(
    _ bundleStream: InputStream,
    completion: ((LoadBundleTaskProgress?, (any Error)?) -> Void)? = nil
  ) -> LoadBundleTask { MissingFirestorePart.bundles.stop() }

  /// Loads documents and queries into the cache.
  public func loadBundle(_ bundleData: Data) async throws -> LoadBundleTaskProgress {
    MissingFirestorePart.bundles.stop()
  }

  /// Finds a query that a bundle brought.
  public func getQuery(named name: String, completion: @escaping (Query?) -> Void) {
    MissingFirestorePart.bundles.stop()
  }

  /// Finds a query that a bundle brought.
  public func getQuery(named name: String) async -> Query? { MissingFirestorePart.bundles.stop() }
}

/// The loading of a bundle, which can be observed.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model bundles and named queries: \
    put the documents at the FirestoreEmulator, and build the query
    """
)
public final class LoadBundleTask {
  private init() {}

  /// Observes how far it is.
  @discardableResult
  public func addObserver(_ observer: @escaping (LoadBundleTaskProgress) -> Void) -> Int {
    MissingFirestorePart.bundles.stop()
  }

  /// Removes an observer.
  public func removeObserver(with handle: Int) { MissingFirestorePart.bundles.stop() }

  /// Removes all observers.
  public func removeAllObservers() { MissingFirestorePart.bundles.stop() }
}

/// How far the loading of a bundle is.
@available(
  *, unavailable,
  message: """
    FakeFirestore does not model bundles and named queries: \
    put the documents at the FirestoreEmulator, and build the query
    """
)
public final class LoadBundleTaskProgress {
  private init() {}

  /// The documents that are loaded.
  public var documentsLoaded: Int { MissingFirestorePart.bundles.stop() }

  /// The documents in all.
  public var totalDocuments: Int { MissingFirestorePart.bundles.stop() }
}
