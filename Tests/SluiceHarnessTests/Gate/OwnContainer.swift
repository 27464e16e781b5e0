import Foundation
import ShippedProducts
import SluiceHarness
import Synchronization

/// What an own component offers, beside the number by which scenarios know it.
protocol OwnService: AnyObject, Sendable {
  var instance: ContainerInstance { get }
}

/// A component of somebody's own.
private final class OwnComponent: OwnService {
  let instance: ContainerInstance

  init(_ instance: ContainerInstance) { self.instance = instance }
}

/// A component container as somebody else's package has it: services of its own by their names,
/// behind one lock.
final class OwnContainer: ContainerUnderTest {
  private struct Place {
    var libraries: [ContainerLibrary] = []
    var reports: [String] = []
    var services: [String: any OwnService] = [:]
    var order: [String] = []
    var app: ContainerApp?
  }

  private struct OwnError: Error, CustomStringConvertible {
    let description: String
  }

  private let place = Mutex(Place())
  private let lock = NSRecursiveLock()
  private let forgets: Bool

  /// A container of one app.
  ///
  /// - Parameter forgets: Whether it forgets what it should keep.
  init(forgets: Bool = false) { self.forgets = forgets }

  var reports: [String] { place.withLock { place in place.reports } }

  func register(_ library: ContainerLibrary) {
    place.withLock { place in place.libraries.append(library) }
  }

  func configure(_ app: ContainerApp) throws {
    let offered = place.withLock { place in
      place.app = app
      return place.libraries.flatMap { library in library.components }
    }
    for component in offered where component.isEager(in: app) {
      _ = try instance(of: component.offer, in: app)
    }
  }

  func instance(of offer: String, in app: ContainerApp) throws -> ContainerInstance? {
    try lock.withLock {
      let (service, component) = place.withLock { place in
        let components = place.libraries.flatMap { library in library.components }
        return (
          place.services[offer],
          place.app == nil ? nil : components.first { component in component.offer == offer }
        )
      }
      if let service { return service.instance }
      guard let component else { return nil }
      let made = OwnComponent(try component.create(for: app))
      guard component.declaration.isCached, !forgets else { return made.instance }
      place.withLock { place in
        place.services[offer] = made
        place.order.append(offer)
      }
      return made.instance
    }
  }

  func delete(_ app: ContainerApp) {
    lock.withLock {
      let services = place.withLock { place in
        place.app = nil
        return place.order.compactMap { offer in place.services[offer] }
      }
      for service in services { service.instance.appWillBeDeleted() }
      place.withLock { place in place.services = [:] }
    }
  }
}
