import SluiceSpies

extension Rule {
  /// The rule that an error delivered while add is on the stack releases what was registered.
  ///
  /// An end delivered there is judged too: the defect is the same, a stream that can only be told
  /// of its end once add has returned.
  public static let syncErrorRemoves = Rule(
    id: "errors.sync-error-removes",
    statement:
      "an error or end inside add releases the registration, however long the iterator is kept",
    level: .must,
    rationale: """
      A stream that sets its termination handler after add has missed an error from inside it: \
      the listener stays until the last reference to the stream is gone.
      """,
    usualCause: """
      The stream sets onTermination after add. An error inside add finds no handler, and the \
      handle that add returns is kept.
      """,
    causes: .syncErrorRemoves,
    fix: """
      Note an error or end in the callback, and look at the note when add returns: if the stream \
      is over, remove at once.
      """,
    code: .syncErrorRemoves,
    anchors: [
      .measured(
        "an AsyncThrowingStream that fails inside add keeps its listener until it is released")
    ],
    traits: [.canFail, .removal],
    implies: ["errors.removes-listener", "completion.removes-listener", "teardown.balanced"],
    underThreads: .needsPromptness,
    examples: logs + inSecondAdd
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.canFail }, otherwise: .cannotFail
    ) { subscription in
      guard let end = subscription.sourceEnd, end.isInsideAdd else { return .notExercised }
      switch evidence.outcome(in: subscription, after: end.began) {
      case .answered(.failure, let at):
        return evidence.releasing(
          subscription.registrations, after: at, event: "an error inside add",
          atOnce: subscription.traits.removal != .synchronous
            ? nil
            : { number in "#\(number) was still registered when the error inside add was thrown" })
      case .answered(.end, let at):
        return evidence.released(subscription, after: at, what: "an end inside add")
      default: return .notExercised
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "removed once add has returned",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(.failure(.named("denied"))),
        .called(), .added(), .remove(), .removed(), .failure("denied"), .left(.failed),
        .quiescent,
      ]),
    .conforming(
      "removed once the error was thrown, by quiescence", .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(.failure(.named("denied"))),
        .called(), .added(), .failure("denied"), .left(.failed), .remove(), .removed(),
        .quiescent,
      ]),
    .violating(
      "removed with the iterator",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(.failure(.named("denied"))),
        .called(), .added(), .failure("denied").blamed, .left(.failed), .next(), .end(),
        .quiescent, .epilogue, .droppedIterator(), .remove(), .removed(), .quiescent, .over,
      ]),
    .violating(
      "ended inside add, removed with the iterator",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(.finish), .called(), .added(),
        .end(), .left(), .next(), .end(), .quiescent.blamed, .epilogue, .droppedIterator(),
        .remove(), .removed(), .quiescent, .over,
      ]),
    .silent(
      "an error after add", after: .waiting,
      [.callback(.failure(.named("denied"))), .called(), .failure("denied"), .left(.failed)]),
    .outside("a stream that can't throw", .declaring(\.canFail, false)),
  ]

  /// What one of two listeners is told while the other is being added.
  private static let inSecondAdd: [Example] = [
    .conforming(
      "told to the first of two listeners inside the second add",
      .declaring(\.listeners, 2),
      secondAdd + [
        .called(), .added(2), .remove(), .removed(), .remove(2), .removed(2),
        .failure("denied"), .left(.failed), .quiescent,
      ]),
    .violating(
      "the first of two listeners stays, which was told inside the second add",
      .declaring(\.listeners, 2),
      secondAdd + [
        .called(), .added(2), .remove(2), .removed(2), .failure("denied").blamed,
        .left(.failed), .quiescent,
      ]),
  ]

  private static let secondAdd: [Example.Line] = [
    .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2),
    .callback(.failure(.named("denied"))),
  ]
}

extension [Rule.Cause] {
  fileprivate static var syncErrorRemoves: Self {
    [
      .usual(
        """
        An error or end inside add finds only the handle of the listener that is being added, or \
        none: the handle of the one before it is not looked at.
        """
      ) { evidence, blamed in
        evidence.leftBehind(at: blamed).map { left in
          left.of.sourceEnd.map { end in left.registration.addReturned ?? .max < end.began } == true
        } == true
      }
    ]
  }
}

extension Rule.Code {
  fileprivate static let syncErrorRemoves = Rule.Code(
    wrong: """
      let handle = source.addResultListener {
        continuation.yield(with: $0)
      }
      continuation.onTermination = { _ in handle.remove() }
      """,
    right: """
      let (slot, isOver) = (Box<ListenerHandle>(), Flag())
      continuation.onTermination = { _ in
        isOver.raise()
        slot.take()?.remove()
      }
      slot.value = source.addResultListener {
        continuation.yield(with: $0)
      }
      if isOver.isRaised { slot.take()?.remove() }
      """)
}
