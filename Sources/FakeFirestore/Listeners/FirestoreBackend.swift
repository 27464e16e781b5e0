import SluiceSimulation

/// The end of a write, as its caller wants to be told.
typealias WriteCompletion = CallbackBox<((any Error)?) -> Void>

/// What stands behind a Firestore object: a script, or one client of an emulator.
protocol FirestoreBackend: AnyObject, Sendable {
  /// Takes a listener in; the spy has recorded the add, the handle is not made yet.
  func attach(_ listener: FirestoreListener)
  /// Lets go of a listener that was muted.
  func detach(_ listener: FirestoreListener)
  /// Makes writes together.
  func write(_ mutations: [Mutation], completion: WriteCompletion?)
  /// Reads a query or document once.
  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>)
  /// Lets the client use the network, or not.
  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?)
  /// An id for a new document.
  func makeDocumentID() -> String
}
