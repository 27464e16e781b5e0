import SluiceSimulation
import SluiceSpies
import Synchronization

/// What stands behind a database: a script, or one client of an emulator.
protocol DatabaseBackend: AnyObject, Sendable {
  /// Takes a listener in; the spy has recorded the add, the caller has no handle yet.
  func attach(_ observer: DatabaseObserver, of database: Database)
  /// Lets go of a listener.
  func detach(_ observer: DatabaseObserver, of database: Database)
  /// Keeps a query listened to without a listener, or stops that.
  func keepSynced(_ query: QuerySpecification, _ isKept: Bool)
  /// Reads what a query shows once.
  func read(_ query: QuerySpecification, of database: Database, completion: DatabaseReading)
  /// Writes, with values in it that the server decides.
  func write(_ write: DatabaseWrite, completion: DatabaseCompletion?)
  /// Writes what a block makes of the data, if the server has not changed them meanwhile.
  func runTransaction(_ request: DatabaseTransactionRequest, of database: Database)
  /// Has the server write when the connection ends.
  func writeOnDisconnect(_ write: DatabaseWrite, completion: DatabaseCompletion?)
  /// Takes back what the server was to write at and below a path.
  func cancelOnDisconnect(_ path: TreePath, completion: DatabaseCompletion?)
  /// Closes the connection for good, because the app is deleted.
  func terminate()
  /// Lets the client connect, or not.
  func setOnline(_ isOnline: Bool)
  /// Reverts all writes that the server has not answered.
  func purgeWrites()
  /// A key for a new child, behind all that were made before.
  func makeChildKey() -> ChildKey
}

/// The end of a write, as its caller wants to be told.
typealias DatabaseCompletion = CallbackBox<((any Error)?) -> Void>

/// The end of a single read, as its caller wants to be told.
typealias DatabaseReading = CallbackBox<(Result<DataSnapshot, any Error>) -> Void>

/// A write to one place, or to several places together.
package enum DatabaseWrite: Sendable {
  /// Everything at a path is replaced.
  case set(TreePath, TreeNode)
  /// What is at paths below a path is replaced, all of it or nothing.
  case update(TreePath, [TreePath: TreeNode])

  /// The path below which everything is that is written.
  package var path: TreePath {
    switch self {
    case .set(let path, _), .update(let path, _): path
    }
  }
}

/// A transaction as its caller hands it over.
struct DatabaseTransactionRequest: Sendable {
  typealias Block = CallbackBox<(MutableData) -> TransactionResult>
  typealias Completion = CallbackBox<((any Error)?, Bool, DataSnapshot?) -> Void>

  let path: TreePath
  let block: Block
  let completion: Completion?
  /// Whether what it writes is shown before the server has it.
  let showsLocalEvents: Bool
}

/// One listener of a database: what it listens to, and who is told.
final class DatabaseObserver: Sendable {
  enum Target: Sendable {
    /// A listener that stays until it is removed; without a cancel block it ends in silence.
    case listener(SpiedListener<DatabaseNews>, hearsOfCancel: Bool)
    /// One that is removed at its first event.
    case single(SingleEvent)
  }

  let handle: DatabaseHandle
  let type: DataEventType
  let query: QuerySpecification
  let target: Target

  init(
    handle: DatabaseHandle, type: DataEventType, query: QuerySpecification, target: Target
  ) {
    self.handle = handle
    self.type = type
    self.query = query
    self.target = target
  }
}

/// The closure of a listener for one event, which is gone once it was called.
final class SingleEvent: Sendable {
  typealias Callback = CallbackBox<(DatabaseNews) -> Void>

  private let callback: Mutex<Callback?>

  init(_ callback: Callback) {
    self.callback = Mutex(callback)
  }

  /// The closure, for the first who asks.
  func take() -> Callback? {
    callback.withLock { callback in
      defer { callback = nil }
      return callback
    }
  }
}

/// What a listener is told in one callback.
enum DatabaseNews: Sendable {
  /// An event of the kind that it listens to.
  case event(DataEventType, DataSnapshot, previousSiblingKey: String?)
  /// The end: its cancel block is called.
  case cancelled(any Error)

  /// What a listener is told, as the log writes it.
  var payload: Event.Payload {
    switch self {
    case .event(let type, let snapshot, let key):
      .value(
        DatabaseEvent(type, snapshot, previousSiblingKey: key)?.projected ?? snapshot.projected)
    case .cancelled(let error): .failure(Failure(error))
    }
  }
}
