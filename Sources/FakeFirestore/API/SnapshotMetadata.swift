/// What a snapshot says of itself: whether local writes are in it, and whether the server has
/// confirmed it.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRSnapshotMetadata.h`.
public struct SnapshotMetadata: Hashable, Sendable {
  /// Whether the snapshot holds local writes that the server has not answered.
  public let hasPendingWrites: Bool

  /// Whether the snapshot may lag behind the server.
  public let isFromCache: Bool

  /// What a script has a snapshot say of itself.
  ///
  /// - Parameters:
  ///   - hasPendingWrites: Whether it holds local writes that the server has not answered.
  ///   - isFromCache: Whether it may lag behind the server.
  public init(hasPendingWrites: Bool, isFromCache: Bool) {
    self.hasPendingWrites = hasPendingWrites
    self.isFromCache = isFromCache
  }
}
