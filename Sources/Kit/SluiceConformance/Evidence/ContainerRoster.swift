package import SluiceSpies

/// The components that had been registered with a container when an app was configured.
package struct ContainerRoster: Sendable {
  package typealias Component = ContainerEvent.Component

  /// The components that count, the first for each protocol, in the order of registration.
  package private(set) var components: [Component] = []
  /// Those that were registered second, each with the name that tells of it: its protocol's, or its
  /// library's where that was registered before.
  package private(set) var leftOut: [(component: Component, name: String)] = []
  /// The protocols of the latter.
  private(set) var doubled: Set<String> = []
  private var places: [String: Int] = [:]
  /// The protocols from which something is reached.
  private var missing: Set<String> = []
  private var missingRequired: Set<String> = []
  private var lacking: Set<String> = []
  private var circles: Set<String> = []

  /// Those of some declared components that count.
  init(_ declared: [Component], of libraries: [(number: Int, name: String)]) {
    var names: [Int: String] = [:]
    var firsts: [String: Int] = [:]
    for library in libraries {
      names[library.number] = names[library.number] ?? library.name
      firsts[library.name] = firsts[library.name] ?? library.number
    }
    for component in declared {
      guard let name = names[component.library] else { continue }
      if firsts[name] != component.library {
        leftOut.append((component, name))
      } else if places[component.offer] != nil {
        leftOut.append((component, component.offer))
      } else {
        places[component.offer] = components.count
        components.append(component)
      }
    }
    doubled = Set(leftOut.map { left in left.component.offer })
    findWhatIsReached()
  }

  /// The component that offers a protocol; nil where none does.
  func component(_ offer: String) -> Component? {
    WorkCounter.count(1)
    return places[offer].map { place in components[place] }
  }

  private mutating func findWhatIsReached() {
    let gaps = components.filter { component in
      component.dependencies.contains { $0.isRequired && places[$0.offer] == nil }
    }
    let wants = components.filter { component in
      component.dependencies.contains { !$0.isRequired && places[$0.offer] == nil }
    }
    let users = users(requiredOnly: false)
    missing = Self.reaching(gaps, by: users)
    missingRequired = Self.reaching(gaps, by: self.users(requiredOnly: true))
    lacking = Self.reaching(wants, by: users)
    circles = reachingCircles(by: users)
  }

  /// Who depends on each protocol.
  private func users(requiredOnly isRequired: Bool) -> [String: [String]] {
    var users: [String: [String]] = [:]
    for component in components {
      for dependency in component.dependencies where dependency.isRequired || !isRequired {
        users[dependency.offer, default: []].append(component.offer)
      }
    }
    return users
  }

  /// The protocols from which any of some components is reached.
  private static func reaching(
    _ components: [Component], by users: [String: [String]]
  ) -> Set<String> {
    var found: Set<String> = []
    var pending = components.map(\.offer)
    while let next = pending.popLast() {
      WorkCounter.count(1)
      if found.insert(next).inserted { pending += users[next] ?? [] }
    }
    return found
  }

  /// The protocols from which a circle is reached: what is left when those are taken out, again and
  /// again, that depend on nothing that is left.
  private func reachingCircles(by users: [String: [String]]) -> Set<String> {
    var open: [String: Int] = [:]
    for component in components {
      open[component.offer] = component.dependencies.count { places[$0.offer] != nil }
    }
    var pending = components.map(\.offer).filter { offer in open[offer] == 0 }
    var left = Set(components.map(\.offer))
    while let next = pending.popLast() {
      WorkCounter.count(1)
      left.remove(next)
      for user in users[next] ?? [] {
        open[user, default: 0] -= 1
        if open[user] == 0 { pending.append(user) }
      }
    }
    return left
  }
}

extension ContainerRoster {
  /// The components that a lookup of a protocol may have to create.
  ///
  /// - Parameters:
  ///   - offer: The protocol.
  ///   - isRequired: Whether dependencies that are not required are left out.
  /// - Returns: The components, the protocol's own first.
  private func reached(from offer: String, requiredOnly isRequired: Bool = false) -> [Component] {
    var found: [Component] = []
    var known: Set<String> = []
    var pending = [offer]
    while let next = pending.popLast() {
      guard let component = component(next), known.insert(next).inserted else { continue }
      found.append(component)
      pending += component.dependencies.filter { $0.isRequired || !isRequired }.map(\.offer)
    }
    return found
  }

  /// Whether a lookup of a protocol runs into what is required and nobody offers.
  func isMissing(from offer: String) -> Bool { missing.contains(offer) }

  /// Who requires what nobody offers, of all that a lookup of a protocol requires.
  func missing(from offer: String) -> [(dependent: String, dependency: String)] {
    guard missingRequired.contains(offer) else { return [] }
    return reached(from: offer, requiredOnly: true).flatMap { component in
      component.dependencies
        .filter { dependency in dependency.isRequired && self.component(dependency.offer) == nil }
        .map { dependency in (component.offer, dependency.offer) }
    }
  }

  /// Whether somebody does without what nobody offers, of all that a lookup may create.
  func isLacking(from offer: String) -> Bool { lacking.contains(offer) }

  /// Who does without what nobody offers, of all that a lookup of a protocol may create.
  func lacking(from offer: String) -> [(dependent: String, dependency: String)] {
    guard isLacking(from: offer) else { return [] }
    return reached(from: offer).flatMap { component in
      component.dependencies
        .filter { dependency in !dependency.isRequired && self.component(dependency.offer) == nil }
        .map { dependency in (component.offer, dependency.offer) }
    }
  }

  /// Whether a lookup of a protocol runs into a cycle.
  func hasCycle(from offer: String) -> Bool { circles.contains(offer) }

  /// The cycles into which a lookup of a protocol runs, each by its protocols in order; no more
  /// than sixteen.
  func cycles(from offer: String) -> [[String]] {
    var cycles: [[String]] = []
    var path: [String] = []
    var places: [String: Int] = [:]
    func visit(_ offer: String) {
      if let start = places[offer] {
        cycles.append(Array(path[start...]))
        return
      }
      // What leads to none is passed over, however many ways there are through it.
      guard hasCycle(from: offer), let component = component(offer), cycles.count < 16 else {
        return
      }
      places[offer] = path.count
      path.append(offer)
      for dependency in component.dependencies { visit(dependency.offer) }
      path.removeLast()
      places[offer] = nil
    }
    visit(offer)
    return cycles
  }

  /// Whether a lookup of a protocol gives an instance while the app stands.
  func isSound(_ offer: String) -> Bool {
    component(offer) != nil && !isMissing(from: offer) && !hasCycle(from: offer)
  }
}
