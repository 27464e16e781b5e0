public import FakeCore
import SluiceSimulation
public import SluiceSpies

/// The configuration of an app, from its container. Source:
/// `FirebaseRemoteConfig/Sources/{FIRRemoteConfig,FIRRemoteConfigComponent}.m`, of whose namespaces
/// there is one here.
extension RemoteConfig {
  /// The configuration of the default app, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is a configuration, the process
  /// stops with the reason.
  public static func remoteConfig() -> RemoteConfig {
    remoteConfig(app: .configuredDefault)
  }

  /// The configuration of an app, the same object each time.
  ///
  /// - Parameter app: The app. Where it is deleted, or nothing is registered that is a
  ///   configuration, the process stops with the reason.
  /// - Returns: Its configuration.
  public static func remoteConfig(app: FirebaseApp) -> RemoteConfig {
    app.offered((any RemoteConfigProvider).self).remoteConfig
  }

  /// The library of Remote Config.
  ///
  /// - Parameter makeRemoteConfig: Makes the configuration of an app.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ makeRemoteConfig: @escaping @Sendable (FirebaseApp) throws -> RemoteConfig?
  ) -> Library {
    Library(name: "fire-rc", version: "1.0.0") {
      [
        .single((any RemoteConfigProvider).self) { container in try makeRemoteConfig(container.app)
        }
      ]
    }
  }
}

/// The end of the app: its listeners are let go of, and with the last one the connection closes.
///
/// The SDK's component does nothing then, so that its connection stands until the process ends.
extension RemoteConfig: AppInstance, ComponentLifecycleMaintainer {
  /// Lets go of the listeners, and closes the connection.
  public func close() {
    registry.close()
    backend.listenerLeft(registry)
  }
}

/// What Remote Config is registered by: nobody else can ask for it.
private protocol RemoteConfigProvider: AnyObject, Sendable {
  var remoteConfig: RemoteConfig { get }
}

extension RemoteConfig: RemoteConfigProvider {
  fileprivate var remoteConfig: RemoteConfig { self }
}

extension RemoteConfigEmulator {
  /// The library of Remote Config, each of whose apps is an app of this server.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks of the listeners.
  ///   - behavior: How listeners are treated throughout.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RemoteConfigBehavior = RemoteConfigBehavior()
  ) -> Library {
    RemoteConfig.library { [self] app in
      makeRemoteConfig(spy: spy, name: app.eventName("remoteconfig"), behavior: behavior)
    }
  }
}

extension RemoteConfigScript {
  /// The library of Remote Config whose apps all have the configuration of this script.
  public func library() -> Library { RemoteConfig.library { [remoteConfig] _ in remoteConfig } }
}
