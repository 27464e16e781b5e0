import SluiceSpies

/// What a listener is told in one callback, with every combination that two optionals allow.
package enum RemoteConfigNews: Sendable {
  /// An update and no error.
  case update(RemoteConfigUpdate)
  /// An error and no update.
  case failure(any Error)
  /// Both an update and an error.
  case both(RemoteConfigUpdate, any Error)
  /// Neither.
  case nothing
}

extension RemoteConfigNews {
  /// The news as the log keeps it.
  var payload: Event.Payload {
    switch self {
    case .update(let update): .value(update.projected)
    case .failure(let error): .failure(Failure(error))
    case .both(let update, let error): .both(update.projected, Failure(error))
    case .nothing: .nothing
    }
  }

  /// Calls a listener with the news.
  func call(_ listener: (RemoteConfigUpdate?, (any Error)?) -> Void) {
    switch self {
    case .update(let update): listener(update, nil)
    case .failure(let error): listener(nil, error)
    case .both(let update, let error): listener(update, error)
    case .nothing: listener(nil, nil)
    }
  }
}
