import SluiceHarness

/// A rule of this package: stricter than the kit's, by which a stream may declare to let go later.
let radioOffAtOnce = Rule(
  id: "radio.off-at-once",
  statement: "no listener is left when the cancel of a waiting consumer returns",
  level: .must,
  rationale: """
    The door's radio is on while anything listens. A phone that is locked right after the cancel \
    runs no task any more, and the battery of the door is empty by the morning.
    """,
  anchors: [.document("the data sheet of the door")],
  traits: [.removal],
  underThreads: .hasNoSay(because: "a thread may be held up between the cancel and the removal"),
  examples: [
    .conforming("removed inside the cancel", after: waiting, [cancel, remove, cancelled]),
    .violating("removed behind it", after: waiting, [cancel, cancelled.blamed, remove]),
    .silent("nobody cancels", waiting),
  ]
) { evidence in
  .overall(evidence.cancellations) { cancellation in
    guard
      cancellation.moment == .waiting, !cancellation.isShared, !cancellation.releasable.isEmpty,
      let returned = cancellation.returned
    else { return .notExercised }
    let late = cancellation.releasable.first { registration in
      registration.gone.map { gone in gone > returned } ?? true
    }
    guard let late else { return .held }
    return .violated(
      at: returned, because: "the radio was on for #\(late.id.number) after the cancel")
  }
}
