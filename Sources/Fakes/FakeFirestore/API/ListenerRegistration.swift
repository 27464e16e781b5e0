public import SluiceSpies

#if NonSendableHandles
  /// What adding a snapshot listener returns: the way to end it.
  ///
  /// Source: `Firestore/Source/Public/FirebaseFirestore/FIRListenerRegistration.h`, in the releases
  /// that don't say that it may be passed on to another task.
  public protocol ListenerRegistration: AnyObject {
    /// Ends the listener: it is never called again, not even with what is queued already.
    ///
    /// A second call, or one after an error, does nothing.
    func remove()
  }
#else
  /// What adding a snapshot listener returns: the way to end it.
  ///
  /// Source: `Firestore/Source/Public/FirebaseFirestore/FIRListenerRegistration.h`.
  public protocol ListenerRegistration: Sendable {
    /// Ends the listener: it is never called again, not even with what is queued already.
    ///
    /// A second call, or one after an error, does nothing.
    func remove()
  }
#endif

/// What adding a listener returns: the identity of one registration, and the way to end it.
final class FirestoreHandle: ListenerRegistration {
  private let handle: RegistrationHandle

  init(_ listener: FirestoreListener) {
    let firestore = listener.query.firestore
    let registration = listener.registration
    handle = RegistrationHandle(
      registration, sentinel: Sentinel(.handle(registration.id), log: firestore.spy.log),
      removesWhenDropped: firestore.behavior.handlesRemoveThemselves
    ) {
      firestore.remove(listener)
    }
  }

  func remove() {
    handle.remove()
  }
}

/// How a listener wants to be told; each change makes a new value.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRSnapshotListenOptions.h`.
public struct SnapshotListenOptions: Hashable, Sendable {
  /// Where the snapshots come from.
  public let source: ListenSource

  /// Whether changes of metadata alone are told.
  public let includeMetadataChanges: Bool

  /// The usual options: cache and server, without changes of metadata alone.
  public init() {
    self.init(source: .default, includeMetadataChanges: false)
  }

  private init(source: ListenSource, includeMetadataChanges: Bool) {
    self.source = source
    self.includeMetadataChanges = includeMetadataChanges
  }

  /// These options with another source.
  public func withSource(_ source: ListenSource) -> SnapshotListenOptions {
    SnapshotListenOptions(source: source, includeMetadataChanges: includeMetadataChanges)
  }

  /// These options, telling changes of metadata alone or not.
  public func withIncludeMetadataChanges(_ includes: Bool) -> SnapshotListenOptions {
    SnapshotListenOptions(source: source, includeMetadataChanges: includes)
  }

  var gate: GateOptions {
    GateOptions(includesMetadataChanges: includeMetadataChanges, isCacheOnly: source == .cache)
  }
}

extension SnapshotListenOptions: ProjectsToValue {
  /// The options as the spies record them: `{includeMetadataChanges: false, source: default}`.
  public var projected: Value {
    .members([
      ("includeMetadataChanges", .bool(includeMetadataChanges)),
      ("source", .symbol(source == .cache ? "cache" : "default")),
    ])
  }
}

/// Where a listener's snapshots come from.
public enum ListenSource: Int, Sendable {
  /// The cache and the server.
  case `default` = 0
  /// The cache alone; the server is not asked.
  case cache = 1
}
