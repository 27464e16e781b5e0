import SluiceSimulation
import SluiceSpies
import Synchronization

/// One app of an emulator: its templates and its connection, driven by events on the virtual clock.
///
/// Everything happens on one queue of its own, as in the SDK; completions come on the main queue.
/// Nothing is called out to inside the lock.
final class RemoteConfigClient: Sendable {
  private struct State: Sendable {
    var active = ConfigTemplate()
    var fetched: ConfigTemplate?
    var fetchedAt: Instant?
    var defaults: [String: String] = [:]
    var connection = RealtimeConnection()
    /// The newest version that the app knows of; nil until it was connected or has fetched.
    var knownVersion: Int?
    var isOnline = true
    var isInForeground = true
    /// The listeners, while there are any.
    var registry: ListenerRegistry<RemoteConfigNews>?
    /// What the server says, in its order.
    var messages = ArrivalOrder()
  }

  private let name: String
  private let emulator: RemoteConfigEmulator
  let queue: CallbackQueue
  private let completions: CallbackQueue
  private let behavior: RemoteConfigBehavior
  private let state = Mutex(State())

  init(name: String, emulator: RemoteConfigEmulator, behavior: RemoteConfigBehavior) {
    self.name = name
    self.emulator = emulator
    self.behavior = behavior
    queue = CallbackQueue(.generic, in: emulator.simulation)
    completions = CallbackQueue(.main, in: emulator.simulation)
  }

  var phase: RealtimeConnection.Phase { state.withLock { state in state.connection.phase } }

  /// Steps the state, then does what comes of it.
  private func step(_ body: (inout State) -> RealtimeConnection.Effect?) {
    guard let effect = state.withLock({ state in body(&state) }) else { return }
    switch effect {
    case .connect(let attempt): connect(attempt)
    case .pause(let pause, let attempt): wait(pause, attempt)
    case .fail(let code): tell(.failure(RemoteConfigUpdateError(code)))
    }
  }

  private func read<Answer>(_ body: (State) -> Answer) -> Answer {
    state.withLock { state in body(state) }
  }

  /// Has something happen on the app's own queue.
  private func later(
    _ what: String, after delay: Duration = .zero, _ action: @escaping () -> Void
  ) {
    queue.asyncAfter(max(delay, .zero), "\(name).\(what)", action)
  }

  /// Calls a completion.
  private func complete(_ completion: @escaping () -> Void) {
    completions.async("\(name).complete", completion)
  }

  /// Queues news for whoever listens now; who is removed meanwhile is told all the same.
  private func tell(_ news: RemoteConfigNews) {
    guard let registry = read({ state in state.registry }) else { return }
    let listeners = registry.listeners
    for listener in behavior.tellsInReverseOrder ? listeners.reversed() : listeners {
      registry.deliver(news, .late(), to: listener)
    }
  }
}

// MARK: - The connection

extension RemoteConfigClient {
  func setOnline(_ isOnline: Bool) {
    step { state in
      state.isOnline = isOnline
      return isOnline ? nil : state.connection.broke()
    }
  }

  func setInForeground(_ isInForeground: Bool) {
    step { state in
      state.isInForeground = isInForeground
      if isInForeground { return state.registry == nil ? nil : state.connection.want() }
      state.connection.close()
      return nil
    }
  }

  private func connect(_ attempt: Int) {
    later("connect", after: emulator.latency.connect) { [self] in
      guard read({ state in state.isOnline }) else {
        return step { state in state.connection.failed(attempt) }
      }
      let (isAvailable, version) = (emulator.isAvailable, emulator.version)
      var news: Int?
      step { state in
        guard isAvailable else { return state.connection.refused(attempt) }
        guard state.connection.opened(attempt) else { return nil }
        // A first connection brings nothing; a later one what was missed.
        if let known = state.knownVersion, known < version { news = version }
        state.knownVersion = state.knownVersion ?? version
        return nil
      }
      if let news { serverPublished(news) }
    }
  }

  /// Waits for a half less or a half more, whichever the simulation's random numbers say.
  private func wait(_ pause: Duration, _ attempt: Int) {
    let simulation = emulator.simulation
    // On real threads there are no numbers that a seed would bring back, nor a pause that matters.
    let isLonger = simulation.platform == nil && simulation.random() % 2 == 1
    later("retry", after: isLonger ? pause + pause / 2 : pause - pause / 2) { [self] in
      step { state in state.connection.paused(attempt) }
    }
  }
}

// MARK: - What the server says

extension RemoteConfigClient {
  /// The server announced a version, to all who are connected; one that is here already is not
  /// fetched again.
  func serverPublished(_ version: Int) {
    hear("message") { [self] in
      guard version > read({ state in state.knownVersion ?? 0 }) else { return }
      fetchAnnounced(version, attempts: Self.fetchAttempts)
    }
  }

  func serverSaidNonsense() {
    hear("message") { [self] in tell(.failure(RemoteConfigUpdateError(.messageInvalid))) }
  }

  func serverRefused() {
    hear("message") { [self] in step { state in state.connection.refused() } }
  }

  /// How often a template that was announced is asked for.
  private static let fetchAttempts = 3

  /// Hears what the server says while the connection stands, behind what it said before.
  private func hear(_ what: String, _ action: @escaping () -> Void) {
    guard phase == .open else { return }
    let (now, latency) = (emulator.simulation.instantOfCall, emulator.latency.message)
    let delay = state.withLock { state in state.messages.delay(of: latency, sentAt: now) }
    later(what, after: delay) { [self] in
      if phase == .open { action() }
    }
  }

  /// Fetches what was announced, and tells the listeners of the keys that it changes.
  private func fetchAnnounced(_ version: Int, attempts: Int) {
    later("fetch", after: emulator.latency.fetch) { [self] in
      guard read({ state in state.isOnline }) else {
        return tell(.failure(RemoteConfigUpdateError(.notFetched)))
      }
      let template = emulator.handedOut
      guard template.version >= version else {
        if attempts > 1 { return fetchAnnounced(version, attempts: attempts - 1) }
        return tell(.failure(RemoteConfigUpdateError(.notFetched)))
      }
      let keys = take(template)
      guard !keys.isEmpty, let registry = read({ state in state.registry }) else { return }
      tell(.update(RemoteConfigUpdate(keys, in: registry)))
    }
  }

  /// Keeps a template that was fetched.
  ///
  /// - Returns: The keys whose values in it are not the active ones.
  private func take(_ template: ConfigTemplate) -> Set<String> {
    let now = emulator.simulation.instantOfCall
    return state.withLock { state in
      state.fetched = template
      state.fetchedAt = now
      state.knownVersion = max(state.knownVersion ?? 0, template.version)
      return template.changes(from: state.active)
    }
  }
}

extension RemoteConfigClient: RemoteConfigBackend {
  func listenerCame(to registry: ListenerRegistry<RemoteConfigNews>) {
    step { state in
      state.registry = registry
      return state.isInForeground ? state.connection.want() : nil
    }
  }

  func listenerLeft(_ registry: ListenerRegistry<RemoteConfigNews>) {
    guard registry.listeners.isEmpty else { return }
    step { state in
      state.registry = nil
      state.connection.close()
      return nil
    }
  }

  func fetch(olderThan age: Duration, _ completion: CallbackBox<(RemoteConfigError?) -> Void>) {
    let now = emulator.simulation.instantOfCall
    let isFresh = read { state in
      state.fetchedAt.map { fetchedAt in fetchedAt.duration(to: now) < age } ?? false
    }
    if isFresh { return complete { completion.callback(nil) } }
    later("fetch", after: emulator.latency.fetch) { [self] in
      guard read({ state in state.isOnline }) else {
        return complete { completion.callback(.internalError) }
      }
      _ = take(emulator.handedOut)
      complete { completion.callback(nil) }
    }
  }

  func activate(_ completion: CallbackBox<(Bool) -> Void>) {
    later("activate") { [self] in
      var isChanged = false
      step { state in
        if let fetched = state.fetched, fetched != state.active {
          state.active = fetched
          isChanged = true
        }
        return nil
      }
      complete { [isChanged] in completion.callback(isChanged) }
    }
  }

  func setDefaults(_ defaults: [String: String]) {
    step { state in
      state.defaults = defaults
      return nil
    }
  }

  func value(of key: String) -> RemoteConfigValue {
    read { state in
      if let text = state.active.parameters[key] { return RemoteConfigValue(text, from: .remote) }
      if let text = state.defaults[key] { return RemoteConfigValue(text, from: .default) }
      return RemoteConfigValue("", from: .static)
    }
  }
}
