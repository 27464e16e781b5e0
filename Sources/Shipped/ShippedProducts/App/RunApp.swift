public import FakeCore
import Foundation
public import SluiceProducts
import SluiceSimulation
import Synchronization

/// The app of one run: a default app that is fresh, from whose container the instances come that
/// streams are read from.
///
/// The backends of a run share it. Each registers its product's library before anybody needs the
/// app, which is configured then. A scenario can delete it and configure it again, and have a
/// second one, named `second`, whose instances the second clients are.
///
/// A library of one's own stands beside those of the kit's products in the same way: the backend of
/// a product that belongs to the app registers it when it is made.
///
/// ```swift
/// final class CartBackend {
///   let carts: RunInstances<Cart>
///
///   init(in setting: FixtureSetting) {
///     carts = RunApp.of(setting).instances(from: Cart.library(), Cart.cart(app:))
///   }
/// }
///
/// let cart = Product("cart", summary: "A cart.", belongsToApp: true, backend: CartBackend.init, …)
/// let app = AppProduct.product(of: [cart, AuthProduct.product])
/// ```
///
/// An instance that is told of its app's deletion closes its `FakeListener` before it does anything
/// else: rules see by that, and by that alone, that the app has ended its streams.
public final class RunApp: Sendable {
  private let core: Core
  private let last = Mutex<[String: FirebaseApp]>([:])
  /// What is to be done before an app is deleted.
  private let prepare = Mutex<[@Sendable (FirebaseApp) -> Void]>([])

  /// The app of the run that a setting is of; the same for all backends of the run.
  ///
  /// - Parameter setting: What a backend is made in.
  /// - Returns: The app.
  public static func of(_ setting: FixtureSetting) -> RunApp {
    setting.common { RunApp(in: setting.simulation) }
  }

  private init(in simulation: Simulation) {
    // On real threads several runs go on at once, and none can be found by where a thread is; nor
    // can this one where somebody has a core for the simulation already.
    let own = simulation.platform == nil ? try? Core(in: simulation) : nil
    core = own ?? Core(findableByNobody: ())
  }

  /// The default app, configured now if it never was; where it was deleted, the deleted one.
  public var app: FirebaseApp {
    get throws(FixtureError) {
      try last.withLock { last throws(FixtureError) in
        if let app = last[FirebaseApp.defaultName] { return app }
        // It creates nothing, since no library of a run has an eager component.
        let app = try configured(FirebaseApp.defaultName)
        last[app.name] = app
        return app
      }
    }
  }

  /// The second app, deleted or not; nil where it never was configured.
  var second: FirebaseApp? { last.withLock { last in last[ClientChoice.second.rawValue] } }

  /// The names of the apps that are there, in the order of their configuration.
  var names: [String] {
    core.apps.map { app in app.isDefault ? Self.defaultName : app.name }
  }

  /// What scenarios call the default app.
  static let defaultName = ClientChoice.first.rawValue

  /// Configures an app.
  func configure(_ app: ClientChoice) throws(FixtureError) {
    try last.withLock { last throws(FixtureError) in
      let app = try configured(Self.name(of: app))
      last[app.name] = app
    }
  }

  /// Deletes an app; the default one is configured before, if it never was, and the products'
  /// instances are taken from it, as by code that asks for them at its launch.
  ///
  /// - Throws: `FixtureError` where there is no such app any more.
  func delete(_ choice: ClientChoice) throws(FixtureError) {
    let app = choice == .first ? try app : second
    let wasThere = Mutex(false)
    if let app {
      for action in prepare.withLock({ prepare in prepare }) { action(app) }
      app.delete { isDeleted in wasThere.withLock { wasThere in wasThere = isDeleted } }
    }
    guard wasThere.withLock({ wasThere in wasThere }) else {
      throw FixtureError("there is no \(choice) app to delete")
    }
  }

  /// The protocols that the components of an app offer, in the order of registration.
  ///
  /// - Throws: `FixtureError` where there is no such app.
  func components(of choice: ClientChoice) throws(FixtureError) -> [String] {
    guard let app = choice == .first ? try app : second, !app.isDeleted else {
      throw FixtureError("there is no \(choice) app")
    }
    return app.container.offers
  }

  /// Has a product's instances come from the apps of the run.
  ///
  /// It is called when the product's backend is made: what is registered after the app was
  /// configured, that app does not know.
  ///
  /// - Parameters:
  ///   - library: The product's library, which the apps are configured with.
  ///   - find: The product's entry point, such as `Auth.auth(app:)`: what gives the instance of an
  ///     app to code that wants it.
  /// - Returns: The product's instances in the apps of the run.
  public func instances<Instance: Sendable>(
    from library: Library, _ find: @escaping @Sendable (FirebaseApp) -> Instance
  ) -> RunInstances<Instance> {
    core.register(library)
    let instances = RunInstances(of: self, find)
    prepare.withLock { prepare in
      prepare.append { [weak instances] app in instances?.prepare(forDeletionOf: app) }
    }
    return instances
  }

  private func configured(_ name: String) throws(FixtureError) -> FirebaseApp {
    do throws(CoreError) {
      return try core.configure(name: name)
    } catch {
      throw FixtureError(error.description)
    }
  }

  private static func name(of choice: ClientChoice) -> String {
    choice == .first ? FirebaseApp.defaultName : choice.rawValue
  }
}

/// A product's instances in the apps of one run, each taken when it is first needed and then kept,
/// as code keeps one, whatever becomes of the app.
public final class RunInstances<Instance: Sendable>: Sendable {
  private let runApp: RunApp
  private let find: @Sendable (FirebaseApp) -> Instance
  private struct State {
    var taken: [(app: FirebaseApp, instance: Instance)] = []
    /// The apps whose deletion has begun, or is about to.
    var leaving: [FirebaseApp] = []
  }

  private let state = Mutex(State())
  /// Held while an instance is looked for, so that on real threads no app goes meanwhile.
  private let turn = NSRecursiveLock()

  init(of runApp: RunApp, _ find: @escaping @Sendable (FirebaseApp) -> Instance) {
    self.runApp = runApp
    self.find = find
  }

  /// The default app's.
  public var first: Instance {
    get throws(FixtureError) { try instance(of: runApp.app) }
  }

  /// The second app's; nil where it never was configured.
  public var second: Instance? {
    get throws(FixtureError) {
      guard let app = runApp.second else { return nil }
      return try instance(of: app)
    }
  }

  /// That of an app, or of a client that is no app of this device.
  ///
  /// - Parameters:
  ///   - choice: Which; the second client is the second app where there is one.
  ///   - other: The client that is no app.
  /// - Returns: Its instance.
  /// - Throws: `FixtureError` where the app was deleted before anybody asked it for one.
  public func instance(
    of choice: ClientChoice, or other: @autoclosure () -> Instance
  ) throws(FixtureError) -> Instance {
    guard choice == .second else { return try first }
    return try second ?? other()
  }

  /// Takes the default app's instance, unless that app is deleted.
  func prepare() { _ = try? first }

  /// Takes the default app's instance, as by code that asks for it at its launch; from now on
  /// nobody gets one of the app who has none.
  func prepare(forDeletionOf app: FirebaseApp) {
    turn.lock()
    defer { turn.unlock() }
    if app.isDefault { _ = try? instance(of: app) }
    state.withLock { state in state.leaving.append(app) }
  }

  private func instance(of app: FirebaseApp) throws(FixtureError) -> Instance {
    turn.lock()
    defer { turn.unlock() }
    let (present, isLeaving) = state.withLock { state in
      (
        state.taken.first { entry in entry.app === app }?.instance,
        state.leaving.contains { other in other === app }
      )
    }
    if let present { return present }
    guard !app.isDeleted, !isLeaving else {
      throw FixtureError("the app was deleted before anybody asked for this product of it")
    }
    let instance = find(app)
    state.withLock { state in
      // Who makes one may have asked for it as well.
      if !state.taken.contains(where: { entry in entry.app === app }) {
        state.taken.append((app, instance))
      }
    }
    return instance
  }
}

/// A backend's choice, for the library that its app has, which must not keep the backend: the
/// backend keeps the app.
struct WeakChoice<Script: Sendable, Emulator: Sendable>: Sendable {
  private weak let choice: BackendChoice<Script, Emulator>?

  init(_ choice: BackendChoice<Script, Emulator>) {
    self.choice = choice
  }

  /// What an app is given: the script's instance, or one of the emulator's; nil once the run is
  /// over, when on real threads something of it may still ask.
  func instance<Instance>(
    _ scripted: (Script) -> Instance, _ emulated: (Emulator) -> Instance
  ) -> Instance? {
    switch choice?.backend {
    case .script(let script): scripted(script)
    case .emulator(let emulator): emulated(emulator)
    case nil: nil
    }
  }

  /// What an app is given that asks for it by an entry point, as nothing does once the run is over.
  func requiredInstance<Instance>(
    _ scripted: (Script) -> Instance, _ emulated: (Emulator) -> Instance
  ) -> Instance {
    guard let instance = instance(scripted, emulated) else {
      preconditionFailure("the run of this app is over")
    }
    return instance
  }
}
