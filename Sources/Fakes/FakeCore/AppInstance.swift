import Synchronization

/// An instance of a product that an app's container can make: it knows its app, and ends with it.
///
/// Which app that is, the product's library says where it makes the instance; one that somebody
/// made by hand has none, and nothing ever ends it.
public protocol AppInstance: AnyObject, Sendable {
  /// What says which app the instance belongs to.
  var membership: AppMembership { get }

  /// Ends what the instance does for its app, which is being deleted.
  ///
  /// Its connections are closed and its listeners let go of, none of whom is called any more; who
  /// listens from now on is never called. It must call nobody back.
  func close()
}

extension AppInstance where Self: ComponentLifecycleMaintainer {
  /// Closes the instance, if it is this app's.
  public func appWillBeDeleted(_ app: FirebaseApp) {
    if membership.app === app { close() }
  }
}

/// The app that an instance belongs to, if an app's container made it.
public final class AppMembership: Sendable {
  private let state = Mutex<FirebaseApp?>(nil)

  /// The membership of an instance that belongs to no app.
  public init() {}

  /// The app; nil where the instance was made without one.
  ///
  /// The app's container holds the instance, and the instance the app; the deletion of the app ends
  /// that, or the end of its core.
  public var app: FirebaseApp? { state.withLock { app in app } }

  /// Whether the app is deleted, or is being deleted now.
  public var isOver: Bool { app?.isDeleted ?? false }

  /// Makes the instance one of an app, in whose container it was created.
  ///
  /// A script's one object is that of the app that asked for it last.
  public func join(_ app: FirebaseApp) {
    let former = state.withLock { current in
      defer { current = app }
      return current
    }
    // What the former one holds ends outside the lock.
    withExtendedLifetime(former) {}
  }
}

/// The instances of one app that differ by a parameter, as a product's provider gives them.
///
/// A product registers it by a private protocol of its own, to which it conforms there. Source: the
/// text on interop, *Multiple Instances per FIRApp*.
public final class AppInstances<Parameter: Hashable & Sendable, Instance: AppInstance>: Sendable {
  private let app: FirebaseApp
  private let make: @Sendable (FirebaseApp, Parameter) -> Instance
  private let made: InstancesByParameter<Parameter, Instance>

  /// The provider of an app, which has made none.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - make: Makes the instance of a parameter.
  public init(
    of app: FirebaseApp, make: @escaping @Sendable (FirebaseApp, Parameter) -> Instance
  ) {
    self.app = app
    self.make = make
    made = InstancesByParameter(of: app)
  }

  /// The instance of a parameter, the same each time; one made after the app's deletion is closed
  /// from the start.
  public func instance(for parameter: Parameter) -> Instance {
    made.instance(for: parameter) {
      let instance = make(app, parameter)
      instance.membership.join(app)
      return instance
    }
  }
}

extension AppInstances: ComponentLifecycleMaintainer {
  /// Closes every instance that was made, in the order of their making.
  public func appWillBeDeleted(_ app: FirebaseApp) {
    for instance in made.all { instance.close() }
  }
}
