import SluiceSpies

extension Rule {
  /// The rule that later lookups of what is cached give the same instance.
  public static let cachedIsOne = Rule(
    id: "container.cached-is-one",
    statement: "a lookup after another one of a cached component gives the same instance",
    level: .must,
    rationale: """
      Whoever asks twice is then told of two users, two connections and two caches of the same \
      app; what is set on the one is missing from the other.
      """,
    usualCause: "The container keeps no instance, or only the one that was created last.",
    fix: "Keep the instance of each cached component, and look for it before each creation.",
    code: .cachedIsOne,
    anchors: [.interop("Single Instance per FIRApp"), .containerTest("cached lookups")],
    underThreads: .counts,
    examples: [
      .conforming("the same again", after: .alphaFound, [.lookup(2), .found(2, 1)]),
      .violating(
        "another one", after: .alphaFound,
        [.lookup(2), .creation(2), .created(2, 2), .found(2, 2).blamed]),
      .silent("one lookup", after: .alphaFound, []),
      .silent(
        "a component that is not cached",
        [
          .library(), .component(1, "Alpha", isCached: false), .configure(), .configured(),
          .lookup(1),
          .creation(1), .created(1, 1), .found(1, 1), .lookup(2), .creation(2), .created(2, 2),
          .found(2, 2),
        ]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      .overall(container.cachedPairs(in: app)) { earlier, later in
        guard let first = earlier.returned, let second = later.returned, first < later.called else {
          return .notExercised
        }
        guard earlier.instance != later.instance else { return .held }
        return .violated(at: second, because: later.difference(from: earlier))
      }
    }
  }
}

extension ContainerEvidence {
  /// Each lookup of a cached component that gave an instance before the app's deletion, with the
  /// one of the same protocol that was called before it.
  func cachedPairs(in app: App) -> [(earlier: Lookup, later: Lookup)] {
    let found = answered(in: app).filter { lookup in
      lookup.instance != nil && app.component(lookup.offer)?.isCached == true
    }
    var latest: [String: Lookup] = [:]
    return found.compactMap { later in
      latest.updateValue(later, forKey: later.offer).map { earlier in (earlier, later) }
    }
  }
}

extension ContainerEvidence.Lookup {
  /// The reason for which this lookup and an earlier one break a rule.
  func difference(from earlier: ContainerEvidence.Lookup) -> String {
    "a lookup of \(offer) gives instance \(instance ?? 0), and another one gave instance "
      + "\(earlier.instance ?? 0)"
  }
}

extension Rule.Code {
  fileprivate static let cachedIsOne = Rule.Code(
    wrong: """
      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        try turn.withLock { try create(offer, in: app) }
      }
      """,
    right: """
      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        try turn.withLock {
          try kept(offer, in: app) ?? create(offer, in: app)
        }
      }
      """)
}
