import SluiceSpies

extension Rule {
  /// The rule that the first of two registrations counts.
  public static let firstRegistrationWins = Rule(
    id: "container.first-registration-wins",
    statement:
      "of two components for one protocol, and of two libraries of one name, the first is created",
    level: .must,
    rationale: """
      Who registers last would otherwise decide what everybody else is given: a library that \
      is linked in twice, or a test double left in the app, changes products that never heard \
      of it.
      """,
    usualCause: """
      The container stores a registration in a dictionary by its protocol or library name, so the \
      second one replaces the first.
      """,
    fix: "Store a registration only if its key is free.",
    code: .firstRegistrationWins,
    anchors: [.containerTest("a protocol that is registered twice keeps one component")],
    underThreads: .counts,
    examples: [
      .conforming(
        "the first component is created", after: .twoForAlpha,
        [.lookup(1), .creation(1, of: 1), .created(1, 1), .found(1, 1)]),
      .violating(
        "the second component is created", after: .twoForAlpha,
        [.lookup(1), .creation(1, of: 2).blamed, .created(1, 1), .found(1, 1)]),
      .violating(
        "the second library of a name is created from",
        [
          .library(1), .component(1, "Alpha"), .library(2), .component(2, "Beta", of: 2),
          .reported("fire-one was there before"), .configure(),
          .configured(), .lookup(1, "Beta"), .creation(1, of: 2).blamed, .created(1, 1),
          .found(1, 1),
        ]),
      .silent("nothing was registered twice", after: .alphaFound, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      .overall(container.creations(in: app)) { creation in
        guard let component = container.component(creation.component) else { return .notExercised }
        guard let first = app.component(component.offer), first == component else {
          return .violated(
            at: creation.began,
            because: "component \(component.number) of \(component.offer) was created, which was "
              + "registered second")
        }
        return app.roster.doubled.contains(component.offer) ? .held : .notExercised
      }
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app with two components that offer Alpha.
  static let twoForAlpha: Self = [
    .library(1, "fire-one"), .component(1, "Alpha"), .library(2, "fire-two"),
    .component(2, "Alpha", of: 2), .configure(), .reported("Alpha of fire-two is left out"),
    .configured(),
  ]
}

extension Rule.Code {
  fileprivate static let firstRegistrationWins = Rule.Code(
    wrong: """
      func add(_ component: ContainerComponent, to registry: inout Registry) {
        if registry[component.offer] != nil {
          registry.reports.append("\\(component.offer) is offered already")
        }
        registry[component.offer] = component
      }
      """,
    right: """
      func add(_ component: ContainerComponent, to registry: inout Registry) {
        if registry[component.offer] != nil {
          registry.reports.append("\\(component.offer) is offered already")
        } else {
          registry[component.offer] = component
        }
      }
      """)
}
