import SluiceSpies

extension Rule {
  /// The rule that a missing optional dependency is nil.
  public static let missingOptional = Rule(
    id: "container.missing-optional",
    statement:
      "a component is created without an optional dependency that nobody offers, which is nil",
    level: .must,
    rationale: """
      Optional is what an app may leave out. If it were an error, or kept the component from \
      being created, every app would have to link every product.
      """,
    usualCause: """
      A lookup of a protocol that no component offers throws, or the container refuses a component \
      without its optional dependency.
      """,
    fix: "Return nil from such a lookup, and refuse a component only for a required dependency.",
    code: .missingOptional,
    anchors: [.interop("Overview"), .interop("Depending on Functionality from Another Framework")],
    underThreads: .counts,
    examples: [
      .conforming(
        "created without it", after: .betaOptional,
        [
          .lookup(1), .creation(1), .lookup(2, "Beta", by: .creation(1)), .nothing(2),
          .created(1, 1),
          .found(1, 1),
        ]),
      .violating(
        "its lookup fails", after: .betaOptional,
        [
          .lookup(1), .creation(1), .lookup(2, "Beta", by: .creation(1)),
          .failed(2, "nobody offers Beta").blamed,
          .container(
            .creationEnded(1, .failure(Failure(type: "", value: .string("nobody offers Beta"))))),
          .failed(1, "nobody offers Beta"),
        ]),
      .violating(
        "the component is refused", after: .betaOptional,
        [.lookup(1), .failed(1, "Alpha depends on Beta, which nobody offers").blamed]),
      .silent("nothing is missing", after: .alphaFound, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      .overall(container.answered(in: app)) { lookup in
        guard let returned = lookup.returned, app.roster.isSound(lookup.offer),
          app.roster.isLacking(from: lookup.offer)
        else { return container.optional(lookup, in: app) }
        guard lookup.instance == nil, let lacking = app.roster.lacking(from: lookup.offer).first
        else { return .held }
        return .violated(
          at: returned,
          because: "a lookup of \(lookup.offer) gives \(lookup.answer.words): nobody offers "
            + "\(lacking.dependency), which \(lacking.dependent) can do without")
      }
    }
  }
}

extension ContainerEvidence {
  /// The verdict on a creation's lookup of what nobody offers and it can do without.
  fileprivate func optional(_ lookup: Lookup, in app: App) -> Verdict {
    guard case .creation(let number) = lookup.asker, app.component(lookup.offer) == nil,
      let creation = creation(number),
      let component = component(creation.component), let returned = lookup.returned,
      component.dependencies.contains(.init(lookup.offer, isRequired: false))
    else { return .notExercised }
    if lookup.answer == .nothing { return .held }
    return .violated(
      at: returned,
      because: "nobody offers \(lookup.offer), and its lookup gives \(lookup.answer.words)")
  }
}

extension ContainerEvent.Answer? {
  /// The answer in words, also where there is none.
  fileprivate var words: String { self?.description ?? "no answer" }
}

extension [Rule.Example.Line] {
  /// The default app with a component that can do without what nobody offers.
  fileprivate static let betaOptional: Self = [
    .library(), .component(1, "Alpha", wants: ["Beta"]), .configure(), .configured(),
  ]
}

extension Rule.Code {
  fileprivate static let missingOptional = Rule.Code(
    wrong: """
      func check(
        _ component: ContainerComponent, in registry: Registry
      ) throws {
        for need in component.declaration.dependencies {
          guard registry[need.offer] != nil else {
            throw ContainerError("\\(component.offer) needs \\(need.offer)")
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
