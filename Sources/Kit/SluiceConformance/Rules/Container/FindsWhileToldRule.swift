import SluiceSpies

extension Rule {
  /// The rule that instances can be looked up while they are told.
  public static let findsWhileTold = Rule(
    id: "container.finds-while-told",
    statement: "while an app's instances are told of its deletion, each can still be looked up",
    level: .must,
    rationale: """
      To end its work an instance needs the others: it signs a last request, or takes its \
      listener from another product. What it can't find any more it leaves behind.
      """,
    usualCause: """
      The container forgets its instances before it tells them of the deletion, or forgets each \
      one as it is told.
      """,
    fix: "Tell all instances first, and forget them when the last one has come back.",
    code: .findsWhileTold,
    anchors: [
      .firebase(
        "FirebaseCore/Sources/FIRComponentContainer.m (instances are told, then removed)")
    ],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "found in the notice", after: .alphaFound,
        [
          .delete(), .tells(1), .lookup(2, by: .notice(1)), .found(2, 1), .told(1), .deleted(),
          .quiescent,
        ]),
      .violating(
        "gone in the notice", after: .alphaFound,
        [
          .delete(), .tells(1), .lookup(2, by: .notice(1)), .nothing(2).blamed, .told(1),
          .deleted(),
          .quiescent,
        ]),
      .silent(
        "nothing is looked up", after: .alphaFound,
        [.delete(), .tells(1), .told(1), .deleted(), .quiescent]),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(ofContainerIn: evidence) { container, app in
      guard let called = app.deleteCalled else { return .notExercised }
      let kept = container.kept(in: app, before: called)
      return .overall(container.lookups(in: app)) { lookup in
        guard case .notice(let asker) = lookup.asker, let returned = lookup.returned,
          let instance = kept[lookup.offer]?.instance
        else { return .notExercised }
        if lookup.instance == instance { return .held }
        return .violated(
          at: returned,
          because: "instance \(asker) is told of the deletion, and does not find instance "
            + "\(instance) of \(lookup.offer)")
      }
    }
  }
}

extension ContainerEvidence {
  /// For each protocol the first creation whose instance an app is known to keep before a place.
  fileprivate func kept(in app: App, before place: Int) -> [String: Creation] {
    var first: [String: Creation] = [:]
    for creation in creations(in: app) {
      guard kept(creation, in: app).map({ kept in kept < place }) == true,
        let offer = component(creation.component)?.offer
      else { continue }
      first[offer] = first[offer] ?? creation
    }
    return first
  }
}

extension Rule.Code {
  fileprivate static let findsWhileTold = Rule.Code(
    wrong: """
      func delete(_ app: ContainerApp) {
        turn.withLock {
          let told = begin(deletionOf: app)
          forget(app)
          tell(told)
        }
      }
      """,
    right: """
      func delete(_ app: ContainerApp) {
        turn.withLock {
          let told = begin(deletionOf: app)
          tell(told)
          forget(app)
        }
      }
      """)
}
