import Foundation
import ShippedProducts
import SluiceSpies
import Synchronization

/// A container written down plainly: one turn for all that create or delete.
///
/// It is right, and the control, unless it is made with a fault, which is one step done otherwise.
final class PlainContainer: ContainerUnderTest {
  private struct Shelf {
    let app: ContainerApp
    var components: [ContainerComponent] = []
    var kept: [(offer: String, instance: ContainerInstance)] = []
    /// The protocols that are being created, outermost first.
    var underWay: [String] = []
    var isDeleted = false
  }

  private struct State {
    var libraries: [ContainerLibrary] = []
    var reports: [String] = []
    var shelves: [Int: Shelf] = [:]
  }

  private let fault: ContainerFault?
  private let state = Mutex(State())
  private let turn = NSRecursiveLock()
  /// Taken beside the turn by two of the faults.
  private let plainLock = NSLock()

  init(with fault: ContainerFault?) {
    self.fault = fault
  }

  var reports: [String] { state.withLock { state in state.reports } }

  private func report(_ name: String, _ words: String) {
    if fault == .reportsNothing { return }
    let text = fault == .reportsWithoutNames ? "something was registered twice" : name + words
    state.withLock { state in state.reports.append(text) }
  }

  // MARK: Registration

  func register(_ library: ContainerLibrary) {
    let place = state.withLock { state in
      let place = state.libraries.firstIndex { other in other.name == library.name }
      if let place {
        if fault == .replacesLibraries { state.libraries[place] = library }
      } else {
        state.libraries.append(library)
      }
      return place
    }
    if place != nil { report(library.name, " was registered before") }
  }

  func configure(_ app: ContainerApp) throws {
    var components: [ContainerComponent] = []
    for component in state.withLock({ state in state.libraries }).flatMap(\.components) {
      if let place = components.firstIndex(where: { $0.offer == component.offer }) {
        if fault == .replacesComponents { components[place] = component }
        report(component.offer, " is offered already")
      } else {
        components.append(component)
      }
    }
    let isTaken = state.withLock { state in
      if state.shelves.values.contains(where: { $0.app.name == app.name && !$0.isDeleted }) {
        return true
      }
      state.shelves[app.number] = Shelf(app: app, components: components)
      return false
    }
    if isTaken { throw ContainerMistake("\(app.name) is configured already") }
    let eager = components.filter { component in isEager(component, in: app) }.map(\.offer)
    if fault == .isEagerLater {
      Task { [self] in for offer in eager { _ = try? instance(of: offer, in: app) } }
    } else {
      for offer in eager { _ = try? instance(of: offer, in: app) }
    }
  }

  private func isEager(_ component: ContainerComponent, in app: ContainerApp) -> Bool {
    switch fault {
    case .createsEverything: true
    case .isEagerInEachApp: component.declaration.timing != .lazy
    case .isEagerInTheDefaultApp: app.isDefault && component.isEager(in: app)
    default: component.isEager(in: app)
    }
  }

  // MARK: Lookup

  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    if fault == .tellsUnderALock {
      plainLock.lock()
      plainLock.unlock()
    }
    if let kept = kept(offer, in: app) { return kept }
    switch fault {
    case .checksThenCreates: return try create(offer, in: app)
    case .locksPlainly: return try plainLock.withLock { try create(offer, in: app) }
    default: return try turn.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
    }
  }

  private func kept(_ offer: String, in app: ContainerApp) -> ContainerInstance? {
    state.withLock { state in
      state.shelves[app.number]?.kept.first { kept in kept.offer == offer }?.instance
    }
  }

  private func create(_ offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    guard let shelf = state.withLock({ state in state.shelves[app.number] }) else { return nil }
    guard let component = shelf.components.first(where: { $0.offer == offer }) else {
      if fault == .throwsForTheUnknown, !shelf.isDeleted {
        throw ContainerMistake("\(offer) is unknown")
      }
      return nil
    }
    try checkDependencies(of: component, in: shelf)
    let rounds = shelf.underWay.count { other in other == offer }
    if let start = shelf.underWay.firstIndex(of: offer), rounds >= roundsOfACycle {
      if fault == .breaksCyclesWithNil { return nil }
      var path = shelf.underWay[start...] + [offer]
      if fault == .namesTheEndsOfACycle { path = [shelf.underWay[start], offer] }
      throw ContainerMistake("a cycle: \(path.joined(separator: " > "))")
    }
    change(app) { shelf in shelf.underWay.append(offer) }
    defer {
      change(app) { shelf in
        if let place = shelf.underWay.lastIndex(of: offer) { shelf.underWay.remove(at: place) }
      }
    }
    let instance: ContainerInstance
    if fault == .storesWithoutLooking {
      // As if the turn were not needed for what is somebody else's code.
      turn.unlock()
      defer { turn.lock() }
      instance = try component.create(for: app)
    } else {
      instance = try component.create(for: app)
    }
    return keep(instance, of: component, inside: shelf.underWay, in: app)
  }

  /// How often a protocol may be under way: who has no turn can't tell a cycle from other threads.
  private var roundsOfACycle: Int {
    fault == .checksThenCreates || fault == .storesWithoutLooking ? 200 : 1
  }

  /// Keeps an instance, if its app and its component want it.
  private func keep(
    _ instance: ContainerInstance, of component: ContainerComponent, inside others: [String],
    in app: ContainerApp
  ) -> ContainerInstance? {
    let isKept =
      switch fault {
      case .keepsNothing: false
      case .keepsEverything: true
      case .keepsWhatCreationsAsk: component.declaration.isCached || !others.isEmpty
      default: component.declaration.isCached
      }
    let isDeleted = change(app) { shelf in
      if isKept, !shelf.isDeleted || fault == .createsForTheDead {
        if fault == .keepsTheLatest { shelf.kept = [] }
        shelf.kept.append((component.offer, instance))
      }
      return shelf.isDeleted
    }
    guard isDeleted == true, fault != .createsForTheDead else { return instance }
    if fault != .tellsNoLateComer { instance.appWillBeDeleted() }
    return nil
  }

  /// Throws where a component requires, itself or through others, what nobody offers.
  private func checkDependencies(
    of component: ContainerComponent, in shelf: Shelf, seen: [String] = []
  ) throws {
    if fault == .createsWithoutTheRequired || seen.contains(component.offer) { return }
    for dependency in component.declaration.dependencies
    where dependency.isRequired || fault == .requiresTheOptional {
      let other = shelf.components.first { other in other.offer == dependency.offer }
      guard let other else {
        throw ContainerMistake(
          fault == .namesOneEnd
            ? "\(component.offer) can't be created"
            : "\(component.offer) needs \(dependency.offer), which is not there")
      }
      try checkDependencies(of: other, in: shelf, seen: seen + [component.offer])
    }
  }

  // MARK: Deletion

  func delete(_ app: ContainerApp) {
    turn.withLock {
      let told = change(app) { shelf in
        let told = shelf.isDeleted ? [] : shelf.kept
        shelf.isDeleted = true
        if fault != .createsForTheDead { shelf.components = [] }
        if fault == .forgetsFirst { shelf.kept = [] }
        return told
      }
      guard let told, !told.isEmpty else { return }
      if fault == .tellsUnderALock { plainLock.lock() }
      if fault != .tellsNobody { tell(told, in: app) }
      if fault == .tellsUnderALock { plainLock.unlock() }
      change(app) { shelf in if fault != .answersForTheDead { shelf.kept = [] } }
    }
  }

  private func tell(_ kept: [(offer: String, instance: ContainerInstance)], in app: ContainerApp) {
    var told: [Int] = []
    for (offer, instance) in kept {
      if told.contains(instance.number), fault != .tellsForEachProtocol { continue }
      told.append(instance.number)
      if fault == .forgetsAsItTells {
        change(app) { shelf in shelf.kept.removeAll { kept in kept.offer == offer } }
      }
      instance.appWillBeDeleted()
    }
  }

  @discardableResult
  private func change<Result: Sendable>(
    _ app: ContainerApp, _ change: (inout Shelf) -> Result
  ) -> Result? {
    state.withLock { state in
      guard var shelf = state.shelves[app.number] else { return nil }
      defer { state.shelves[app.number] = shelf }
      return change(&shelf)
    }
  }
}

/// What a container says is wrong.
struct ContainerMistake: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
