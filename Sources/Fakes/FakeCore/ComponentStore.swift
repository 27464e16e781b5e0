import Foundation
import Synchronization

/// The components of one app and the instances that were made of them.
///
/// Two locks: the state's, which is held for no call to anybody, and the turn to create, which one
/// thread has while it runs creations, each inside the other as they need one another. There is one
/// turn for all apps of a core: creations of two apps that ask each other's containers would
/// otherwise wait for each other. It is a recursive lock because that is what such a turn is, and a
/// lock of Foundation because a simulation sees who waits for it. Sources: the design of the fakes,
/// *Core*; `FirebaseCore/Sources/FIRComponentContainer.m`.
final class ComponentStore: Sendable {
  private struct State {
    /// In the order of registration.
    var components: [Component] = []
    var refused: [Offer: CoreError] = [:]
    /// In the order of caching, which is that of the notices.
    var cached: [(offer: Offer, instance: any HeldInstance)] = []
    /// What the thread that has the turn creates, outermost first.
    var underWay: [Offer] = []
    var isDeleted = false

    func cached(_ offer: Offer) -> (any HeldInstance)? {
      cached.first { entry in entry.offer == offer }?.instance
    }
  }

  /// What a lookup finds.
  private enum Finding {
    case instance(any HeldInstance)
    case nothing
    case component(Component)
  }

  private let state = Mutex(State())
  let turn: NSRecursiveLock
  private let note: @Sendable (CoreEvent) -> Void

  /// A store without components.
  ///
  /// - Parameters:
  ///   - turn: The core's turn to create.
  ///   - note: Who is told what happens, with no lock held but the turn.
  init(turn: NSRecursiveLock, note: @escaping @Sendable (CoreEvent) -> Void) {
    self.turn = turn
    self.note = note
  }

  var isDeleted: Bool { state.withLock { state in state.isDeleted } }

  var offers: [String] {
    state.withLock { state in
      state.components.map(\.offer).filter { offer in state.refused[offer] == nil }.map(\.name)
    }
  }

  // MARK: Registration

  /// Takes in the components of libraries: the first for each protocol, and none that requires what
  /// nobody offers.
  func populate(from libraries: [Library], of app: FirebaseApp) {
    var owners: [Offer: Library] = [:]
    var components: [Component] = []
    for library in libraries {
      for component in library.componentsToRegister {
        if let owner = owners[component.offer] {
          note(
            .componentLeftOut(component.name, of: library.name, first: owner.name, app: app.name))
        } else {
          owners[component.offer] = library
          components.append(component)
        }
      }
    }
    let refused = Self.refusals(among: components)
    state.withLock { state in
      state.components = components
      state.refused = refused
    }
    for component in components {
      guard let error = refused[component.offer] else { continue }
      note(.componentRefused(component.name, error, app: app.name))
    }
  }

  /// Why which components can't be created; who requires one of them can't be, for its reason.
  private static func refusals(among components: [Component]) -> [Offer: CoreError] {
    let offered = Set(components.map(\.offer))
    var refused: [Offer: CoreError] = [:]
    var before = -1
    while refused.count > before {
      before = refused.count
      for component in components where refused[component.offer] == nil {
        for dependency in component.dependencies where dependency.isRequired {
          refused[component.offer] =
            offered.contains(dependency.offer)
            ? refused[dependency.offer]
            : .missingDependency(of: component.name, on: dependency.offer.name)
          if refused[component.offer] != nil { break }
        }
      }
    }
    return refused
  }

  /// Creates what is not to wait for somebody who asks for it, in the order of registration.
  func instantiateEagerComponents(for container: ComponentContainer) {
    let isDefault = container.app.isDefault
    let eager = state.withLock { state in
      state.components.filter { component in
        component.isEager(inDefaultApp: isDefault) && state.refused[component.offer] == nil
      }
    }
    for component in eager {
      do throws(CoreError) {
        _ = try instance(of: component.offer, for: container)
      } catch {
        note(.creationFailed(component.name, error, app: container.app.name))
      }
    }
  }

  // MARK: Lookup

  /// The cached instance of a protocol, or a new one.
  func instance(
    of offer: Offer, for container: ComponentContainer
  ) throws(CoreError) -> (any HeldInstance)? {
    // Who finds what is there, or that nothing will be, has nobody to wait for.
    switch try find(offer) {
    case .instance(let instance): return instance
    case .nothing: return nil
    case .component: break
    }
    turn.lock()
    defer { turn.unlock() }
    switch try find(offer, begins: true) {
    case .instance(let instance): return instance
    case .nothing: return nil
    case .component(let component): return try create(component, for: container)
    }
  }

  /// What there is of a protocol; who begins has the turn, and is to create what it finds.
  private func find(_ offer: Offer, begins: Bool = false) throws(CoreError) -> Finding {
    try state.withLock { state throws(CoreError) in
      if let instance = state.cached(offer) { return .instance(instance) }
      let component = state.components.first { component in component.offer == offer }
      guard let component else { return .nothing }
      if let error = state.refused[offer] { throw error }
      guard begins else { return .component(component) }
      if let start = state.underWay.firstIndex(of: offer) {
        throw .dependencyCycle((state.underWay[start...] + [offer]).map(\.name))
      }
      state.underWay.append(offer)
      return .component(component)
    }
  }

  /// Makes an instance; nothing is cached before its creation has returned.
  private func create(
    _ component: Component, for container: ComponentContainer
  ) throws(CoreError) -> (any HeldInstance)? {
    let app = container.app
    var isCacheable = false
    let created: Result<(any HeldInstance)?, any Error>
    do {
      created = .success(try component.create(container, &isCacheable))
    } catch {
      created = .failure(error)
    }
    let isLate = state.withLock { state in
      state.underWay.removeLast()
      if !state.isDeleted, isCacheable, case .success(let instance?) = created {
        state.cached.append((component.offer, instance))
      }
      return state.isDeleted
    }
    switch created {
    case .failure(let error as CoreError): throw error
    case .failure(let error):
      throw .creationFailed(component.name, reason: "\(error)")
    case .success(nil): return nil
    case .success(let instance?):
      note(.instanceCreated(component.name, isCached: isCacheable && !isLate, app: app.name))
      guard isLate else { return instance }
      // The app was deleted inside the creation, or by another thread meanwhile.
      tell([(component.offer, instance)], of: app)
      return nil
    }
  }

  // MARK: Removal

  /// Tells the cached instances that they will go, while lookups still find them; then they go.
  private func removeInstances(of app: FirebaseApp) {
    let cached = state.withLock { state in state.cached }
    tell(cached, of: app)
    dropInstances()
  }

  /// Ends the store of an app that is deleted.
  ///
  /// - Returns: Whether it was not ended before.
  func delete(of app: FirebaseApp) -> Bool {
    let isFirst = state.withLock { state in
      defer { state.isDeleted = true }
      state.components = []
      state.refused = [:]
      return !state.isDeleted
    }
    guard isFirst else { return false }
    removeInstances(of: app)
    return true
  }

  /// Forgets the instances, and tells nobody.
  func dropInstances() {
    let dropped = state.withLock { state in
      defer { state.cached = [] }
      return state.cached
    }
    // What they hold ends outside the lock.
    withExtendedLifetime(dropped) {}
  }

  /// Tells each instance once, also one that is cached for two protocols.
  private func tell(_ instances: [(offer: Offer, instance: any HeldInstance)], of app: FirebaseApp)
  {
    var told: Set<ObjectIdentifier> = []
    for (offer, instance) in instances {
      guard let maintainer = instance.maintainer,
        told.insert(ObjectIdentifier(maintainer)).inserted
      else { continue }
      note(.instanceTold(offer.name, app: app.name))
      maintainer.appWillBeDeleted(app)
    }
  }
}
