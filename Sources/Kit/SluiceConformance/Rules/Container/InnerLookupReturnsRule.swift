import SluiceSpies

extension Rule {
  /// The rule that a lookup inside a creation, or inside a notice, comes back.
  public static let innerLookupReturns = Rule(
    id: "container.inner-lookup-returns",
    statement:
      "a lookup inside a creation closure, and inside the notice of a deletion, comes back",
    level: .must,
    rationale: """
      Both are called by the container, and both ask the container: a lock that it holds \
      meanwhile is waited for by its own thread, for ever.
      """,
    usualCause: """
      The container holds a plain lock while it runs a creation closure or tells an instance of a \
      deletion.
      """,
    fix: "Call both without the lock, or use a recursive lock.",
    code: .innerLookupReturns,
    anchors: [
      .containerTest(
        "a lookup inside a creation block, and inside the deletion notice, does not block")
    ],
    implies: ["memory.tasks-ended"],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "inside a creation", after: .betaNeedsAlpha,
        [
          .lookup(2, "Alpha", by: .creation(1)), .creation(2, of: 1), .created(2, 1), .found(2, 1),
          .created(1, 2), .found(1, 2),
        ]),
      .conforming(
        "inside a notice", after: .alphaFound,
        [
          .delete(), .tells(1), .lookup(2, by: .notice(1)), .found(2, 1), .told(1), .deleted(),
          .quiescent,
        ]),
      .violating(
        "never back inside a creation", after: .betaNeedsAlpha,
        [.lookup(2, "Alpha", by: .creation(1)).blamed, .quiescent]),
      .violating(
        "never back inside a notice", after: .alphaFound,
        [.delete(), .tells(1), .lookup(2, by: .notice(1)).blamed, .quiescent]),
      .silent("nobody asks inside", after: .alphaFound, []),
      .outside("a stream", Traits(), after: .waiting),
    ]
  ) { evidence in
    guard let container = evidence.container else { return .noContainer }
    let lastOpen = container.lookups.last { lookup in lookup.returned == nil }?.called ?? 0
    return .overall(container.lookups) { lookup in
      guard lookup.asker != .user else { return .notExercised }
      if lookup.returned != nil { return .held }
      let isInside = if case .creation = lookup.asker { "a creation" } else { "a notice" }
      // Who waits here may wait for an inner one, which is then the one to blame.
      guard lookup.called >= lastOpen else { return .notExercised }
      return .violated(
        at: lookup.called,
        because: "a lookup of \(lookup.offer) inside \(isInside) did not come back")
    }
  }
}

extension [Rule.Example.Line] {
  /// A component that needs Alpha is being created.
  fileprivate static let betaNeedsAlpha: Self = [
    .library(), .component(1, "Alpha"), .component(2, "Beta", needs: ["Alpha"]), .configure(),
    .configured(), .lookup(1, "Beta"), .creation(1, of: 2),
  ]
}

extension Rule.Code {
  fileprivate static let innerLookupReturns = Rule.Code(
    wrong: """
      let lock = NSLock()

      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        try lock.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
      }
      """,
    right: """
      let lock = NSRecursiveLock()

      func instance(
        of offer: String, in app: ContainerApp
      ) throws -> ContainerInstance? {
        try lock.withLock { try kept(offer, in: app) ?? create(offer, in: app) }
      }
      """)
}
