public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// A server of configuration templates with any number of apps, on the virtual clock.
///
/// Fault model. It can be told to take its time, by kind of operation; to hand out a template that
/// is not the one it announced; to say something that makes no sense, or that it announces nothing
/// at present; to be out of an app's reach. Connections are tried again up to seven times, after
/// pauses from two minutes that double up to four hours, each a half shorter or longer by the
/// simulation's random numbers. It never tells of a template that changes nothing, never tells a
/// listener that was removed before there was news, and never removes one by itself. Sources:
/// `FirebaseRemoteConfig/Sources/{RCNConfigRealtime,RCNConfigSettings}.m`.
public final class RemoteConfigEmulator: Sendable {
  private struct State {
    var template = ConfigTemplate()
    /// What is handed out instead of the newest template.
    var staleTemplate: ConfigTemplate?
    var isAvailable = true
    var latency: RemoteConfigLatency
    var clients: [WeakClient] = []
  }

  private struct WeakClient: Sendable {
    weak let client: RemoteConfigClient?
  }

  let simulation: Simulation
  private let state: Mutex<State>

  /// A server on which nothing was published.
  ///
  /// - Parameters:
  ///   - simulation: Whose clock, events and random numbers it uses.
  ///   - latency: How long operations take.
  public init(in simulation: Simulation, latency: RemoteConfigLatency = RemoteConfigLatency()) {
    self.simulation = simulation
    state = Mutex(State(latency: latency))
  }

  /// How long operations take from now on; what is under way keeps its time.
  public var latency: RemoteConfigLatency {
    get { state.withLock { state in state.latency } }
    set { state.withLock { state in state.latency = newValue } }
  }

  /// A new app of the server, which has fetched nothing.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of its listeners.
  ///   - name: The first part of the names of its events, as in `remoteconfig.deliver`.
  ///   - behavior: How its listeners are treated throughout.
  /// - Returns: The app's configuration.
  public func makeRemoteConfig(
    spy: Spy, name: String = "remoteconfig",
    behavior: RemoteConfigBehavior = RemoteConfigBehavior()
  ) -> RemoteConfig {
    let client = RemoteConfigClient(name: name, emulator: self, behavior: behavior)
    state.withLock { state in
      state.clients.removeAll { weak in weak.client == nil }
      state.clients.append(WeakClient(client: client))
    }
    return RemoteConfig(
      backend: client, name: name, spy: spy, behavior: behavior, queue: client.queue)
  }

  /// Takes the network from an app, or gives it back.
  ///
  /// - Parameters:
  ///   - isOnline: Whether the server can be reached. With the network a connection breaks; the app
  ///     does not notice that it is back before the end of its pause.
  ///   - remoteConfig: An app of this emulator; others are not concerned.
  public func setOnline(_ isOnline: Bool, of remoteConfig: RemoteConfig) {
    (remoteConfig.backend as? RemoteConfigClient)?.setOnline(isOnline)
  }

  /// Puts an app into the background, which closes its connection, or into the foreground.
  ///
  /// - Parameters:
  ///   - isInForeground: Whether people see it. What was given up before is tried anew.
  ///   - remoteConfig: An app of this emulator; others are not concerned.
  public func setInForeground(_ isInForeground: Bool, of remoteConfig: RemoteConfig) {
    (remoteConfig.backend as? RemoteConfigClient)?.setInForeground(isInForeground)
  }

  /// What the connection of an app is at, in a word.
  package func connection(of remoteConfig: RemoteConfig) -> String {
    (remoteConfig.backend as? RemoteConfigClient)?.phase.rawValue ?? "closed"
  }
}

// MARK: - What happens at the server

extension RemoteConfigEmulator {
  /// Publishes a template, and announces it to the apps that are connected.
  ///
  /// - Parameter changes: Texts by key; nil takes a key away. All other keys stay as they are.
  public func publish(_ changes: [String: String?]) {
    let version = state.withLock { state in
      for (key, text) in changes { state.template.parameters[key] = text }
      state.template.version += 1
      return state.template.version
    }
    for client in clients { client.serverPublished(version) }
  }

  /// Hands out the present template whatever is published from now on, or no more.
  public func setStale(_ isStale: Bool) {
    state.withLock { state in state.staleTemplate = isStale ? state.template : nil }
  }

  /// Says something to the apps that are connected that they can't read.
  public func sendInvalidMessage() {
    for client in clients { client.serverSaidNonsense() }
  }

  /// Announces nothing from now on, which the apps that are connected are told, or goes on.
  public func setAvailable(_ isAvailable: Bool) {
    state.withLock { state in state.isAvailable = isAvailable }
    guard !isAvailable else { return }
    for client in clients { client.serverRefused() }
  }

  /// What the server hands out.
  var handedOut: ConfigTemplate {
    state.withLock { state in state.staleTemplate ?? state.template }
  }

  /// The version that was published last.
  var version: Int { state.withLock { state in state.template.version } }

  var isAvailable: Bool { state.withLock { state in state.isAvailable } }

  private var clients: [RemoteConfigClient] {
    state.withLock { state in state.clients.compactMap(\.client) }
  }
}

/// How long each kind of operation takes on the virtual clock; nothing takes any time unless it is
/// said.
public struct RemoteConfigLatency: Hashable, Sendable {
  /// From an attempt to connect until the connection stands, or until the attempt has failed.
  public var connect: Duration
  /// From what the server says until a connected app hears it.
  public var message: Duration
  /// From asking for a template to having it.
  public var fetch: Duration

  /// Latencies for each kind of operation; zero or less is at the same virtual instant.
  public init(
    connect: Duration = .zero, message: Duration = .zero, fetch: Duration = .zero
  ) {
    self.connect = connect
    self.message = message
    self.fetch = fetch
  }
}

/// A version of the parameters, as the server hands it out.
struct ConfigTemplate: Sendable, Hashable {
  /// Counts what was published, from 1; 0 is before that.
  var version = 0
  /// The texts by key.
  var parameters: [String: String] = [:]

  /// The keys whose values differ from another template's, on either side.
  func changes(from other: ConfigTemplate) -> Set<String> {
    let keys = Set(parameters.keys).union(other.parameters.keys)
    return keys.filter { key in parameters[key] != other.parameters[key] }
  }
}
