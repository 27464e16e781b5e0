import SluiceSimulation
import SluiceSpies

/// One app's sign-in state, in the shape of the vendor's SDK, with a fake behind it.
///
/// Fault model. What stands behind it decides: an `AuthScript` hands listeners exactly what it is
/// told to, an `AuthEmulator` signs users in and out on the virtual clock. Its behaviour can be
/// told to keep the closures of removed listeners until this object goes away, as the SDK does, to
/// remove a listener whose handle is dropped, and to trap on a second remove. It never loses or
/// repeats an add or a remove, never tells a listener of an error or an end, and does nothing by
/// chance. Source: `FirebaseAuth/Sources/Swift/Auth/Auth.swift`.
public final class Auth: Sendable {
  let backend: any AuthBackend
  let registry: ListenerRegistry<User?>
  private let owner: Sentinel

  init(
    backend: any AuthBackend, name: String, spy: Spy, behavior: RegistrationBehavior,
    callbacks: CallbackQueue
  ) {
    self.backend = backend
    registry = ListenerRegistry(
      "\(name).deliver", queue: callbacks, spy: spy, behavior: behavior
    ) { user in
      .value(User.projection(of: user))
    }
    owner = Sentinel(.owner, log: spy.log)
  }

  /// The user who is signed in; nil for nobody, and before a user who was kept has been loaded.
  public var currentUser: User? { backend.currentUser }

  /// The number of listeners that were added to this object and not removed.
  public var listenerCount: Int { registry.listeners.count }
}
