import SluiceSimulation
import SluiceSpies
import Synchronization

extension DatabaseClient: DatabaseBackend {
  func attach(_ observer: DatabaseObserver, of database: Database) {
    let id = observer.registration
    onWorker("add") { [self] in
      step { state in
        state.receivers[id] = Receiver(observer: observer, database: database)
        state.engine.listen(id, to: observer.query, observer.type.kind)
      }
    }
  }

  func detach(_ observer: DatabaseObserver, of database: Database) {
    let id = observer.registration
    onWorker("remove") { [self] in
      step { state in
        state.receivers[id] = nil
        state.engine.stopListening(id, to: observer.query)
      }
      if case .listener(let listener, _) = observer.target { database.listeners.end(listener) }
    }
  }

  func keepSynced(_ query: QuerySpecification, _ isKept: Bool) {
    onWorker("keep") { [self] in step { $0.engine.keepSynced(query, isKept) } }
  }

  func write(_ write: DatabaseWrite, completion: DatabaseCompletion?) {
    onWorker("set") { [self] in
      let milliseconds = emulator.milliseconds
      step { state in
        let id = state.nextNumber()
        state.completions[id] = completion
        state.engine.write(write, id, milliseconds: milliseconds)
      }
    }
  }

  func runTransaction(_ request: DatabaseTransactionRequest, of database: Database) {
    onWorker("transaction") { [self] in
      step { state in
        let id = state.nextNumber()
        state.transactions[id] = TransactionCall(request: request, database: database)
        state.engine.begin(id, at: request.path, showsLocalEvents: request.showsLocalEvents)
      }
    }
  }

  func writeOnDisconnect(_ write: DatabaseWrite, completion: DatabaseCompletion?) {
    deferWrite(.write(write), completion)
  }

  func cancelOnDisconnect(_ path: TreePath, completion: DatabaseCompletion?) {
    deferWrite(.forget(path), completion)
  }

  private func deferWrite(
    _ kind: ClientEngine.DeferredRequest.Kind, _ completion: DatabaseCompletion?
  ) {
    onWorker("defer") { [self] in
      step { state in
        let id = state.nextNumber()
        state.completions[id] = completion
        state.engine.deferWrite(ClientEngine.DeferredRequest(id: id, kind: kind))
      }
    }
  }

  func setOnline(_ isOnline: Bool) {
    onWorker("network") { [self] in
      let milliseconds = emulator.milliseconds
      step { state in
        state.engine.isOnline = isOnline
        if isOnline {
          state.engine.connectIfNeeded()
        } else {
          state.engine.disconnected(milliseconds: milliseconds)
        }
      }
    }
  }

  func purgeWrites() {
    onWorker("purge") { [self] in step { $0.engine.purgeWrites() } }
  }

  func makeChildKey() -> ChildKey {
    let milliseconds = emulator.milliseconds
    return state.withLock { $0.childKeys.next(at: milliseconds) }
  }
}

extension DatabaseObserver {
  /// Its number in the client's engine.
  fileprivate var registration: RegistrationID { RegistrationID(handle) }
}

extension DataEventType {
  fileprivate var kind: EventKind {
    switch self {
    case .childAdded: .childAdded
    case .childRemoved: .childRemoved
    case .childChanged: .childChanged
    case .childMoved: .childMoved
    case .value: .value
    }
  }
}
