import SluiceSpies

extension Rule {
  /// The rule that every add has its remove in the end.
  public static let balanced = Rule(
    id: "teardown.balanced",
    statement: "when everything is over no registration is active",
    level: .must,
    rationale: """
      Whatever the path, a listener that is left over costs reads, memory and battery until the \
      process ends.
      """,
    usualCause: """
      One way out of the stream forgets a handle: where the second of two adds throws, the first \
      listener stays.
      """,
    causes: .balanced,
    fix: """
      Store each handle as soon as its add returns, and remove all stored handles on every way \
      out.
      """,
    code: .balanced,
    anchors: [.reactiveStreams("3.13"), .proposal],
    implies: ["memory.captures-released", "memory.owner-released", "memory.tasks-ended"],
    underThreads: .counts,
    examples: [
      .conforming("removed on cancel", after: .cancelledAndOver, []),
      .conforming(
        "an add that threw",
        [
          .accessed(), .madeIterator(), .next(), .add(), .line(.addThrew(1, .named("denied"))),
          .failure("denied"), .left(.failed), .quiescent, .epilogue, .droppedIterator(),
          .quiescent, .over,
        ]),
      .violating(
        "left over", after: .waiting,
        [
          .epilogue, .cancel(), .cancelled(), .end(), .left(), .droppedIterator(), .quiescent,
          .over.blamed,
        ]),
      .violating(
        "removed too late", after: .waiting,
        [
          .epilogue, .cancel(), .cancelled(), .end(), .left(), .droppedIterator(), .quiescent,
          .over.blamed, .remove(by: nil), .removed(),
        ]),
      .silent("the log ends early", after: .waiting, []),
      .silent(
        "an add that has not come back",
        [
          .accessed(), .madeIterator(), .next(), .add(), .epilogue, .cancel(), .cancelled(),
          .end(), .left(), .droppedIterator(), .quiescent, .over,
        ]),
      .silent("nothing was added", [.quiescent, .epilogue, .quiescent, .over]),
    ] + leftWithReason
  ) { evidence in
    guard let over = evidence.epilogueEnded else { return .notExercised }
    return .overall(evidence.registrations) { registration in
      guard registration.isActive(at: over) else { return .held }
      if registration.isInsideAdd(over) { return .notExercised }
      let fate = evidence.fate(of: registration, after: over)
      return .violated(at: over, because: "#\(registration.id.number) \(fate)")
    }
  }
}

extension Rule {
  /// Left over, and the log shows why.
  private static let leftWithReason: [Example] = [
    .violating(
      "the second of two adds threw", .declaring(\.listeners, 2),
      [
        .accessed(), .madeIterator(), .next(), .add(), .added(), .add(2),
        .line(.addThrew(2, .named("denied"))), .failure("denied"), .left(.failed), .quiescent,
        .epilogue, .droppedIterator(), .quiescent, .over.blamed,
      ]),
    .violating(
      "left over, and its owner was gone before", after: .waiting,
      [
        .droppedOwner, .cancel(), .cancelled(), .end(), .left(), .epilogue, .droppedIterator(),
        .quiescent, .over.blamed,
      ]),
  ]
}

extension [Rule.Cause] {
  fileprivate static var balanced: Self {
    [
      .usual(
        """
        Where one of several adds throws, the stream throws the error on and forgets the handles \
        that it has already.
        """
      ) { evidence, blamed in
        evidence.leftBehind(at: blamed)?.of.addThrew != nil
      },
      .ownerIsGone,
    ]
  }
}

extension Rule.Code {
  fileprivate static let balanced = Rule.Code(
    wrong: """
      let prices = try source.connect(prices: continuation)
      let errors = try source.connect(errors: continuation)
      continuation.onTermination = { _ in
        prices.remove()
        errors.remove()
      }
      """,
    right: """
      // Each removes what it keeps, and at once what comes after a cancel().
      let (prices, errors) = (Registration(), Registration())
      continuation.onTermination = { _ in
        prices.cancel()
        errors.cancel()
      }
      prices.keep(try source.connect(prices: continuation))
      errors.keep(try source.connect(errors: continuation))
      """)
}
