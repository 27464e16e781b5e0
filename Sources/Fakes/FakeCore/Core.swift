import Foundation
public import SluiceSimulation
import Synchronization

/// The libraries that are registered and the apps that are configured in one simulation.
///
/// Whoever sets a run up makes the core, registers the libraries of its backends and keeps it; code
/// under test finds its apps by `FirebaseApp.app()` and the like. Apps of one simulation are not
/// seen from another, and end with their core. Outside of all simulations there can be one core
/// more, for ordinary tests and for runs on real threads.
///
///     let core = try Core(in: simulation)
///     core.register(authServer.library(spy: spy), functionsServer.library())
///     FirebaseApp.configure()
///     let functions = Functions.functions()
///
/// Fault model. It does nothing by chance and nothing wrong: what is wrong in how products are put
/// together it reports. Sources: the text on interop; `FirebaseCore/Sources/FIRApp.m`.
public final class Core: Sendable {
  private struct State {
    var libraries: [Library] = []
    /// In the order of their configuration.
    var apps: [FirebaseApp] = []
    var events: [CoreEvent] = []
    var observer: (@Sendable (CoreEvent) -> Void)?
  }

  /// The simulation whose core this is; nil for that outside of all.
  ///
  /// It is kept, so that no other one can stand at its address.
  private let simulation: Simulation?
  private let state = Mutex(State())
  /// The turn to create instances, in whichever app: see `ComponentStore`.
  let turn = NSRecursiveLock()

  /// A core without libraries and apps.
  ///
  /// - Parameter simulation: Whose code finds its apps here; nil for whatever runs in none.
  /// - Throws: `CoreError.coreExists` while another one for the same is kept.
  public init(in simulation: Simulation? = nil) throws(CoreError) {
    // On real threads nothing runs within the simulation that stands for them.
    self.simulation = simulation?.platform == nil ? simulation : nil
    try LivingCores.add(self, of: self.simulation)
  }

  /// A core whose apps only those find to whom it is given, of which there can be any number.
  ///
  /// It is for runs on real threads: these are several at once, and nothing says on which of them a
  /// thread is.
  package init(findableByNobody: ()) {
    simulation = nil
  }

  deinit {
    // An instance may hold its app.
    for app in state.withLock({ state in state.apps }) { app.store.dropInstances() }
  }

  /// The core of the simulation that the calling thread runs, or that outside of all; nil where
  /// nobody made one.
  public static var current: Core? { LivingCores.core(of: Simulation.current) }

  static func requireCurrent() throws(CoreError) -> Core {
    guard let current else { throw .noCore }
    return current
  }

  // MARK: Libraries

  /// Registers libraries, for all apps that are configured from now on.
  ///
  /// The order counts: of two components that offer one protocol the first stays. So does the first
  /// of two libraries of one name.
  ///
  /// - Parameter libraries: The libraries.
  /// - Returns: What was left out because it was registered before.
  @discardableResult
  public func register(_ libraries: Library...) -> [CoreEvent] {
    var leftOut: [CoreEvent] = []
    for library in libraries {
      let first = state.withLock { state in
        let first = state.libraries.first { first in first.name == library.name }
        if first == nil { state.libraries.append(library) }
        return first
      }
      guard let first else { continue }
      leftOut.append(
        .libraryLeftOut(library.name, version: library.version, first: first.version))
    }
    for event in leftOut { note(event) }
    return leftOut
  }

  /// The libraries that are registered, in the order of registration.
  public var libraries: [Library] { state.withLock { state in state.libraries } }

  // MARK: Apps

  /// Configures an app: its components are registered, and the eager ones created.
  ///
  /// - Parameters:
  ///   - name: The name, which no configured app has; the default app's by default.
  ///   - options: What the app knows of its project; copied.
  /// - Returns: The app.
  /// - Throws: `CoreError` where the name is taken or can't be one.
  @discardableResult
  public func configure(
    name: String = FirebaseApp.defaultName, options: FirebaseOptions = FirebaseOptions()
  ) throws(CoreError) -> FirebaseApp {
    guard FirebaseApp.isName(name) else { throw .invalidName(name) }
    let app = FirebaseApp(name: name, options: options, core: self)
    guard self.app(named: name) == nil else { throw .alreadyConfigured(app: name) }
    app.store.populate(from: libraries, of: app)
    let isTaken = state.withLock { state in
      let isTaken = state.apps.contains { other in other.name == name }
      if !isTaken { state.apps.append(app) }
      return isTaken
    }
    guard !isTaken else { throw .alreadyConfigured(app: name) }
    note(.appConfigured(name))
    app.store.instantiateEagerComponents(for: app.container)
    return app
  }

  /// The app of a name; nil where none is configured.
  public func app(named name: String = FirebaseApp.defaultName) -> FirebaseApp? {
    apps.first { app in app.name == name }
  }

  /// The apps that are configured and not deleted, in the order of their configuration.
  public var apps: [FirebaseApp] { state.withLock { state in state.apps } }

  /// Deletes an app: its instances are told while they can still be found, and then forgotten.
  func delete(_ app: FirebaseApp) -> Bool {
    let isFirst = state.withLock { state in
      let count = state.apps.count
      state.apps.removeAll { other in other === app }
      return state.apps.count < count
    }
    guard isFirst else { return false }
    note(.appDeletionBegan(app.name))
    let isDeleted = app.store.delete(of: app)
    note(.appDeleted(app.name))
    app.deletion.post()
    return isDeleted
  }

  // MARK: Events

  /// What has happened so far, in order.
  public var events: [CoreEvent] { state.withLock { state in state.events } }

  /// Has an observer told of every event from now on, when it is noted.
  ///
  /// - Parameter observer: Called on the thread on which the event happens, which may look things
  ///   up; nil to tell nobody any more.
  public func observe(_ observer: (@Sendable (CoreEvent) -> Void)?) {
    state.withLock { state in state.observer = observer }
  }

  func note(_ event: CoreEvent) {
    let observer = state.withLock { state in
      state.events.append(event)
      return state.observer
    }
    observer?(event)
  }
}

/// The cores that somebody keeps: how code that is given nothing finds its own.
private enum LivingCores {
  private struct Entry: Sendable {
    weak let core: Core?
    let simulation: ObjectIdentifier?
  }

  // The one table of the process; it keeps nothing alive, and a simulation sees its own entry.
  private static let entries = Mutex<[Entry]>([])

  static func add(_ core: Core, of simulation: Simulation?) throws(CoreError) {
    let key = simulation.map { simulation in ObjectIdentifier(simulation) }
    let isTaken = entries.withLock { entries in
      entries.removeAll { entry in entry.core == nil }
      let isTaken = entries.contains { entry in entry.simulation == key }
      if !isTaken { entries.append(Entry(core: core, simulation: key)) }
      return isTaken
    }
    if isTaken { throw .coreExists }
  }

  static func core(of simulation: Simulation?) -> Core? {
    let key = simulation.map { simulation in ObjectIdentifier(simulation) }
    return entries.withLock { entries in
      entries.first { entry in entry.simulation == key && entry.core != nil }?.core
    }
  }
}
