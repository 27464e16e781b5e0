public import SluiceSpies

/// Where a listener's snapshots come from.
public enum ListenSource: Int, Sendable {
  /// The cache and the server.
  case `default` = 0
  /// The cache alone; the server is not asked.
  case cache = 1
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
