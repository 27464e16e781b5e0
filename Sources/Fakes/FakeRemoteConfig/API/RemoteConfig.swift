public import FakeCore
import SluiceSimulation
public import SluiceSpies

/// One app's configuration, in the shape of the vendor's SDK, with a fake behind it.
///
/// Not modelled, and refused with a sentence: settings, the last fetch, lists of keys, values by
/// their source, decoded values, defaults other than texts and numbers, defaults from files and
/// `Encodable` values, custom signals, waiting for the initialization.
///
/// Fault model. What stands behind it decides: a `RemoteConfigScript` hands listeners exactly what
/// it is told to, a `RemoteConfigEmulator` publishes and fetches templates on the virtual clock.
/// Its behaviour can be told to tell listeners in the reverse order of their adds, to keep the
/// closures of removed listeners, to remove a listener whose handle is dropped, and to trap on a
/// second remove. It never loses or repeats an add or a remove, and does nothing by chance but what
/// follows from the simulation's seed. Source: `FirebaseRemoteConfig/Sources/RCNConfigRealtime.m`.
public final class RemoteConfig: Sendable {
  /// What says which app the configuration belongs to.
  public let membership = AppMembership()
  let backend: any RemoteConfigBackend
  let registry: ListenerRegistry<RemoteConfigNews>
  private let behavior: RemoteConfigBehavior
  private let owner: Sentinel

  init(
    backend: any RemoteConfigBackend, name: String, spy: Spy, behavior: RemoteConfigBehavior,
    queue: CallbackQueue
  ) {
    self.backend = backend
    self.behavior = behavior
    registry = ListenerRegistry(
      "\(name).deliver", queue: queue, spy: spy, behavior: behavior.registrations,
      isOver: { [membership] in membership.isOver }, payload: { news in news.payload })
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The number of listeners that were added to this object and not removed.
  public var listenerCount: Int { registry.listeners.count }

  /// Listens to changes of the configuration: there is no first call, only news.
  ///
  /// It is called on a queue of the SDK's own and not on the main queue. An update names every key
  /// whose newest value is another than the active one, so that keys add up until `activate()`. An
  /// error does not end the listener: updates may follow it.
  ///
  /// - Parameter remoteConfigUpdateCompletion: Called with an update or a
  ///   `RemoteConfigUpdateError`.
  /// - Returns: The way to end the listener.
  @discardableResult
  public func addOnConfigUpdateListener(
    remoteConfigUpdateCompletion: @escaping @Sendable (RemoteConfigUpdate?, (any Error)?) -> Void
  ) -> ConfigUpdateListenerRegistration {
    let listener = registry.add { news in news.call(remoteConfigUpdateCompletion) }
    if !membership.isOver { backend.listenerCame(to: registry) }
    let registration = listener.registration
    return ConfigUpdateListenerRegistration(
      RegistrationHandle(
        registration, sentinel: Sentinel(.handle(registration.id), log: registry.spy.log),
        removesWhenDropped: behavior.registrations.handlesRemoveThemselves
      ) { [registry, backend] in
        registry.remove(listener)
        backend.listenerLeft(registry)
      })
  }
}

/// What adding a listener returns: the way to end it.
///
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public final class ConfigUpdateListenerRegistration {
  private let handle: RegistrationHandle

  init(_ handle: RegistrationHandle) {
    self.handle = handle
  }

  /// Ends the listener: what comes up from now on is not told to it any more.
  ///
  /// What is queued already still is, also if the call is made inside a callback. A second call
  /// does nothing.
  public func remove() {
    handle.remove()
  }
}

#if !NonSendableHandles
  extension ConfigUpdateListenerRegistration: Sendable {}
#endif

/// How a fake configuration treats its listeners throughout a run.
public struct RemoteConfigBehavior: Hashable, Sendable {
  /// How adds and removes are treated.
  public var registrations = RegistrationBehavior()
  /// Whether listeners are told in the reverse order of their adds; the SDK promises no order.
  public var tellsInReverseOrder = false

  /// The vendor's own ways, in the order of the adds.
  public init() {}
}

/// What stands behind a `RemoteConfig` object: a script, or one client of an emulator.
protocol RemoteConfigBackend: AnyObject, Sendable {
  /// A listener was added and recorded.
  func listenerCame(to registry: ListenerRegistry<RemoteConfigNews>)
  /// A listener was removed, once more perhaps.
  func listenerLeft(_ registry: ListenerRegistry<RemoteConfigNews>)
  /// Fetches the newest template, unless one was fetched not long ago.
  func fetch(olderThan age: Duration, _ completion: CallbackBox<(RemoteConfigError?) -> Void>)
  /// Makes the template that was fetched last the active one; tells whether another one was.
  func activate(_ completion: CallbackBox<(Bool) -> Void>)
  /// Replaces the app's defaults.
  func setDefaults(_ defaults: [String: String])
  /// The value of a key.
  func value(of key: String) -> RemoteConfigValue
}
