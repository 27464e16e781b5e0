public import FakeCore
public import Interop
import SluiceSimulation
public import SluiceSpies

/// The messaging of the default app, from its container; other apps have none. Source:
/// `FirebaseMessaging/Sources/FIRMessaging.m`.
extension Messaging {
  /// The messaging of the default app, the same object each time.
  ///
  /// Where the app is not configured, or nothing is registered that is a messaging, the process
  /// stops with the reason.
  public static func messaging() -> Messaging {
    messaging(app: .configuredDefault)
  }

  /// The messaging of an app that is the default one.
  package static func messaging(app: FirebaseApp) -> Messaging {
    let instance = app.offered((any MessagingInterop).self)
    guard let messaging = instance as? Messaging else {
      preconditionFailure("another product is registered as the messaging of the app")
    }
    return messaging
  }

  /// The library of Messaging.
  ///
  /// - Parameters:
  ///   - instantiationTiming: When the default app creates its messaging; in the SDK when it is
  ///     configured.
  ///   - makeMessaging: Makes the messaging of the default app.
  /// - Returns: The library, to be registered with a core.
  package static func library(
    _ instantiationTiming: Component.InstantiationTiming = .eagerInDefaultApp,
    _ makeMessaging: @escaping @Sendable (FirebaseApp) throws -> Messaging?
  ) -> Library {
    Library(name: "fire-fcm", version: "1.0.0") {
      let messaging = Component.single(
        (any MessagingInterop).self, instantiationTiming: instantiationTiming
      ) { container in
        container.app.isDefault ? try makeMessaging(container.app) : nil
      }
      return [messaging]
    }
  }
}

/// What Messaging offers the other products: its token.
extension Messaging: MessagingInterop {}

/// The end of the app: whoever listens is let go of, and the delegate is told nothing any more.
///
/// The SDK's messaging does nothing then: it is one for the process.
extension Messaging: AppInstance, ComponentLifecycleMaintainer {
  /// Lets go of everybody who listens.
  public func close() {
    slot.close()
    subscriptions.close()
    notificationCenter.close()
    listeners.close()
  }
}

extension MessagingEmulator {
  /// The library of Messaging, whose default app is the one that this server reaches.
  ///
  /// - Parameters:
  ///   - spy: What records the adds, removes and callbacks.
  ///   - behavior: How registrations are treated throughout.
  /// - Returns: The library, to be registered with a core.
  public func library(
    spy: Spy, behavior: RegistrationBehavior = RegistrationBehavior()
  ) -> Library {
    Messaging.library { [self] _ in makeMessaging(spy: spy, behavior: behavior) }
  }
}

extension MessagingScript {
  /// The library of Messaging whose default app has the messaging of this script.
  public func library() -> Library { Messaging.library { [messaging] _ in messaging } }
}
