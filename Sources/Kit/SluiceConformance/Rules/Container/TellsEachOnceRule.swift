import SluiceSpies

extension Rule {
  /// The rule that a deletion tells each cached instance once.
  public static let tellsEachOnce = Rule(
    id: "container.tells-each-once",
    statement:
      "the deletion of an app tells each instance that the app keeps, once, before it is over",
    level: .must,
    rationale: """
      The notice is where a product closes its connections and removes its listeners. One that \
      is not told goes on for an app that is gone; one that is told twice ends what is ended.
      """,
    usualCause: """
      The deletion tells no instance, tells an instance once for each protocol that it offers, or \
      misses one that is created meanwhile.
      """,
    fix: """
      Collect the instances by identity, tell each one once, and go on until no further instance \
      has come.
      """,
    code: .tellsEachOnce,
    anchors: [
      .firebase("FirebaseCore/Extension/FIRComponent.h, appWillBeDeleted:"),
      .containerTest("removing cached instances"),
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "told once", after: .alphaFound, [.delete(), .tells(1), .told(1), .deleted(), .quiescent]),
      .conforming(
        "created while the app is deleted, and told then", after: .alphaConfigured,
        [
          .lookup(1), .creation(1), .delete(), .deleted(), .created(1, 1), .tells(1), .told(1),
          .nothing(1), .quiescent,
        ]),
      .violating("not told", after: .alphaFound, [.delete(), .deleted().blamed, .quiescent]),
      .violating(
        "told by two deletions", after: .alphaFound,
        [
          .delete(), .tells(1), .told(1), .deleted(), .delete(2), .tells(1).blamed, .told(1),
          .deleted(2), .quiescent,
        ]),
      .violating(
        "told without a deletion", after: .alphaFound, [.tells(1).blamed, .told(1), .quiescent]),
      .violating(
        "created while the app is deleted, and never told", after: .alphaConfigured,
        [
          .lookup(1), .creation(1), .delete(), .deleted(), .created(1, 1), .nothing(1),
          .quiescent.blamed,
        ]),
      .silent("not deleted", after: .alphaFound, [.quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      let notices = container.notices(of: app)
      if let early = notices.first(where: { $0.began < app.deleteCalled ?? .max }) {
        return .violated(
          at: early.began, because: "instance \(early.instance) is told, and nobody deletes the app"
        )
      }
      guard app.deleteCalled != nil else { return .notExercised }
      let told = Dictionary(grouping: notices) { notice in notice.instance }
      let made = container.creations(in: app).filter { creation in
        creation.instance != nil
          && container.component(creation.component)?.isCached == true
      }
      return .overall(made) { creation in
        container.isTold(
          creation, by: creation.instance.flatMap { told[$0] } ?? [], of: app, evidence)
      }
    }
  }
}

extension ContainerEvidence {
  /// Whether the instance of a creation is told once: before its app is deleted, if the app kept it
  /// then, and else by the quiescence after.
  fileprivate func isTold(
    _ creation: Creation, by told: [Notice], of app: App, _ evidence: Evidence
  ) -> Verdict {
    if told.count > 1 {
      return .violated(
        at: told[1].began, because: "instance \(told[1].instance) is told once more")
    }
    guard let ended = creation.ended, let deleted = app.deleted, let called = app.deleteCalled,
      creation.began < deleted
    else { return .notExercised }
    let isKept = kept(creation, in: app).map { kept in kept < called } == true
    guard let due = isKept ? deleted : evidence.quiescence(after: max(ended, deleted)) else {
      return .notExercised
    }
    guard let first = told.first, first.began < due else {
      return .violated(
        at: due, because: "instance \(creation.instance ?? 0) was not told of the deletion")
    }
    return .held
  }
}

extension Rule.Code {
  fileprivate static let tellsEachOnce = Rule.Code(
    wrong: """
      func tell(_ instances: [ContainerInstance]) {
        // An instance comes once for each protocol that it offers.
        for instance in instances { instance.appWillBeDeleted() }
      }
      """,
    right: """
      func tell(_ instances: [ContainerInstance]) {
        var told: Set<ObjectIdentifier> = []
        // An instance comes once for each protocol that it offers.
        for instance in instances
        where told.insert(ObjectIdentifier(instance)).inserted {
          instance.appWillBeDeleted()
        }
      }
      """)
}
