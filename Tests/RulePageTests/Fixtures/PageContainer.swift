import Foundation
import ShippedProducts
import SluiceSpies
import Synchronization

/// The components of an app by their protocols, in the order of their registration.
struct Registry: Sendable {
  private(set) var all: [ContainerComponent] = []
  var reports: [String] = []

  subscript(offer: String) -> ContainerComponent? {
    get { all.first { component in component.offer == offer } }
    set {
      let place = all.firstIndex { component in component.offer == offer }
      switch (place, newValue) {
      case (let place?, let component?): all[place] = component
      case (nil, let component?): all.append(component)
      case (let place?, nil): all.remove(at: place)
      case (nil, nil): break
      }
    }
  }
}

/// What an app has.
struct Shelf: Sendable {
  let app: ContainerApp
  var registry: Registry
  var kept: [(offer: String, instance: ContainerInstance)] = []
  var isDeleted = false

  var instances: [ContainerInstance] { kept.map { kept in kept.instance } }
}

/// The contents of a container.
final class Contents: Sendable {
  struct State {
    var libraries: [ContainerLibrary] = []
    var reports: [String] = []
    var shelves: [Int: Shelf] = [:]
  }

  /// The protocols whose creations are under way in this task, outermost first.
  @TaskLocal static var path: [String] = []

  let state = Mutex(State())
  /// The turn of all that create or delete.
  let turn = NSRecursiveLock()

  @discardableResult
  func change<Result: Sendable>(
    _ app: ContainerApp, _ change: (inout Shelf) throws -> Result
  ) rethrows -> Result? {
    try state.withLock { state in
      guard var shelf = state.shelves[app.number] else { return nil }
      defer { state.shelves[app.number] = shelf }
      return try change(&shelf)
    }
  }
}

/// What a container says is wrong.
struct ContainerError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A container; each default is right, and a page has steps of its own.
protocol PageContainer: ContainerUnderTest, SendableMetatype {
  init()
  var contents: Contents { get }
  /// An app that is configured takes a component in.
  func add(_ component: ContainerComponent, to registry: inout Registry)
  /// Creates what an app has at once.
  func create(_ components: [ContainerComponent], for app: ContainerApp)
  /// Throws where a component can't be created.
  func check(_ component: ContainerComponent, in registry: Registry) throws
  /// A creation asks for what is being created.
  func close(cycle: [String]) throws -> ContainerInstance?
  /// An app has a new instance.
  func keep(
    _ instance: ContainerInstance, of component: ContainerComponent, in shelf: inout Shelf)
  func tell(_ instances: [ContainerInstance])
}

extension PageContainer {
  var turn: NSRecursiveLock { contents.turn }
  var reports: [String] { contents.state.withLock { state in state.reports } }

  func register(_ library: ContainerLibrary) {
    contents.state.withLock { state in
      if state.libraries.contains(where: { other in other.name == library.name }) {
        state.reports.append("\(library.name) was registered before")
      } else {
        state.libraries.append(library)
      }
    }
  }

  func configure(_ app: ContainerApp) throws {
    var registry = Registry()
    for library in contents.state.withLock({ state in state.libraries }) {
      for component in library.components { add(component, to: &registry) }
    }
    let isTaken = contents.state.withLock { state in
      state.reports += registry.reports
      let others = state.shelves.values
      if others.contains(where: { $0.app.name == app.name && !$0.isDeleted }) { return true }
      state.shelves[app.number] = Shelf(app: app, registry: registry)
      return false
    }
    if isTaken { throw ContainerError("\(app.name) is configured already") }
    create(registry.all, for: app)
  }

  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    if let kept = kept(offer, in: app) { return kept }
    return try turn.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
  }

  func delete(_ app: ContainerApp) {
    turn.withLock {
      let told = begin(deletionOf: app)
      tell(told)
      forget(app)
    }
  }

  func add(_ component: ContainerComponent, to registry: inout Registry) {
    guard registry[component.offer] == nil else {
      registry.reports.append("\(component.offer) is offered already")
      return
    }
    registry[component.offer] = component
  }

  func create(_ components: [ContainerComponent], for app: ContainerApp) {
    for component in components where component.isEager(in: app) {
      _ = try? instance(of: component.offer, in: app)
    }
  }

  func check(_ component: ContainerComponent, in registry: Registry) throws {
    for dependency in component.declaration.dependencies where dependency.isRequired {
      guard registry[dependency.offer] != nil else {
        throw ContainerError("\(component.offer) needs \(dependency.offer), which is missing")
      }
    }
  }

  func close(cycle: [String]) throws -> ContainerInstance? {
    throw ContainerError("a cycle: \(cycle.joined(separator: " > "))")
  }

  func keep(
    _ instance: ContainerInstance, of component: ContainerComponent, in shelf: inout Shelf
  ) {
    if component.declaration.isCached { shelf.kept.append((component.offer, instance)) }
  }

  func tell(_ instances: [ContainerInstance]) {
    var told: [ContainerInstance] = []
    for instance in instances where !told.contains(where: { other in other === instance }) {
      told.append(instance)
      instance.appWillBeDeleted()
    }
  }
}

// What pages call.
extension PageContainer {
  /// The instance that an app keeps.
  func kept(_ offer: String, in app: ContainerApp) -> ContainerInstance? {
    contents.change(app) { shelf in
      shelf.kept.first { kept in kept.offer == offer }?.instance
    } ?? nil
  }

  /// Creates an instance, and keeps it.
  func create(_ offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    let shelf = contents.change(app) { shelf in shelf }
    guard let shelf, let component = shelf.registry[offer] else { return nil }
    try check(component, in: shelf.registry)
    let path = Contents.path
    if let start = path.firstIndex(of: offer) { return try close(cycle: path[start...] + [offer]) }
    let instance = try Contents.$path.withValue(path + [offer]) { try component.create(for: app) }
    let isLate = contents.change(app) { shelf in
      if !shelf.isDeleted { keep(instance, of: component, in: &shelf) }
      return shelf.isDeleted
    }
    guard isLate == true else { return instance }
    instance.appWillBeDeleted()
    return nil
  }

  /// Notes that an app is deleted, so that nothing is created for it.
  ///
  /// - Returns: What it keeps.
  func begin(deletionOf app: ContainerApp) -> [ContainerInstance] {
    contents.change(app) { shelf in
      defer {
        shelf.isDeleted = true
        shelf.registry = Registry()
      }
      return shelf.isDeleted ? [] : shelf.instances
    } ?? []
  }

  /// What an app keeps.
  func instances(of app: ContainerApp) -> [ContainerInstance] {
    contents.change(app) { shelf in shelf.instances } ?? []
  }

  /// Forgets what an app keeps.
  func forget(_ app: ContainerApp) { contents.change(app) { shelf in shelf.kept = [] } }
}
