public import FakeCore
import SluiceSimulation
import SluiceSpies
import Synchronization

// What components of scenarios offer. FakeCore knows a protocol by its type, so each is one.

private protocol Alpha: AnyObject, Sendable {}
private protocol Beta: AnyObject, Sendable {}
private protocol Gamma: AnyObject, Sendable {}
private protocol Delta: AnyObject, Sendable {}
private protocol Epsilon: AnyObject, Sendable {}

extension ContainerInstance: Alpha, Beta, Gamma, Delta, Epsilon, ComponentLifecycleMaintainer {
  /// Tells the instance, as FakeCore does.
  public func appWillBeDeleted(_: FirebaseApp) { appWillBeDeleted() }
}

/// FakeCore's container, as scenarios drive it.
final class FakeCoreContainer: ContainerUnderTest {
  private struct State {
    var apps: [Int: (own: FirebaseApp?, app: ContainerApp)] = [:]
  }

  private let core: Core
  private let state = Mutex(State())

  init(in simulation: Simulation) throws(CoreError) {
    core = try Core(in: simulation)
  }

  func register(_ library: ContainerLibrary) {
    core.register(
      Library(name: library.name, version: "1.0.0") { [weak self] in
        weak let container = self
        return library.components.compactMap { component in
          Slot.slots[component.offer]?.component(component) { own in
            container?.app(behind: own)
          }
        }
      })
  }

  func configure(_ app: ContainerApp) throws {
    state.withLock { state in state.apps[app.number] = (nil, app) }
    let own = try core.configure(
      name: app.isDefault ? FirebaseApp.defaultName : app.name,
      options: FirebaseOptions(googleAppID: "\(app.number)"))
    state.withLock { state in state.apps[app.number] = (own, app) }
  }

  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    guard let slot = Slot.slots[offer] else { return nil }
    return try own(app).flatMap { own in try slot.instance(own.container) }
  }

  func delete(_ app: ContainerApp) {
    own(app)?.delete { _ in }
  }

  var reports: [String] {
    core.events.compactMap { event in
      switch event {
      case .libraryLeftOut, .componentLeftOut: event.description
      default: nil
      }
    }
  }

  /// The scenario's app of FakeCore's: its options have its number even during its configuration.
  private func app(behind own: FirebaseApp) -> ContainerApp? {
    Int(own.options.googleAppID).flatMap { number in
      state.withLock { state in state.apps[number]?.app }
    }
  }

  /// FakeCore's app, also while it is being configured.
  private func own(_ app: ContainerApp) -> FirebaseApp? {
    state.withLock { state in state.apps[app.number]?.own }
      ?? core.apps.first { own in own.options.googleAppID == "\(app.number)" }
  }
}

/// What FakeCore does with one protocol, whose type only this knows.
private struct Slot: Sendable {
  /// Makes FakeCore's component of one of a scenario.
  let component:
    @Sendable (ContainerComponent, @escaping @Sendable (FirebaseApp) -> ContainerApp?) -> Component
  let dependency: @Sendable (_ isRequired: Bool) -> Dependency
  let instance: @Sendable (ComponentContainer) throws -> ContainerInstance?

  private init<Offered: Sendable>(
    _ offer: Offered.Type, as offered: @escaping @Sendable (ContainerInstance) -> Offered
  ) {
    component = { component, app in
      let declaration = component.declaration
      let timing: Component.InstantiationTiming =
        switch declaration.timing {
        case .lazy: .lazy
        case .eager: .alwaysEager
        case .eagerInDefaultApp: .eagerInDefaultApp
        }
      return Component(
        offer, instantiationTiming: timing,
        dependencies: declaration.dependencies.compactMap { dependency in
          Slot.slots[dependency.offer]?.dependency(dependency.isRequired)
        }
      ) { container, isCacheable in
        isCacheable = declaration.isCached
        return try app(container.app).map { app in offered(try component.create(for: app)) }
      }
    }
    dependency = { isRequired in Dependency(offer, isRequired: isRequired) }
    instance = { container in try container.instance(of: offer) as? ContainerInstance }
  }

  static let slots: [String: Slot] = [
    "Alpha": Slot((any Alpha).self) { $0 }, "Beta": Slot((any Beta).self) { $0 },
    "Gamma": Slot((any Gamma).self) { $0 }, "Delta": Slot((any Delta).self) { $0 },
    "Epsilon": Slot((any Epsilon).self) { $0 },
  ]
}
