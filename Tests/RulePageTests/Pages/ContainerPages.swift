import Foundation
import ShippedProducts
import SluiceConformance
import SluiceProducts
import SluiceSpies

/// The pages of registrations and lookups, in the group `container`.
enum ContainerPages {
  static let all = [
    page(.firstRegistrationWins, FirstWinsWrong.self, FirstWinsRight.self),
    page(.secondIsReported, SecondReportedWrong.self, SecondReportedRight.self),
    page(.cachedIsOne, CachedIsOneWrong.self, CachedIsOneRight.self),
    page(.oneForAll, OneForAllWrong.self, OneForAllRight.self),
    page(.uncachedIsNew, UncachedIsNewWrong.self, UncachedIsNewRight.self),
    page(.missingRequired, MissingRequiredWrong.self, MissingRequiredRight.self),
    page(.missingOptional, MissingOptionalWrong.self, MissingOptionalRight.self),
    page(.cycleNamed, CycleNamedWrong.self, CycleNamedRight.self),
    page(.innerLookupReturns, InnerLookupWrong.self, InnerLookupRight.self),
  ]

  static func page<Wrong: PageContainer, Right: PageContainer>(
    _ rule: Rule, _ wrong: Wrong.Type, _ right: Right.Type
  ) -> RulePage {
    RulePage(
      rule: rule,
      wrong: .init(.container(RulePage.name) { _ in Wrong() }, of: CoreProduct.product),
      right: .init(.container(RulePage.name) { _ in Right() }, of: CoreProduct.product))
  }
}

private final class FirstWinsWrong: PageContainer {
  let contents = Contents()
  // wrong: container.first-registration-wins
  func add(_ component: ContainerComponent, to registry: inout Registry) {
    if registry[component.offer] != nil {
      registry.reports.append("\(component.offer) is offered already")
    }
    registry[component.offer] = component
  }
  // end
}

private final class FirstWinsRight: PageContainer {
  let contents = Contents()
  // right: container.first-registration-wins
  func add(_ component: ContainerComponent, to registry: inout Registry) {
    if registry[component.offer] != nil {
      registry.reports.append("\(component.offer) is offered already")
    } else {
      registry[component.offer] = component
    }
  }
  // end
}

private final class SecondReportedWrong: PageContainer {
  let contents = Contents()
  // wrong: container.second-is-reported
  func add(_ component: ContainerComponent, to registry: inout Registry) {
    guard registry[component.offer] == nil else { return }
    registry[component.offer] = component
  }
  // end
}

private final class SecondReportedRight: PageContainer {
  let contents = Contents()
  // right: container.second-is-reported
  func add(_ component: ContainerComponent, to registry: inout Registry) {
    guard registry[component.offer] == nil else {
      registry.reports.append("\(component.offer) is offered already")
      return
    }
    registry[component.offer] = component
  }
  // end
}

private final class CachedIsOneWrong: PageContainer {
  let contents = Contents()
  // wrong: container.cached-is-one
  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    try turn.withLock { try create(offer, in: app) }
  }
  // end
}

private final class CachedIsOneRight: PageContainer {
  let contents = Contents()
  // right: container.cached-is-one
  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    try turn.withLock {
      try kept(offer, in: app) ?? create(offer, in: app)
    }
  }
  // end
}

private final class OneForAllWrong: PageContainer {
  let contents = Contents()
  // wrong: container.one-for-all
  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    if let kept = kept(offer, in: app) { return kept }
    return try create(offer, in: app)
  }
  // end
}

private final class OneForAllRight: PageContainer {
  let contents = Contents()
  // right: container.one-for-all
  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    try turn.withLock {  // an NSRecursiveLock
      if let kept = kept(offer, in: app) { return kept }
      return try create(offer, in: app)
    }
  }
  // end
}

private final class UncachedIsNewWrong: PageContainer {
  let contents = Contents()
  // wrong: container.uncached-is-new
  func keep(
    _ instance: ContainerInstance, of component: ContainerComponent,
    in shelf: inout Shelf
  ) {
    shelf.kept.append((component.offer, instance))
  }
  // end
}

private final class UncachedIsNewRight: PageContainer {
  let contents = Contents()
  // right: container.uncached-is-new
  func keep(
    _ instance: ContainerInstance, of component: ContainerComponent,
    in shelf: inout Shelf
  ) {
    guard component.declaration.isCached else { return }
    shelf.kept.append((component.offer, instance))
  }
  // end
}

private final class MissingRequiredWrong: PageContainer {
  let contents = Contents()
  // wrong: container.missing-required
  func check(
    _ component: ContainerComponent, in registry: Registry
  ) throws {
    for need in component.declaration.dependencies where need.isRequired {
      guard registry[need.offer] != nil else {
        throw ContainerError("\(component.offer) can't be created")
      }
    }
  }
  // end
}

private final class MissingRequiredRight: PageContainer {
  let contents = Contents()
  // right: container.missing-required
  func check(
    _ component: ContainerComponent, in registry: Registry
  ) throws {
    for need in component.declaration.dependencies where need.isRequired {
      guard registry[need.offer] != nil else {
        throw ContainerError("\(component.offer) needs \(need.offer)")
      }
    }
  }
  // end
}

private final class MissingOptionalWrong: PageContainer {
  let contents = Contents()
  // wrong: container.missing-optional
  func check(
    _ component: ContainerComponent, in registry: Registry
  ) throws {
    for need in component.declaration.dependencies {
      guard registry[need.offer] != nil else {
        throw ContainerError("\(component.offer) needs \(need.offer)")
      }
    }
  }
  // end
}

private final class MissingOptionalRight: PageContainer {
  let contents = Contents()
  // right: container.missing-optional
  func check(
    _ component: ContainerComponent, in registry: Registry
  ) throws {
    for need in component.declaration.dependencies where need.isRequired {
      guard registry[need.offer] != nil else {
        throw ContainerError("\(component.offer) needs \(need.offer)")
      }
    }
  }
  // end
}

private final class CycleNamedWrong: PageContainer {
  let contents = Contents()
  // wrong: container.cycle-named
  // A creation asks for what is being created.
  func close(cycle: [String]) throws -> ContainerInstance? {
    nil
  }
  // end
}

private final class CycleNamedRight: PageContainer {
  let contents = Contents()
  // right: container.cycle-named
  // A creation asks for what is being created.
  func close(cycle: [String]) throws -> ContainerInstance? {
    throw ContainerError("a cycle: \(cycle.joined(separator: " > "))")
  }
  // end
}

private final class InnerLookupWrong: PageContainer {
  let contents = Contents()
  // wrong: container.inner-lookup-returns
  let lock = NSLock()

  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    try lock.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
  }
  // end
}

private final class InnerLookupRight: PageContainer {
  let contents = Contents()
  // right: container.inner-lookup-returns
  let lock = NSRecursiveLock()

  func instance(
    of offer: String, in app: ContainerApp
  ) throws -> ContainerInstance? {
    try lock.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
  }
  // end
}
