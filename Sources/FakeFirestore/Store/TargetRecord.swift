/// What a client remembers of a query that it has listened to, also after the last listener went.
package struct TargetRecord: Equatable, Sendable {
  package let id: TargetID
  package let shape: QueryShape
  /// The documents that the server counts to the results.
  package var syncedKeys: Set<DocumentKey> = []
  /// The server's version when the results were last in sync; nil where they never were.
  package var resumePoint: Version?
}
