import FakeCore
import SluiceSimulation
import Synchronization

// MARK: - The way to the server

extension FirestoreClient {
  func connect() {
    let (connection, network) = state.withLock { state in
      state.connection += 1
      return (state.connection, state.network)
    }
    guard network != .silent else { return }
    onWorker("connect", after: emulator.latency.connect) { [self] in
      step { state in
        guard state.connection == connection else { return }
        if state.network == .unreachable {
          state.engine.streamFailed(retries: false)
        } else {
          state.engine.streamOpened()
        }
      }
    }
  }

  func disconnect() {
    state.withLock { $0.connection += 1 }
    emulator.withServer { $0.disconnect(id) }
  }

  func startOfflineTimer() {
    let timer = state.withLock { state in
      state.offlineTimer += 1
      return state.offlineTimer
    }
    worker.asyncAfter(Self.offlineTimeout, "\(name).offline") { [weak self] in
      self?.step { state in
        if state.offlineTimer == timer { state.engine.offlineTimerFired() }
      }
    }
  }

  func startIdleTimer() {
    let timer = state.withLock { state in
      state.idleTimer += 1
      return state.idleTimer
    }
    worker.asyncAfter(Self.idleTimeout, "\(name).idle") { [weak self] in
      self?.step { state in
        if state.idleTimer == timer { state.engine.idleTimerFired() }
      }
    }
  }

  /// Changes what lies between client and server; the client finds out as it would.
  func setNetwork(_ network: FirestoreNetwork) {
    let before = state.withLock { state in
      defer { state.network = network }
      return state.network
    }
    guard before != network else { return }
    disconnect()
    onWorker("network") { [self] in
      step { state in
        if network != .reachable { state.loseWrites() }
        state.engine.networkChanged(network)
        guard network == .reachable else { return }
        state.engine.resendWrites()
      }
    }
  }
}

// MARK: - What the client asks

extension FirestoreClient {
  func listen(_ target: TargetID, _ shape: QueryShape, _ resume: TargetRecord?) {
    let (connection, number) = state.withLock { state in
      state.listens[target, default: 0] += 1
      return (state.connection, state.listens[target])
    }
    guard isReachable else { return }
    identified { [self] in listen(target, shape, resume, connection: connection, number: number) }
  }

  private func listen(
    _ target: TargetID, _ shape: QueryShape, _ resume: TargetRecord?, connection: Int, number: Int?
  ) {
    onWorker("listen", after: delayOfSnapshot(emulator.latency.listen)) { [self] in
      let isWanted = state.withLock { state in
        state.connection == connection && state.listens[target] == number
      }
      guard isWanted else { return }
      let answer = emulator.withServer { server in
        Result { () throws(FirestoreErrorCode) in
          try server.listen(id, target, to: shape, resume: resume)
        }
      }
      step { state in
        switch answer {
        case .success(let snapshot): state.engine.receive(snapshot)
        case .failure(let error): state.engine.refuse(target, error)
        }
      }
    }
  }

  func unlisten(_ target: TargetID) {
    state.withLock { $0.listens[target, default: 0] += 1 }
    emulator.withServer { $0.unlisten(id, target) }
  }

  /// Sends a batch, unless there is no network now or it is under way already.
  func send(_ batch: MutationBatch) {
    let writing: Int? = state.withLock { state in
      guard state.network == .reachable, state.engine.isNetworkEnabled, !state.isBackingOff,
        state.batchesUnderWay.insert(batch.id).inserted
      else { return nil }
      return state.writing
    }
    guard let writing else { return }
    identified { [self] in send(batch, writing: writing) }
  }

  private func send(_ batch: MutationBatch, writing: Int) {
    onWorker("write", after: delayOfAnswer(emulator.latency.write)) { [self] in
      guard state.withLock({ $0.writing == writing }) else { return }
      let answer = Result { () throws(FirestoreErrorCode) in
        try emulator.commit(batch.mutations, by: id, isTrusted: false)
      }
      step { state in
        switch answer {
        case .success(let result): state.engine.acknowledge(batch.id, result)
        case .failure(let error): state.engine.reject(batch.id, error)
        }
      }
    }
  }

  /// Sends all writes again after a while; what was under way behind the refused one never reached
  /// the server, which closes the stream of writes with its refusal.
  func retryWrites(_ isOverburdened: Bool) {
    let (wait, writing) = state.withLock { state in
      state.dropWrites()
      state.isBackingOff = true
      if isOverburdened { state.backoff.lengthen() }
      let wait = state.backoff.next { emulator.simulation.random() }
      return (wait, state.writing)
    }
    worker.asyncAfter(wait, "\(name).retry") { [weak self] in
      self?.step { state in
        guard state.writing == writing else { return }
        state.isBackingOff = false
        state.engine.resendWrites()
      }
    }
  }

  /// Does something once the server knows whose the client is, if it wants to know.
  private func identified(_ action: @escaping @Sendable () -> Void) {
    guard emulator.wantsUsers else { return action() }
    credentials.show(
      by: { [weak self] token in
        if let self { emulator.identify(id, as: token?.uid) }
      }, then: action)
  }

  private var isReachable: Bool { state.withLock { $0.network == .reachable } }
}

// MARK: - What the server says by itself

extension FirestoreClient {
  /// The server sent a snapshot, which arrives after the latency and behind those sent before.
  func serverSent(_ snapshot: WatchSnapshot) {
    let (connection, listens) = state.withLock { ($0.connection, $0.listens) }
    onWorker("watch", after: delayOfSnapshot(emulator.latency.watch)) { [self] in
      step { state in
        guard state.connection == connection else { return }
        var snapshot = snapshot
        snapshot.targets = snapshot.targets.filter { target, _ in
          state.listens[target] == listens[target]
        }
        state.engine.receive(snapshot)
      }
    }
  }

  /// The server ended a listen, which arrives after the latency and behind the snapshots sent
  /// before.
  func serverRefused(_ target: TargetID, _ error: FirestoreErrorCode) {
    let (connection, number) = state.withLock { ($0.connection, $0.listens[target]) }
    onWorker("watch", after: delayOfSnapshot(emulator.latency.watch)) { [self] in
      step { state in
        guard state.connection == connection, state.listens[target] == number else { return }
        state.engine.refuse(target, error)
      }
    }
  }

  /// The delay of an answer on the stream of snapshots.
  private func delayOfSnapshot(_ latency: Duration) -> Duration {
    let now = emulator.simulation.instantOfCall
    return state.withLock { $0.snapshots.delay(of: latency, sentAt: now) }
  }

  private func delayOfAnswer(_ latency: Duration) -> Duration {
    let now = emulator.simulation.instantOfCall
    return state.withLock { $0.answers.delay(of: latency, sentAt: now) }
  }
}
