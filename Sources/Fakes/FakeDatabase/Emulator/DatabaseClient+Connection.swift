import FakeCore
import SluiceSimulation
import Synchronization

// MARK: - The way to the server

extension DatabaseClient {
  func connect() {
    let (connection, network) = state.withLock { state in
      state.connection += 1
      return (state.connection, state.network)
    }
    guard network == .reachable else { return }
    onWorker("connect", after: emulator.latency.connect) { [self] in
      let clockOffset = Int64(emulator.clockOffset)
      step { state in
        if state.connection == connection { state.engine.connected(clockOffset: clockOffset) }
      }
    }
  }

  func disconnect() {
    state.withLock { $0.connection += 1 }
    emulator.disconnect(id)
  }

  /// Changes what lies between client and server; both notice that a connection broke, and the
  /// client connects again as soon as it can.
  func setNetwork(_ network: DatabaseNetwork) {
    onWorker("network") { [self] in
      let milliseconds = milliseconds
      step { state in
        guard state.network != network else { return }
        state.network = network
        state.engine.disconnected(milliseconds: milliseconds)
        if network == .reachable { state.engine.connectIfNeeded() }
      }
    }
  }
}

// MARK: - What the client asks

extension DatabaseClient {
  func send(_ request: ClientRequest) {
    switch request {
    case .listen(let query, let tag): listen(query, tag)
    case .unlisten(let query):
      state.withLock { $0.listens[query, default: 0] += 1 }
      emulator.withServer { $0.unlisten(id, from: query) }
    case .read(let request, let query): read(request, query)
    case .write(let write, let request, let expected): self.write(write, request, expected)
    case .postpone(let request, let write): deferWrite(request, write)
    case .forget(let request, let path): forget(request, path)
    }
  }

  private func listen(_ query: QuerySpecification, _ tag: QueryTag?) {
    let number = state.withLock { state in
      state.listens[query, default: 0] += 1
      return state.listens[query]
    }
    atServer("listen", after: emulator.latency.listen) { [self] in
      guard state.withLock({ $0.listens[query] == number }) else { return }
      let answer = emulator.withServer { server in
        Result { () throws(DatabaseError) in try server.listen(id, to: query, tag: tag) }
      }
      receive { state in
        guard state.listens[query] == number else { return }
        switch answer {
        case .success(let node): state.engine.listenAnswered(query, tag: tag, node)
        case .failure(let error): state.engine.listenEnded(query, error)
        }
      }
    }
  }

  private func read(_ request: RequestID, _ query: QuerySpecification) {
    atServer("get", after: emulator.latency.listen) { [self] in
      let answer = emulator.withServer { server in
        Result { () throws(DatabaseError) in try server.read(query, by: id) }
      }
      receive { $0.engine.readAnswered(request, answer) }
    }
  }

  private func write(_ id: WriteID, _ request: DatabaseWrite, _ expected: TreeNode?) {
    atServer("write", after: delayOfRequest()) { [self] in
      let answer = Result { () throws(DatabaseError) in
        try emulator.take(request, from: self.id, expecting: expected)
      }
      receive { state in
        switch answer {
        case .success(let news):
          for news in news { state.engine.receive(news) }
          state.engine.writeAnswered(id, nil)
        case .failure(let error): state.engine.writeAnswered(id, error)
        }
      }
    }
  }

  private func deferWrite(_ request: RequestID, _ write: DatabaseWrite) {
    atServer("defer", after: delayOfRequest()) { [self] in
      let answer = emulator.withServer { server in
        Result { () throws(DatabaseError) in try server.remember(write, for: id) }
      }
      receive { state in
        switch answer {
        case .success: state.engine.deferralAnswered(request, nil)
        case .failure(let error): state.engine.deferralAnswered(request, error)
        }
      }
    }
  }

  private func forget(_ request: RequestID, _ path: TreePath) {
    atServer("defer", after: delayOfRequest()) { [self] in
      emulator.withServer { $0.forget(at: path, for: id) }
      receive { $0.engine.deferralAnswered(request, nil) }
    }
  }

  /// Has a request arrive at the server, unless the connection is gone by then.
  private func atServer(
    _ what: String, after delay: Duration, _ action: @escaping () -> Void
  ) {
    let connection = state.withLock { $0.connection }
    let action = CallbackBox(action)
    identified { [self] in
      onWorker(what, after: delay) { [self] in
        if state.withLock({ $0.connection == connection }) { action.callback() }
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

  /// The delay of a write, which arrives behind those sent before.
  private func delayOfRequest() -> Duration {
    let (now, latency) = (emulator.simulation.instantOfCall, emulator.latency.write)
    return state.withLock { $0.departures.delay(of: latency, sentAt: now) }
  }
}

// MARK: - What the server sends

extension DatabaseClient {
  /// The server sent something by itself, which arrives after the latency.
  func serverSent(_ news: ServerNews) {
    let listens = state.withLock { $0.listens }
    receive(after: emulator.latency.watch) { state in
      if case .revoked(let query, _) = news, state.listens[query] != listens[query] { return }
      state.engine.receive(news)
    }
  }

  /// Has something arrive from the server behind all that it sent before, unless the connection is
  /// gone by then.
  private func receive(
    after latency: Duration = .zero, _ body: @escaping (inout State) -> Void
  ) {
    let now = emulator.simulation.instantOfCall
    let (connection, delay) = state.withLock { state in
      (state.connection, state.arrivals.delay(of: latency, sentAt: now))
    }
    onWorker("receive", after: delay) { [self] in
      if state.withLock({ $0.connection == connection }) { step(body) }
    }
  }
}
