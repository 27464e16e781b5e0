// MARK: - The connection

extension ClientEngine {
  /// The client may use the network again.
  package mutating func enableNetwork() {
    guard !isNetworkEnabled else { return }
    isNetworkEnabled = true
    if wantsServer() {
      openNeededStream()
    } else {
      setState(.unknown)
    }
    resendWrites()
  }

  /// The client may not use the network: it knows at once that it is offline.
  package mutating func disableNetwork() {
    guard isNetworkEnabled else { return }
    isNetworkEnabled = false
    failedAttempts = 0
    closeStream()
    setState(.offline)
  }

  /// Somebody else is signed in, or nobody: each user has writes of their own, which wait while
  /// another is there, and the client connects anew.
  ///
  /// - Parameter user: The user; nil for nobody.
  package mutating func changeUser(to user: String?) {
    guard let changed = store.changeUser(to: user) else { return }
    refresh(changed)
    guard isNetworkEnabled else { return }
    closeStream()
    failedAttempts = 0
    setState(.unknown)
    openNeededStream()
    resendWrites()
  }

  /// The connection stands: the server is asked for everything that is listened to.
  package mutating func streamOpened() {
    guard stream == .opening else { return }
    stream = .open
    var asked: Set<TargetID> = []
    for query in queries where query.isRemote && asked.insert(query.target).inserted {
      ask(for: query.target)
    }
    for (key, target) in limbo.targets.sorted(by: { $0.key < $1.key }) {
      want(.listen(target, QueryShape(document: key), resume: nil))
    }
  }

  /// The connection broke or could not be made; it is tried again while something is listened to.
  ///
  /// - Parameter retries: Whether trying again makes sense, which it does not before the network is
  ///   back.
  package mutating func streamFailed(retries: Bool) {
    guard stream != .closed else { return }
    stream = .closed
    guard wantsServer() else {
      forgetConnection()
      return
    }
    if onlineState == .online {
      setState(.unknown)
      openNeededStream()
      return
    }
    failedAttempts += 1
    setState(.offline)
    if retries { openNeededStream() }
  }

  /// The network is back after failures: the connection is tried again.
  package mutating func networkReturned() {
    openNeededStream()
  }

  /// Ten seconds passed without an answer.
  package mutating func offlineTimerFired() {
    guard isOfflineTimerRunning else { return }
    isOfflineTimerRunning = false
    if onlineState == .unknown { setState(.offline) }
  }

  /// Connects where something is listened to, the network may be used and nothing is under way.
  mutating func openNeededStream() {
    guard stream == .closed, isNetworkEnabled, wantsServer() else { return }
    stream = .opening
    if failedAttempts == 0 {
      setState(.unknown)
      isOfflineTimerRunning = true
      want(.startOfflineTimer)
    }
    want(.connect)
  }

  /// Forgets an attempt to connect that nobody waits for; an open connection stays for a minute.
  mutating func closeIdleStream() {
    guard !wantsServer() else { return }
    guard stream == .open else {
      closeStream()
      forgetConnection()
      return
    }
    guard !isIdleTimerRunning else { return }
    isIdleTimerRunning = true
    want(.startIdleTimer)
  }

  /// Sixty seconds passed without anything to listen to: the connection is given up.
  package mutating func idleTimerFired() {
    guard isIdleTimerRunning, !wantsServer() else { return }
    closeStream()
    forgetConnection()
  }

  /// Without anything to listen to, nothing is known of the connection.
  private mutating func forgetConnection() {
    stopIdleTimer()
    failedAttempts = 0
    if isNetworkEnabled { setState(.unknown) }
  }

  /// The connection is in use, or gone.
  mutating func stopIdleTimer() {
    guard isIdleTimerRunning else { return }
    isIdleTimerRunning = false
    want(.stopIdleTimer)
  }

  private mutating func closeStream() {
    if stream != .closed { want(.disconnect) }
    stream = .closed
    stopIdleTimer()
  }

  mutating func setOnline() {
    failedAttempts = 0
    setState(.online)
  }

  /// Tells a new state of the connection to the views first, then to the listeners that wait for
  /// their first snapshot.
  private mutating func setState(_ state: OnlineState) {
    if isOfflineTimerRunning {
      isOfflineTimerRunning = false
      want(.stopOfflineTimer)
    }
    guard state != onlineState else { return }
    onlineState = state
    if state == .offline {
      for snapshot in goOffline() { publish(snapshot, of: snapshot.shape) }
    }
    tell(state)
  }

  /// What lies between the client and the server changed; the client finds out as it would.
  mutating func networkChanged(_ network: FirestoreNetwork) {
    switch (network, stream) {
    case (.unreachable, _): streamFailed(retries: false)
    case (.silent, _): break
    case (.reachable, .opening): want(.connect)
    case (.reachable, .open) where onlineState == .online: streamFailed(retries: true)
    case (.reachable, .open):
      stream = .opening
      want(.connect)
    case (.reachable, .closed): networkReturned()
    }
  }
}
