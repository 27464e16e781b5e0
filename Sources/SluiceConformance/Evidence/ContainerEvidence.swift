package import SluiceSpies

/// What a log says of a component container: its apps with the components that count in each, and
/// what was asked, created and told; numbers named after a moment are places in the log.
package struct ContainerEvidence: Sendable {
  package typealias Component = ContainerEvent.Component

  /// One lookup.
  package struct Lookup: Sendable {
    package let number: Int
    package let offer: String
    package let app: Int
    package let asker: ContainerEvent.Asker
    package let called: Int
    package internal(set) var returned: Int?
    package internal(set) var answer: ContainerEvent.Answer?

    /// The instance that it was answered with, if it was.
    var instance: Int? {
      if case .instance(let number)? = answer { number } else { nil }
    }
  }

  /// One creation of an instance.
  package struct Creation: Sendable {
    package let number: Int
    package let component: Int
    package let app: Int
    package let began: Int
    package internal(set) var ended: Int?
    package internal(set) var instance: Int?
  }

  /// One notice of an app's deletion.
  package struct Notice: Sendable {
    package let instance: Int
    package let app: Int
    package let began: Int
  }

  /// An app, from its configuration on, with the components of which it was made.
  package struct App: Sendable {
    package let number: Int
    package let name: String
    /// The components that count, the first for each protocol, in the order of registration.
    package let components: [Component]
    /// Those that were registered second, each with the name that tells of it: its protocol's, or
    /// its library's where that was registered before.
    package let leftOut: [(component: Component, name: String)]
    package let configureCalled: Int
    /// Where it was configured; nil where it was not, or not yet.
    package internal(set) var configured: Int?
    /// Where its deletion was first called.
    package internal(set) var deleteCalled: Int?
    /// Where each deletion that had been called was back for the first time.
    package internal(set) var deleted: Int?
    fileprivate var openDeletions = 0
  }

  package private(set) var apps: [App] = []
  package private(set) var lookups: [Lookup] = []
  package private(set) var creations: [Creation] = []
  package private(set) var notices: [Notice] = []
  package private(set) var reports: [(place: Int, words: [String])] = []
  private var libraries: [(number: Int, name: String)] = []
  private var declared: [Component] = []
  private var deletions: [Int: Int] = [:]

  /// What some entries of a log say.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - places: The places of the entries about a container, in order.
  init(of entries: [LogEntry], at places: [Int]) {
    for place in places {
      if case .container(let event) = entries[place].event { record(event, at: place) }
    }
  }

  private mutating func record(_ event: ContainerEvent, at place: Int) {
    switch event {
    case .libraryRegistered(let number, let name): libraries.append((number, name))
    case .componentDeclared(let component): declared.append(component)
    case .reported(let text): reports.append((place, text.names))
    case .configureCalled(let number, let name):
      let (components, leftOut) = registered
      apps.append(
        App(
          number: number, name: name, components: components, leftOut: leftOut,
          configureCalled: place))
    case .configureReturned(let number, let failure):
      if failure == nil { change(app: number) { app in app.configured = place } }
    case .lookupCalled(let number, let offer, let app, let asker):
      lookups.append(
        Lookup(number: number, offer: offer, app: app, asker: asker, called: place))
    case .lookupReturned(let number, let answer):
      guard let index = lookups.lastIndex(where: { $0.number == number }) else { return }
      lookups[index].returned = place
      lookups[index].answer = answer
    case .creationBegan(let number, let component, let app):
      creations.append(Creation(number: number, component: component, app: app, began: place))
    case .creationEnded(let number, let answer):
      guard let index = creations.lastIndex(where: { $0.number == number }) else { return }
      creations[index].ended = place
      if case .instance(let instance) = answer { creations[index].instance = instance }
    case .deleteCalled(let number, let app, _):
      deletions[number] = app
      change(app: app) { app in
        app.deleteCalled = app.deleteCalled ?? place
        app.openDeletions += 1
      }
    case .deleteReturned(let number):
      guard let app = deletions.removeValue(forKey: number) else { return }
      change(app: app) { app in
        app.openDeletions -= 1
        if app.openDeletions == 0 { app.deleted = app.deleted ?? place }
      }
    case .noticeBegan(let instance, let app):
      notices.append(Notice(instance: instance, app: app, began: place))
    case .noticeEnded: break
    }
  }

  private mutating func change(app number: Int, _ update: (inout App) -> Void) {
    guard let index = apps.lastIndex(where: { app in app.number == number }) else { return }
    update(&apps[index])
  }

  /// What counts of what has been registered so far, and what was registered before.
  private var registered: ([Component], leftOut: [(component: Component, name: String)]) {
    var components: [Component] = []
    var leftOut: [(component: Component, name: String)] = []
    for component in declared {
      guard let library = libraries.first(where: { $0.number == component.library }) else {
        continue
      }
      let first = libraries.first { other in other.name == library.name }
      if first?.number != library.number {
        leftOut.append((component, library.name))
      } else if components.contains(where: { other in other.offer == component.offer }) {
        leftOut.append((component, component.offer))
      } else {
        components.append(component)
      }
    }
    return (components, leftOut)
  }
}

extension ContainerEvidence {
  /// The app with a number; nil where the log configures none.
  func app(_ number: Int) -> App? { apps.first { app in app.number == number } }

  /// The component with a number, as it was declared.
  func component(_ number: Int) -> Component? {
    declared.first { component in component.number == number }
  }

  /// The lookups in an app that came back before its deletion was called, in the order in which
  /// they were called.
  func answered(in app: App) -> [Lookup] {
    lookups.filter { lookup in
      lookup.app == app.number && lookup.returned.map { $0 < app.deleteCalled ?? .max } == true
    }
  }

  /// Where an app is known to keep the instance of a creation: when somebody has been answered with
  /// it, or when the app stands.
  func kept(_ creation: Creation, in app: App) -> Int? {
    guard let ended = creation.ended, let component = component(creation.component),
      component.isCached
    else { return nil }
    let answered = lookups.first { lookup in
      lookup.offer == component.offer && lookup.app == app.number
        && lookup.instance == creation.instance
    }
    if let returned = answered?.returned { return returned }
    return app.configured.flatMap { configured in ended < configured ? configured : nil }
  }
}

extension ContainerEvidence.App {
  package typealias Component = ContainerEvent.Component

  /// The component that offers a protocol; nil where none does.
  func component(_ offer: String) -> Component? {
    components.first { component in component.offer == offer }
  }

  /// The components that a lookup of a protocol may have to create.
  ///
  /// - Parameters:
  ///   - offer: The protocol.
  ///   - isRequired: Whether dependencies that are not required are left out.
  /// - Returns: The components, the protocol's own first.
  func reached(from offer: String, requiredOnly isRequired: Bool = false) -> [Component] {
    var found: [Component] = []
    var pending = [offer]
    while let next = pending.popLast() {
      guard let component = component(next), !found.contains(component) else { continue }
      found.append(component)
      pending += component.dependencies.filter { $0.isRequired || !isRequired }.map(\.offer)
    }
    return found
  }

  /// Who requires what nobody offers, of all that a lookup of a protocol requires.
  func missing(
    from offer: String, requiredOnly isRequired: Bool = true
  ) -> [(dependent: String, dependency: String)] {
    reached(from: offer, requiredOnly: isRequired).flatMap { component in
      component.dependencies
        .filter { dependency in dependency.isRequired && self.component(dependency.offer) == nil }
        .map { dependency in (component.offer, dependency.offer) }
    }
  }

  /// Who does without what nobody offers, of all that a lookup of a protocol may create.
  func lacking(from offer: String) -> [(dependent: String, dependency: String)] {
    reached(from: offer).flatMap { component in
      component.dependencies
        .filter { dependency in !dependency.isRequired && self.component(dependency.offer) == nil }
        .map { dependency in (component.offer, dependency.offer) }
    }
  }

  /// The cycles into which a lookup of a protocol runs, each by its protocols in order.
  func cycles(from offer: String) -> [[String]] {
    var cycles: [[String]] = []
    var path: [String] = []
    func visit(_ offer: String) {
      if let start = path.firstIndex(of: offer) {
        cycles.append(Array(path[start...]))
        return
      }
      guard let component = component(offer), cycles.count < 16 else { return }
      path.append(offer)
      for dependency in component.dependencies { visit(dependency.offer) }
      path.removeLast()
    }
    visit(offer)
    return cycles
  }

  /// Whether a lookup of a protocol gives an instance while the app stands.
  func isSound(_ offer: String) -> Bool {
    component(offer) != nil && missing(from: offer, requiredOnly: false).isEmpty
      && cycles(from: offer).isEmpty
  }

  /// Whether the app creates an instance of a component when it is configured.
  func isEager(_ component: Component) -> Bool { component.isEager(inAppNamed: name) }
}

extension String {
  /// The names that stand in a text: letters, digits, hyphens and underscores in a row.
  fileprivate var names: [String] {
    split { character in
      !(character.isLetter || character.isNumber || character == "-" || character == "_")
    }.map(String.init)
  }
}

extension Failure {
  /// The names that stand in an error's text.
  var names: [String] {
    switch value {
    case .string(let text): text.names
    default: value.description.names
    }
  }

  /// Whether the text names some protocols one after the other, wherever it begins in their circle;
  /// one that needs itself it has to name twice.
  ///
  /// - Parameters:
  ///   - cycle: The protocols, each of which needs the next and the last the first.
  ///   - offers: The names that are protocols', beside which others may stand anywhere.
  /// - Returns: Whether it does.
  func names(cycle: [String], amongst offers: [String]) -> Bool {
    let named = names.filter(offers.contains)
    return cycle.indices.contains { start in
      let turned = cycle.count == 1 ? cycle + cycle : Array(cycle[start...] + cycle[..<start])
      return named.indices.contains { place in named[place...].starts(with: turned) }
    }
  }
}
