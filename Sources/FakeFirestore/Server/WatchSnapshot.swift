/// One consistent state of everything that a client listens to, as the server sends it.
package struct WatchSnapshot: Equatable, Sendable {
  /// The commit that this state includes, and all before it.
  package let version: Version
  /// The documents that the client should know anew, in the order of their keys.
  package var documents: [CachedDocument]
  /// What became of the targets; those not named are as they were.
  package var targets: [TargetID: TargetChange]

  package init(
    version: Version, documents: [CachedDocument] = [], targets: [TargetID: TargetChange] = [:]
  ) {
    self.version = version
    self.documents = documents
    self.targets = targets
  }
}
