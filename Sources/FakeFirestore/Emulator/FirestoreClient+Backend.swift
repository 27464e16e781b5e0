import SluiceSimulation
import SluiceSpies
import Synchronization

extension FirestoreClient: FirestoreBackend {
  func attach(_ listener: FirestoreListener) {
    let id = listener.registration.id.number
    state.withLock { $0.receivers[id] = .listener(listener) }
    onWorker("add") { [self] in
      step { $0.engine.listen(id, to: listener.shape, options: listener.options.gate) }
    }
  }

  func detach(_ listener: FirestoreListener) {
    stopListening(listener.registration.id.number)
  }

  func write(_ mutations: [Mutation], completion: WriteCompletion?) {
    let time = emulator.time
    onWorker("set") { [self] in
      step { state in
        let batch = state.engine.write(mutations, at: time)
        state.completions[batch] = completion
      }
    }
  }

  func fetch(
    _ query: Query, from source: FirestoreSource,
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>
  ) {
    let shape = query.shape
    onWorker("get") { [self] in
      if source == .cache {
        let cached = state.withLock { $0.engine.cachedAnswer(to: shape) }
        answer(completion, cached.map(SnapshotState.view))
        return
      }
      let options = GateOptions(includesMetadataChanges: true, waitsForServer: true)
      step { state in
        let id = state.add(completion, source)
        state.engine.listen(id, to: shape, options: options)
      }
    }
  }

  func setNetworkEnabled(_ isEnabled: Bool, completion: WriteCompletion?) {
    onWorker("network") { [self] in
      step { state in
        if isEnabled {
          state.engine.enableNetwork()
        } else {
          state.engine.disableNetwork()
          state.loseWrites()
        }
      }
      guard let completion else { return }
      callbacks.async("\(name).complete") { completion.callback(nil) }
    }
  }

  func makeDocumentID() -> String { state.withLock { $0.documentIDs.next() } }
}

extension FirestoreClient.State {
  /// Takes in a single read, which listens under a negative number: registrations have the others.
  mutating func add(
    _ completion: CallbackBox<(Result<SnapshotState, FirestoreErrorCode>) -> Void>,
    _ source: FirestoreSource
  ) -> ListenerID {
    fetches += 1
    receivers[-fetches] = .fetch(completion, source)
    return -fetches
  }

  /// Forgets that writes are under way: their answers will be dropped, and they are sent again some
  /// time.
  mutating func loseWrites() {
    writing += 1
    batchesUnderWay = []
  }
}
