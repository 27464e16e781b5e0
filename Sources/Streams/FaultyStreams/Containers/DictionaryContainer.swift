import Foundation
import ShippedProducts
import SluiceSpies
import Synchronization

/// A container as one writes it in an afternoon: two dictionaries behind a lock, and a limit on how
/// deep creations may be in each other.
///
/// What it does it does right but for one thing: of a cycle it says that something is too deep.
final class DictionaryContainer: ContainerUnderTest {
  private struct Contents {
    var libraries: [String] = []
    var offered: [ContainerComponent] = []
    var reports: [String] = []
    var apps: [Int: [String: ContainerComponent]] = [:]
    var living: [String: Int] = [:]
    /// The offers in the order of their creation, beside the dictionary, which has none.
    var order: [Int: [String]] = [:]
    var instances: [Int: [String: ContainerInstance]] = [:]
  }

  private let contents = Mutex(Contents())
  private let lock = NSRecursiveLock()
  private let depth = Mutex(0)

  var reports: [String] { contents.withLock { contents in contents.reports } }

  func register(_ library: ContainerLibrary) {
    contents.withLock { contents in
      guard !contents.libraries.contains(library.name) else {
        return contents.reports.append("\(library.name): twice")
      }
      contents.libraries.append(library.name)
      for component in library.components {
        if contents.offered.contains(where: { other in other.offer == component.offer }) {
          contents.reports.append("\(component.offer): twice")
        } else {
          contents.offered.append(component)
        }
      }
    }
  }

  func configure(_ app: ContainerApp) throws {
    let components: [ContainerComponent]? = contents.withLock { contents in
      guard contents.living[app.name] == nil else { return nil }
      contents.living[app.name] = app.number
      contents.apps[app.number] = Dictionary(
        contents.offered.map { component in (component.offer, component) }
      ) { first, _ in first }
      return contents.offered
    }
    guard let components else { throw ContainerMistake("there is a \(app.name)") }
    for component in components where component.isEager(in: app) {
      _ = try? instance(of: component.offer, in: app)
    }
  }

  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    try lock.withLock {
      let (cached, component) = contents.withLock { contents in
        (contents.instances[app.number]?[offer], contents.apps[app.number]?[offer])
      }
      if let cached { return cached }
      guard let component else { return nil }
      try requireDependencies(of: component, in: app)
      defer { depth.withLock { depth in depth -= 1 } }
      guard
        depth.withLock({ depth in
          depth += 1
          return depth
        }) < 20
      else {
        throw ContainerMistake("\(offer) is too deep")
      }
      let instance = try component.create(for: app)
      let isLate = contents.withLock { contents in
        guard contents.living[app.name] == app.number else { return true }
        if component.declaration.isCached {
          contents.instances[app.number, default: [:]][offer] = instance
          contents.order[app.number, default: []].append(offer)
        }
        return false
      }
      guard isLate else { return instance }
      instance.appWillBeDeleted()
      return nil
    }
  }

  private func requireDependencies(
    of component: ContainerComponent, in app: ContainerApp, after others: [String] = []
  ) throws {
    if others.contains(component.offer) { return }
    for dependency in component.declaration.dependencies where dependency.isRequired {
      let other = contents.withLock { contents in contents.apps[app.number]?[dependency.offer] }
      guard let other else {
        throw ContainerMistake("\(component.offer): no \(dependency.offer)")
      }
      try requireDependencies(of: other, in: app, after: others + [component.offer])
    }
  }

  func delete(_ app: ContainerApp) {
    lock.withLock {
      let told: [ContainerInstance] = contents.withLock { contents in
        guard contents.living[app.name] == app.number else { return [] }
        contents.living[app.name] = nil
        contents.apps[app.number] = nil
        let instances = contents.order[app.number, default: []].compactMap { offer in
          contents.instances[app.number]?[offer]
        }
        return instances.enumerated().filter { place, instance in
          instances.firstIndex { other in other === instance } == place
        }.map(\.element)
      }
      for instance in told { instance.appWillBeDeleted() }
      contents.withLock { contents in contents.instances[app.number] = nil }
    }
  }
}
