import SluiceSpies

extension Rule {
  /// The rule that a missing required dependency is an error that names both ends.
  public static let missingRequired = Rule(
    id: "container.missing-required",
    statement:
      "a component that requires what nobody offers is an error that names both, and no instance",
    level: .must,
    rationale: """
      The product that requires is linked and the one that offers is not: a mistake in how the \
      app is put together. Without both names in the error it is found by reading everybody's \
      code.
      """,
    usualCause: """
      The container creates a component without asking for its required dependencies, or its error \
      names one end only.
      """,
    fix: """
      Look for each required dependency before the creation, and throw an error with the names of \
      the component and of the missing protocol.
      """,
    code: .missingRequired,
    anchors: [.interop("Overview"), .interop("Types and Core API")],
    underThreads: .counts,
    examples: [
      .conforming(
        "both ends are named", after: .betaMissing,
        [.lookup(1), .failed(1, "Alpha requires Beta, which nobody offers")]),
      .violating(
        "nothing instead of an error", after: .betaMissing, [.lookup(1), .nothing(1).blamed]),
      .violating(
        "one end is named", after: .betaMissing,
        [.lookup(1), .failed(1, "Alpha can't be created").blamed]),
      .violating(
        "created without it", after: .betaMissing,
        [
          .lookup(1), .creation(1), .lookup(2, "Beta", by: .creation(1)), .nothing(2),
          .created(1, 1),
          .found(1, 1).blamed,
        ]),
      .silent("nothing is missing", after: .alphaFound, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      var known: [String: [(dependent: String, dependency: String)]] = [:]
      return .overall(container.answered(in: app)) { lookup in
        guard lookup.asker == .user, let returned = lookup.returned,
          !app.roster.hasCycle(from: lookup.offer)
        else { return .notExercised }
        let missing = known[lookup.offer] ?? app.roster.missing(from: lookup.offer)
        known[lookup.offer] = missing
        guard let first = missing.first else { return .notExercised }
        if case .failure(let failure)? = lookup.answer {
          let names = Set(failure.names)
          let isNamed = missing.contains { missing in
            names.contains(missing.dependent) && names.contains(missing.dependency)
          }
          if isNamed { return .held }
        }
        return .violated(
          at: returned,
          because:
            "no error says that \(first.dependent) requires \(first.dependency), which nobody "
            + "offers")
      }
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app with a component that requires what nobody offers.
  fileprivate static let betaMissing: Self = [
    .library(), .component(1, "Alpha", needs: ["Beta"]), .configure(), .configured(),
  ]
}

extension Rule.Code {
  fileprivate static let missingRequired = Rule.Code(
    wrong: """
      func check(
        _ component: ContainerComponent, in registry: Registry
      ) throws {
        for need in component.declaration.dependencies where need.isRequired {
          guard registry[need.offer] != nil else {
            throw ContainerError("\\(component.offer) can't be created")
          }
        }
      }
      """,
    right: """
      func check(
        _ component: ContainerComponent, in registry: Registry
      ) throws {
        for need in component.declaration.dependencies where need.isRequired {
          guard registry[need.offer] != nil else {
            throw ContainerError("\\(component.offer) needs \\(need.offer)")
          }
        }
      }
      """)
}
