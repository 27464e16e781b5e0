import SluiceSpies

extension Rule {
  /// The rule that nothing is created for an app that is deleted.
  public static let nothingAfterDeletion = Rule(
    id: "container.nothing-after-deletion",
    statement: "once an app is deleted nothing is created for it, and lookups give no instance",
    level: .must,
    rationale: """
      Nobody will ever tell such an instance to end: it keeps its connections and listeners, \
      and writes for a user whose app is gone, beside the app that was configured anew under \
      the same name.
      """,
    usualCause: """
      A lookup after the deletion finds an instance that the container still keeps, or creates a \
      new one.
      """,
    fix: "Note that the app is deleted, and answer each later lookup with nil or an error.",
    code: .nothingAfterDeletion,
    anchors: [
      .containerTest("removing components gives none"),
      .firebase("FirebaseCore/Sources/FIRApp.m, deleteApp:"),
    ],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "a lookup gives nothing", after: .alphaDeleted, [.lookup(2), .nothing(2)]),
      .conforming(
        "a lookup fails", after: .alphaDeleted, [.lookup(2), .failed(2, "the app is deleted")]),
      .violating(
        "created anew", after: .alphaDeleted,
        [.lookup(2), .creation(2).blamed, .created(2, 2), .found(2, 2)]),
      .violating("still found", after: .alphaDeleted, [.lookup(2), .found(2, 1).blamed]),
      .silent("nobody asks", after: .alphaDeleted, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      guard let deleted = app.deleted else { return .notExercised }
      let late = container.creations(in: app).first { creation in creation.began > deleted }
      let created: Verdict =
        late.map { late in
          .violated(
            at: late.began,
            because:
              "an instance of \(container.component(late.component)?.offer ?? "a component") "
              + "is created, and the app is deleted")
        } ?? .notExercised
      let asked = container.lookups(in: app).filter { lookup in
        lookup.called > deleted && lookup.returned != nil
      }
      return Verdict.overall(asked) { lookup in
        guard let instance = lookup.instance, let returned = lookup.returned else { return .held }
        return .violated(
          at: returned, because: "the app is deleted, and a lookup gives instance \(instance)")
      }.merged(with: created)
    }
  }
}

extension [Rule.Example.Line] {
  /// The default app had an instance of Alpha, and is deleted.
  fileprivate static let alphaDeleted: Self =
    alphaFound + [.delete(), .tells(1), .told(1), .deleted(), .quiescent]
}

extension Rule.Code {
  fileprivate static let nothingAfterDeletion = Rule.Code(
    wrong: """
      func delete(_ app: ContainerApp) {
        turn.withLock { tell(instances(of: app)) }
      }
      """,
    right: """
      func delete(_ app: ContainerApp) {
        turn.withLock {
          let told = begin(deletionOf: app)  // from now on nothing is created
          tell(told)
          forget(app)
        }
      }
      """)
}
