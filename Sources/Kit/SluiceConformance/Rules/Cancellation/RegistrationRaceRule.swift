import SluiceSpies

extension Rule {
  /// The rule that a cancel which meets an add leaves nothing registered.
  ///
  /// There is no handle yet to remove by: whoever takes the cancel has to leave word for whoever
  /// gets the handle.
  public static let registrationRace = Rule(
    id: "cancellation.registration-race",
    statement: "what is being added when its consumer is cancelled is removed when add comes back",
    level: .must,
    rationale: """
      A list that is scrolled quickly cancels streams while they register; a handle that is kept \
      after the last look at the cancel is removed by nobody, and its listener is billed for ever.
      """,
    usualCause: """
      The stream looks at the cancellation, calls add, and stores the handle as if nothing had \
      happened. A cancel during add finds no handle.
      """,
    fix: """
      Look again under the lock when add returns. If the stream was cancelled meanwhile, remove at \
      once by the new handle.
      """,
    code: .registrationRace,
    anchors: [.reactiveStreams("3.5")],
    traits: [.registration, .removal],
    implies: [
      "cancellation.immediate", "cancellation.suspended-removes",
      "cancellation.removed-before-end", "cancellation.propagates",
      "registration.precancelled-balanced", "teardown.balanced",
    ],
    underThreads: .needsPromptness,
    examples: races + noRace
  ) { evidence in
    let applies = Verdict.overall(
      evidence, where: { traits in traits.registration != .access },
      otherwise: .inapplicable(because: "the stream adds before there is anybody to cancel")
    ) { _ in .notExercised }
    if case .inapplicable = applies { return applies }
    return .overall(evidence.cancellations) { cancellation in
      cancellation.subscription.traits.registration == .access
        ? .notExercised : evidence.race(of: cancellation)
    }
  }

  /// A cancel while the listener is being added.
  private static let races: [Example] = [
    .conforming(
      "removed when add has come back",
      adding + [
        .cancel(), .cancelled(), .added(), .remove(), .removed(), .end(), .left(), .quiescent,
      ]),
    .conforming(
      "add throws", adding + [.cancel(), .cancelled(), threw, .end(), .left(), .quiescent]),
    .conforming(
      "an add with await is removed when it has come back", .declaring(\.removal, .settled),
      adding + [
        .cancel(), .cancelled(), .end(), .left(), .quiescent, .added().after(20_000_000),
        .remove(), .removed(), .quiescent,
      ]),
    .violating(
      "kept",
      adding + [.cancel(), .cancelled(), .added(), .end(), .left(), .quiescent.blamed]),
    .violating(
      "an add with await is kept", .declaring(\.removal, .settled),
      adding + [
        .cancel(), .cancelled(), .end(), .left(), .quiescent, .added().after(20_000_000),
        .quiescent.blamed,
      ]),
    .violating(
      "kept until something else happens",
      adding + [
        .cancel(), .cancelled(), .added(), .end(), .left(), .quiescent.blamed, .callback(1),
        .remove(), .removed(), .called(), .quiescent,
      ]),
  ]

  private static let noRace: [Example] = [
    .violating(
      "the second of two listeners is kept", .declaring(\.listeners, 2),
      adding + [
        .added(), .add(2), .cancel(), .cancelled(), .added(2), .remove(), .removed(), .end(),
        .left(), .quiescent.blamed,
      ]),
    .outside(
      "it adds where it is read", .declaring(\.registration, .access), after: .cancelledAndOver),
    .silent("cancelled after add", after: .cancelledAndOver, []),
    .silent("the log ends early", adding + [.cancel(), .cancelled(), .added()]),
    .silent(
      "its consumer never asks",
      [
        .accessed(), .madeIterator(), .add(), .cancel(), .cancelled(), .added(), .quiescent,
      ]),
  ]

  private static let adding: [Example.Line] = [.accessed(), .madeIterator(), .next(), .add()]

  private static let threw: Example.Line = .line(.addThrew(1, .named("refused")))
}

extension Evidence {
  /// The verdict on a cancel: whether what it met inside add is removed behind that.
  fileprivate func race(of cancellation: Cancellation) -> Verdict {
    let consumer = cancellation.consumer
    let met = cancellation.subscription.registrations.filter { registration in
      registration.isInsideAdd(cancellation.called)
    }
    guard !met.isEmpty, !cancellation.isShared, let returned = cancellation.returned,
      let noticed = consumer.isWaiting(at: cancellation.called)
        ? returned : consumer.terminal?.returned
    else { return .notExercised }
    let place = max(returned, noticed)
    if let leak = leak(of: met, after: place) {
      let fate = fate(of: leak.registration, after: leak.at)
      return .violated(
        at: leak.at,
        because: "cancelled while #\(leak.registration.id.number) was added, which \(fate)")
    }
    return tellsOfLeaks(of: met, after: place) ? .held : .notExercised
  }
}

extension Rule.Code {
  fileprivate static let registrationRace = Rule.Code(
    wrong: """
      func start() {
        guard !isOver.isRaised else { return }
        slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
      }
      func cancel() {
        isOver.raise()
        slot.take()?.remove()  // by the handle, if it is stored
      }
      """,
    right: """
      func start() {
        guard !isOver.isRaised else { return }
        slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
        if isOver.isRaised { slot.take()?.remove() }
      }
      func cancel() {
        isOver.raise()
        slot.take()?.remove()  // by the handle, if it is stored
      }
      """)
}
