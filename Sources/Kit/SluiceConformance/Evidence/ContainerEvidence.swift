package import SluiceSpies

/// What a log says of a component container: its apps with the components that count in each, and
/// what was asked, created and told; numbers named after a moment are places in the log.
package struct ContainerEvidence: Sendable {
  package typealias Component = ContainerEvent.Component

  /// One lookup.
  package struct Lookup: Sendable {
    @Looked package private(set) var number: Int
    @Looked package private(set) var offer: String
    @Looked package private(set) var app: Int
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
    @Looked package private(set) var number: Int
    @Looked package private(set) var component: Int
    @Looked package private(set) var app: Int
    package let began: Int
    package internal(set) var ended: Int?
    package internal(set) var instance: Int?
  }

  /// One notice of an app's deletion.
  package struct Notice: Sendable {
    @Looked package private(set) var instance: Int
    @Looked package private(set) var app: Int
    @Looked package private(set) var began: Int
  }

  /// An app, from its configuration on, with the components of which it was made.
  package struct App: Sendable {
    @Looked package private(set) var number: Int
    package let name: String
    /// The components that had been registered.
    package let roster: ContainerRoster
    package let configureCalled: Int
    /// Where it was configured; nil where it was not, or not yet.
    package internal(set) var configured: Int?
    /// Where its deletion was first called.
    package internal(set) var deleteCalled: Int?
    /// Where each deletion that had been called was back for the first time.
    package internal(set) var deleted: Int?
    fileprivate var openDeletions = 0

    /// The components that count, the first for each protocol, in the order of registration.
    package var components: [Component] { roster.components }

    fileprivate init(number: Int, name: String, roster: ContainerRoster, configureCalled: Int) {
      self.number = number
      self.name = name
      self.roster = roster
      self.configureCalled = configureCalled
    }
  }

  package private(set) var apps: [App] = []
  package private(set) var lookups: [Lookup] = []
  package private(set) var creations: [Creation] = []
  package private(set) var notices: [Notice] = []
  /// Where each word was reported first.
  private var reported: [String: Int] = [:]
  private var libraries: [(number: Int, name: String)] = []
  private var declared: [Component] = []
  /// What had been registered when an app was configured last, unless something has been since.
  private var roster: ContainerRoster?
  private var deletions: [Int: Int] = [:]
  private var placesOf = Places()

  /// Where what has a number is; of several, the first or the last.
  private struct Places: Sendable {
    var lastApp: [Int: Int] = [:]
    var component: [Int: Int] = [:]
    var lookup: [Int: Int] = [:]
    var firstCreation: [Int: Int] = [:]
    var lastCreation: [Int: Int] = [:]
    /// What belongs to the app of a number, in order.
    var lookups: [Int: [Int]] = [:]
    var creations: [Int: [Int]] = [:]
    var notices: [Int: [Int]] = [:]
    /// The first lookup that was answered so.
    var answers: [Answered: Int] = [:]
  }

  private struct Answered: Hashable {
    var app: Int
    var offer: String
    var instance: Int?
  }

  /// What some entries of a log say.
  ///
  /// - Parameters:
  ///   - entries: The log.
  ///   - places: The places of the entries about a container, in order.
  init(of entries: [LogEntry], at places: [Int]) {
    for place in places {
      if case .container(let event) = entries[place].event { record(event, at: place) }
    }
    for (place, lookup) in lookups.enumerated() {
      let answered = Answered(app: lookup.app, offer: lookup.offer, instance: lookup.instance)
      placesOf.answers[answered] = placesOf.answers[answered] ?? place
    }
  }

  private mutating func record(_ event: ContainerEvent, at place: Int) {
    switch event {
    case .libraryRegistered(let number, let name):
      roster = nil
      libraries.append((number, name))
    case .componentDeclared(let component):
      roster = nil
      placesOf.component[component.number] = placesOf.component[component.number] ?? declared.count
      declared.append(component)
    case .reported(let text):
      for name in text.names { reported[name] = reported[name] ?? place }
    case .configureCalled(let number, let name):
      let roster = roster ?? ContainerRoster(declared, of: libraries)
      self.roster = roster
      placesOf.lastApp[number] = apps.count
      apps.append(App(number: number, name: name, roster: roster, configureCalled: place))
    case .configureReturned(let number, let failure):
      if failure == nil { change(app: number) { app in app.configured = place } }
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
      placesOf.notices[app, default: []].append(notices.count)
      notices.append(Notice(instance: instance, app: app, began: place))
    case .noticeEnded: break
    case .lookupCalled, .lookupReturned, .creationBegan, .creationEnded:
      recordMaking(event, at: place)
    }
  }

  private mutating func recordMaking(_ event: ContainerEvent, at place: Int) {
    switch event {
    case .lookupCalled(let number, let offer, let app, let asker):
      placesOf.lookup[number] = lookups.count
      placesOf.lookups[app, default: []].append(lookups.count)
      lookups.append(
        Lookup(number: number, offer: offer, app: app, asker: asker, called: place))
    case .lookupReturned(let number, let answer):
      guard let index = placesOf.lookup[number] else { return }
      lookups[index].returned = place
      lookups[index].answer = answer
    case .creationBegan(let number, let component, let app):
      placesOf.firstCreation[number] = placesOf.firstCreation[number] ?? creations.count
      placesOf.lastCreation[number] = creations.count
      placesOf.creations[app, default: []].append(creations.count)
      creations.append(Creation(number: number, component: component, app: app, began: place))
    case .creationEnded(let number, let answer):
      guard let index = placesOf.lastCreation[number] else { return }
      creations[index].ended = place
      if case .instance(let instance) = answer { creations[index].instance = instance }
    default: break
    }
  }

  private mutating func change(app number: Int, _ update: (inout App) -> Void) {
    guard let index = placesOf.lastApp[number] else { return }
    update(&apps[index])
  }
}

extension ContainerEvidence {
  /// The component with a number, as it was declared.
  func component(_ number: Int) -> Component? {
    placesOf.component[number].map { place in declared[place] }
  }

  /// The creation with a number; nil where the log has none.
  func creation(_ number: Int) -> Creation? {
    placesOf.firstCreation[number].map { place in creations[place] }
  }

  /// The lookups in an app, in the order in which they were called.
  func lookups(in app: App) -> [Lookup] {
    (placesOf.lookups[app.number] ?? []).map { place in lookups[place] }
  }

  /// The creations in an app, in the order in which they began.
  func creations(in app: App) -> [Creation] {
    (placesOf.creations[app.number] ?? []).map { place in creations[place] }
  }

  /// The notices of an app's deletion, in the order in which they began.
  func notices(of app: App) -> [Notice] {
    (placesOf.notices[app.number] ?? []).map { place in notices[place] }
  }

  /// The lookups in an app that came back before its deletion was called, in the order in which
  /// they were called.
  func answered(in app: App) -> [Lookup] {
    lookups(in: app).filter { lookup in
      lookup.returned.map { $0 < app.deleteCalled ?? .max } == true
    }
  }

  /// Whether a name was reported before a place.
  func isReported(_ name: String, before place: Int) -> Bool {
    reported[name].map { reported in reported < place } == true
  }

  /// Where an app is known to keep the instance of a creation: when somebody has been answered with
  /// it, or when the app stands.
  func kept(_ creation: Creation, in app: App) -> Int? {
    guard let ended = creation.ended, let component = component(creation.component),
      component.isCached
    else { return nil }
    let answer = Answered(app: app.number, offer: component.offer, instance: creation.instance)
    let answered = placesOf.answers[answer].map { place in lookups[place] }
    if let returned = answered?.returned { return returned }
    return app.configured.flatMap { configured in ended < configured ? configured : nil }
  }
}

extension ContainerEvidence.App {
  package typealias Component = ContainerEvent.Component

  /// The component that offers a protocol; nil where none does.
  func component(_ offer: String) -> Component? { roster.component(offer) }

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
  func names(cycle: [String], amongst offers: Set<String>) -> Bool {
    let places = Dictionary(
      cycle.enumerated().map { place, name in (name, place) }, uniquingKeysWith: { one, _ in one })
    let wanted = cycle.count == 1 ? 2 : cycle.count
    // How many have been named in the circle's order, up to the present name.
    var length = 0
    var last: Int?
    for name in names where offers.contains(name) {
      let place = places[name]
      let follows = last.map { last in (last + 1) % cycle.count == place } == true
      length = place == nil ? 0 : follows ? length + 1 : 1
      last = place
      if length >= wanted { return true }
    }
    return false
  }
}
