import SluiceSimulation
import SluiceSpies
import Synchronization

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
