import SluiceSpies

extension Rule {
  /// The rule that each lookup of what is not cached gives a new instance.
  public static let uncachedIsNew = Rule(
    id: "container.uncached-is-new",
    statement: "each lookup of a component that is not cached gives a new instance",
    level: .must,
    rationale: """
      A component says that it is not cacheable because its instances belong to whoever asks; \
      two that share one change it under each other's hands.
      """,
    usualCause: "The container keeps every instance, also that of a component which is not cached.",
    fix: "Keep an instance only if its component says that it is cached.",
    code: .uncachedIsNew,
    anchors: [.interop("Single Instance per FIRApp"), .containerTest("uncached lookups")],
    underThreads: .counts,
    examples: [
      .conforming(
        "a new one for each", after: .uncachedFound,
        [.lookup(2), .creation(2), .created(2, 2), .found(2, 2)]),
      .violating("the same again", after: .uncachedFound, [.lookup(2), .found(2, 1).blamed]),
      .silent("a component that is cached", after: .alphaFound, [.lookup(2), .found(2, 1)]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      let found = container.answered(in: app).filter { lookup in
        guard let component = app.component(lookup.offer) else { return false }
        return lookup.instance != nil && !component.isCached && component.passesOn == nil
      }
      var given: [String: Set<Int>] = [:]
      return .overall(found) { lookup in
        guard let instance = lookup.instance, let returned = lookup.returned else {
          return .notExercised
        }
        let isFirst = given[lookup.offer] == nil
        guard given[lookup.offer, default: []].insert(instance).inserted else {
          return .violated(
            at: returned,
            because: "instance \(instance) was given before, and \(lookup.offer) is not cached")
        }
        return isFirst ? .notExercised : .held
      }
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app with a component that keeps nothing, which was looked up.
  fileprivate static let uncachedFound: Self = [
    .library(), .component(1, "Alpha", isCached: false), .configure(), .configured(), .lookup(1),
    .creation(1), .created(1, 1), .found(1, 1),
  ]
}

extension Rule.Code {
  fileprivate static let uncachedIsNew = Rule.Code(
    wrong: """
      func keep(
        _ instance: ContainerInstance, of component: ContainerComponent,
        in shelf: inout Shelf
      ) {
        shelf.kept.append((component.offer, instance))
      }
      """,
    right: """
      func keep(
        _ instance: ContainerInstance, of component: ContainerComponent,
        in shelf: inout Shelf
      ) {
        guard component.declaration.isCached else { return }
        shelf.kept.append((component.offer, instance))
      }
      """)
}
