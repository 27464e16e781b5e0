import SluiceSpies

extension Rule {
  /// The rule that those who ask for one cached component at once get one instance.
  public static let oneForAll = Rule(
    id: "container.one-for-all",
    statement: "several threads that ask for one lazy component at once get one instance",
    level: .must,
    rationale: """
      The first use of a product is often a race: a view and a background task ask while \
      nothing is there yet. Two instances are then made, and one of them is forgotten with \
      what somebody has already set on it.
      """,
    usualCause: """
      Two threads find no instance and create one each, because the look and the creation are two \
      steps.
      """,
    fix: """
      Note under the lock that the component is being created, and let every other lookup wait for \
      that creation.
      """,
    code: .oneForAll,
    anchors: [
      .interop("Singletons and Instance Management"),
      .firebase("FirebaseCore/Sources/FIRComponentContainer.m, @synchronized(self)"),
    ],
    implies: ["container.cached-is-one"],
    underThreads: .counts,
    examples: [
      .conforming(
        "one creation for both", after: .alphaConfigured,
        [.lookup(1), .creation(1), .lookup(2), .created(1, 1), .found(1, 1), .found(2, 1)]),
      .violating(
        "one creation for each", after: .alphaConfigured,
        [
          .lookup(1), .creation(1), .lookup(2), .creation(2), .created(1, 1), .found(1, 1),
          .created(2, 2), .found(2, 2).blamed,
        ]),
      .silent("one after the other", after: .alphaFound, [.lookup(2), .found(2, 1)]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      .overall(container.cachedPairs(in: app)) { earlier, later in
        guard let first = earlier.returned, let second = later.returned, later.called < first else {
          return .notExercised
        }
        guard earlier.instance != later.instance else { return .held }
        return .violated(
          at: max(first, second),
          because: "of two that asked at once, "
            + later.difference(from: earlier))
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let oneForAll = Rule.Code(
    wrong: """
      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        if let kept = kept(offer, in: app) { return kept }
        return try create(offer, in: app)
      }
      """,
    right: """
      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        try turn.withLock {  // an NSRecursiveLock
          if let kept = kept(offer, in: app) { return kept }
          return try create(offer, in: app)
        }
      }
      """)
}
