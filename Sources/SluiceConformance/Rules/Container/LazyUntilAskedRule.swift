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
    anchors: [
      .interop("Depending on functionality from another framework"),
      .practice("FIRInstantiationTimingLazy"),
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
      let creations = container.creations.filter { creation in creation.app == app.number }
      let early = creations.first { creation in
        guard let component = container.component(creation.component), !app.isEager(component)
        else {
          return false
        }
        return !container.lookups.contains { lookup in
          lookup.app == app.number && lookup.offer == component.offer
            && lookup.called < creation.began && lookup.returned ?? .max > creation.began
        }
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
