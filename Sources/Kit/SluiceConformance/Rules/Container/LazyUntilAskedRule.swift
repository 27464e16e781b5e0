import SluiceSpies

extension Rule {
  /// The rule that lazy components are created when somebody asks.
  public static let lazyUntilAsked = Rule(
    id: "container.lazy-until-asked",
    statement: "a lazy component is created when it is looked up, and not before",
    level: .must,
    rationale: """
      Linking a product must cost nothing until it is used: at launch every instance that \
      nobody asked for takes time, memory, and perhaps a connection.
      """,
    usualCause: """
      The configuration creates every component, or creates in each app what is eager in the \
      default app only.
      """,
    fix: "Create a lazy component in its first lookup.",
    code: .lazyUntilAsked,
    anchors: [
      .interop("Depending on Functionality from Another Framework"),
      .firebase("FirebaseCore/Extension/FIRComponent.h, FIRInstantiationTimingLazy"),
    ],
    underThreads: .counts,
    examples: [
      .conforming("created by a lookup", after: .alphaFound, []),
      .conforming("never asked for", after: .alphaConfigured, [.quiescent]),
      .violating(
        "created by the configuration",
        [
          .library(), .component(1, "Alpha"), .configure(), .creation(1).blamed, .created(1, 1),
          .configured(),
        ]),
      .violating(
        "created by the lookup of another one",
        [
          .library(), .component(1, "Alpha"), .component(2, "Beta"), .configure(), .configured(),
          .lookup(1, "Beta"), .creation(1, of: 1).blamed, .created(1, 1), .creation(2, of: 2),
          .created(2, 2), .found(1, 2),
        ]),
      .silent(
        "there are only eager ones",
        [
          .library(), .component(1, "Alpha", .eager), .configure(), .creation(1), .created(1, 1),
          .configured(),
        ]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      let asking = container.asking(in: app)
      let early = container.creations(in: app).first { creation in
        guard let component = container.component(creation.component), !app.isEager(component)
        else {
          return false
        }
        return asking[component.offer]?.isOpen(at: creation.began) != true
      }
      if let early {
        return .violated(
          at: early.began,
          because:
            "nobody was asking for \(container.component(early.component)?.offer ?? "it"), which "
            + "is lazy")
      }
      let hasLazy = app.components.contains { component in !app.isEager(component) }
      return app.configured != nil && hasLazy ? .held : .notExercised
    }
  }
}

extension ContainerEvidence {
  /// The lookups of each protocol in an app.
  fileprivate func asking(in app: App) -> [String: LookupTimes] {
    var times: [String: LookupTimes] = [:]
    for lookup in lookups(in: app) { times[lookup.offer, default: LookupTimes()].add(lookup) }
    return times
  }
}

/// When lookups were under way, which are taken in in the order in which they were called.
private struct LookupTimes {
  private var called: [Int] = []
  /// For each, the last place at which it or one before it came back.
  private var latestReturns: [Int] = []

  mutating func add(_ lookup: ContainerEvidence.Lookup) {
    called.append(lookup.called)
    latestReturns.append(max(latestReturns.last ?? .min, lookup.returned ?? .max))
  }

  /// Whether one was under way at a place.
  func isOpen(at place: Int) -> Bool {
    let count = called.partition { called in called < place }
    return count > 0 && latestReturns[count - 1] > place
  }
}

extension Rule.Code {
  fileprivate static let lazyUntilAsked = Rule.Code(
    wrong: """
      func create(_ components: [ContainerComponent], for app: ContainerApp) {
        for component in components {
          _ = try? instance(of: component.offer, in: app)
        }
      }
      """,
    right: """
      func create(_ components: [ContainerComponent], for app: ContainerApp) {
        for component in components where component.isEager(in: app) {
          _ = try? instance(of: component.offer, in: app)
        }
      }
      """)
}
