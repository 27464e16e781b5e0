public import Foundation
import SluiceSpies

@available(
  *, unavailable,
  message: "FakeFirestore does not model transactions: write with batch(), or read and then write"
)
extension Firestore {
  /// Begins a transaction.
  public func runTransaction(
    _ updateBlock: @escaping (Transaction, TransactionErrorPointer?) -> Any?,
    completion: @escaping (Any?, (any Error)?) -> Void
  ) { MissingFirestorePart.transactions.stop() }

  /// Begins a transaction.
  public func runTransaction(
    _ updateBlock: @escaping (Transaction, TransactionErrorPointer?) -> Any?
  ) async throws -> Any? { MissingFirestorePart.transactions.stop() }

  /// Begins a transaction.
  public func runTransaction(
    with options: TransactionOptions?,
    block updateBlock: @escaping (Transaction, TransactionErrorPointer?) -> Any?,
    completion: @escaping (Any?, (any Error)?) -> Void
  ) { MissingFirestorePart.transactions.stop() }

  /// Begins a transaction.
  public func runTransaction(
    with options: TransactionOptions?,
    block updateBlock: @escaping (Transaction, TransactionErrorPointer?) -> Any?
  ) async throws -> Any? { MissingFirestorePart.transactions.stop() }
}

/// Reads and writes that are made together.
@available(
  *, unavailable,
  message: "FakeFirestore does not model transactions: write with batch(), or read and then write"
)
public final class Transaction {
  private init() {}

  /// Reads a document.
  public func getDocument(_ document: DocumentReference) throws -> DocumentSnapshot {
    MissingFirestorePart.transactions.stop()
  }

  /// Replaces a document, or merges into it.
  @discardableResult
  public func setData(
    _ data: [String: Any], forDocument document: DocumentReference, merge: Bool = false
  ) -> Transaction { MissingFirestorePart.transactions.stop() }

  /// Writes some fields of a document.
  @discardableResult
  public func updateData(
    _ fields: [AnyHashable: Any], forDocument document: DocumentReference
  ) -> Transaction { MissingFirestorePart.transactions.stop() }

  /// Deletes a document.
  @discardableResult
  public func deleteDocument(_ document: DocumentReference) -> Transaction {
    MissingFirestorePart.transactions.stop()
  }
}

/// How often a transaction is tried.
@available(
  *, unavailable,
  message: "FakeFirestore does not model transactions: write with batch(), or read and then write"
)
public final class TransactionOptions {
  /// The options of a transaction.
  public init() { MissingFirestorePart.transactions.stop() }

  /// How often it is tried.
  public var maxAttempts: Int {
    get { MissingFirestorePart.transactions.stop() }
    set { MissingFirestorePart.transactions.stop() }
  }
}

/// Where the block of a transaction leaves its error, in the place of Objective-C's pointer.
@available(
  *, unavailable,
  message: "FakeFirestore does not model transactions: write with batch(), or read and then write"
)
public final class TransactionErrorPointer {
  private init() {}

  /// The error.
  public var pointee: NSError? {
    get { MissingFirestorePart.transactions.stop() }
    set { MissingFirestorePart.transactions.stop() }
  }
}

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model listeners for snapshots in sync: \
    wait for a snapshot of each listener
    """
)
extension Firestore {
  /// Listens to moments at which all snapshots show one state.
  public func addSnapshotsInSyncListener(
    _ listener: @escaping () -> Void
  ) -> any ListenerRegistration { MissingFirestorePart.snapshotsInSync.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model waiting for pending writes: \
    wait for the completion of each write
    """
)
extension Firestore {
  /// Waits until the server has answered all writes.
  public func waitForPendingWrites(completion: @escaping ((any Error)?) -> Void) {
    MissingFirestorePart.pendingWrites.stop()
  }

  /// Waits until the server has answered all writes.
  public func waitForPendingWrites() async throws { MissingFirestorePart.pendingWrites.stop() }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model termination: delete the app, which closes its databases"
)
extension Firestore {
  /// Closes the database.
  public func terminate(completion: (((any Error)?) -> Void)? = nil) {
    MissingFirestorePart.termination.stop()
  }

  /// Closes the database.
  public func terminate() async throws { MissingFirestorePart.termination.stop() }

  /// Empties the cache.
  public func clearPersistence(completion: (((any Error)?) -> Void)? = nil) {
    MissingFirestorePart.termination.stop()
  }

  /// Empties the cache.
  public func clearPersistence() async throws { MissingFirestorePart.termination.stop() }
}

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model settings other than that of the cache: \
    set cacheSettings, or set up the FirestoreEmulator or FirestoreScript behind the database
    """
)
extension Firestore {
  /// Talks to an emulator of the vendor's.
  public func useEmulator(withHost host: String, port: Int) {
    MissingFirestorePart.settings.stop()
  }
}

@available(
  *, unavailable,
  message: """
    FakeFirestore does not model settings other than that of the cache: \
    set cacheSettings, or set up the FirestoreEmulator or FirestoreScript behind the database
    """
)
extension FirestoreSettings {
  /// Where the server is.
  public var host: String {
    get { MissingFirestorePart.settings.stop() }
    set { MissingFirestorePart.settings.stop() }
  }

  /// Whether the connection is encrypted.
  public var isSSLEnabled: Bool {
    get { MissingFirestorePart.settings.stop() }
    set { MissingFirestorePart.settings.stop() }
  }

  /// Whether the cache outlives the process.
  public var isPersistenceEnabled: Bool {
    get { MissingFirestorePart.settings.stop() }
    set { MissingFirestorePart.settings.stop() }
  }

  /// The size of the cache in bytes.
  public var cacheSizeBytes: Int64 {
    get { MissingFirestorePart.settings.stop() }
    set { MissingFirestorePart.settings.stop() }
  }

  /// The queue on which listeners are called.
  public var dispatchQueue: AnyObject {
    get { MissingFirestorePart.settings.stop() }
    set { MissingFirestorePart.settings.stop() }
  }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model indexes: leave indexes out, as the emulator needs none"
)
extension Firestore {
  /// Describes the indexes of the cache.
  public func setIndexConfiguration(
    _ json: String, completion: (((any Error)?) -> Void)? = nil
  ) { MissingFirestorePart.indexes.stop() }

  /// Describes the indexes of the cache.
  public func setIndexConfiguration(_ json: String) async throws {
    MissingFirestorePart.indexes.stop()
  }

  /// The manager of the cache's indexes.
  public var persistentCacheIndexManager: AnyObject? { MissingFirestorePart.indexes.stop() }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model logging: read the log of the run"
)
extension Firestore {
  /// Turns logging on or off.
  public static func enableLogging(_ logging: Bool) { MissingFirestorePart.logging.stop() }
}

@available(
  *, unavailable,
  message: "FakeFirestore does not model pipelines: use a Query"
)
extension Firestore {
  /// Begins a pipeline.
  public func pipeline() -> AnyObject { MissingFirestorePart.pipelines.stop() }
}
