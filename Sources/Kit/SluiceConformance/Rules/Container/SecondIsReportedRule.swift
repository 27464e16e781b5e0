import SluiceSpies

extension Rule {
  /// The rule that a second registration is reported.
  public static let secondIsReported = Rule(
    id: "container.second-is-reported",
    statement:
      "what is left out because it was registered second is reported by its name",
    level: .must,
    rationale: """
      What is left out without a word is looked for in the wrong place: the developer sees \
      that a component does nothing, and not that another one stands in its way.
      """,
    usualCause: """
      The container drops the second registration without a report, or reports it without a name.
      """,
    fix: "Report each registration that is left out, with the name of its protocol or library.",
    code: .secondIsReported,
    anchors: [
      .interop("Registering with Core"), .containerTest("a protocol that is registered twice"),
    ],
    underThreads: .counts,
    examples: [
      .conforming("reported by the protocol", after: .twoForAlpha, []),
      .violating(
        "nothing is reported",
        [
          .library(1, "fire-one"), .component(1, "Alpha"), .library(2, "fire-two"),
          .component(2, "Alpha", of: 2), .configure(), .configured().blamed,
        ]),
      .violating(
        "a report that names nothing",
        [
          .library(1), .component(1, "Alpha"), .library(2), .reported("registered twice"),
          .component(2, "Beta", of: 2), .configure(), .configured().blamed,
        ]),
      .silent("nothing was registered twice", after: .alphaConfigured, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      guard let configured = app.configured else { return .notExercised }
      return .overall(app.roster.leftOut) { left in
        container.isReported(left.name, before: configured)
          ? .held
          : .violated(
            at: configured,
            because: "nothing that is reported names \(left.name), which was registered twice")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let secondIsReported = Rule.Code(
    wrong: """
      func add(_ component: ContainerComponent, to registry: inout Registry) {
        guard registry[component.offer] == nil else { return }
        registry[component.offer] = component
      }
      """,
    right: """
      func add(_ component: ContainerComponent, to registry: inout Registry) {
        guard registry[component.offer] == nil else {
          registry.reports.append("\\(component.offer) is offered already")
          return
        }
        registry[component.offer] = component
      }
      """)
}
