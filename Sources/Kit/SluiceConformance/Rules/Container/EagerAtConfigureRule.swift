import SluiceSpies

extension Rule {
  /// The rule that eager components exist once their app is configured.
  public static let eagerAtConfigure = Rule(
    id: "container.eager-at-configure",
    statement: "the eager components of an app have been created when its configuration comes back",
    level: .must,
    rationale: """
      A component is eager because something has to happen without anybody asking: a handler \
      is installed, a crash of the last launch is sent. If its instance comes later, or never, \
      that is lost.
      """,
    usualCause: """
      The container creates eager components after configure has returned, or in the default app \
      only.
      """,
    fix: "Create each component that is eager for the app before configure returns.",
    code: .eagerAtConfigure,
    anchors: [
      .interop("Depending on Functionality from Another Framework"),
      .containerTest("eager instantiation"),
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "created before", after: .eagerAlpha, [.creation(1), .created(1, 1), .configured()]),
      .violating("never created", after: .eagerAlpha, [.configured().blamed]),
      .violating(
        "created after", after: .eagerAlpha,
        [.configured().blamed, .lookup(1), .creation(1), .created(1, 1), .found(1, 1)]),
      .silent(
        "eager in the default app, and this is another one",
        [
          .library(), .component(1, "Alpha", .eagerInDefaultApp), .configure(1, "other"),
          .configured(),
        ]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      guard let configured = app.configured, app.deleteCalled ?? .max > configured else {
        return .notExercised
      }
      let eager = app.components.filter { component in
        app.isEager(component) && app.roster.isSound(component.offer)
      }
      let created = container.creations(in: app)
        .filter { creation in creation.ended ?? .max < configured }
      let there = Set(created.map(\.component))
      return .overall(eager) { component in
        there.contains(component.number)
          ? .held
          : .violated(
            at: configured,
            because:
              "the app is configured without an instance of \(component.offer), which is eager")
      }
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app, with a component that is eager, is about to be configured.
  fileprivate static let eagerAlpha: Self = [
    .library(), .component(1, "Alpha", .eager), .configure(),
  ]
}

extension Rule.Code {
  fileprivate static let eagerAtConfigure = Rule.Code(
    wrong: """
      func create(_ components: [ContainerComponent], for app: ContainerApp) {
        Task {  // configure comes back before it runs
          for component in components where component.isEager(in: app) {
            _ = try? instance(of: component.offer, in: app)
          }
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
