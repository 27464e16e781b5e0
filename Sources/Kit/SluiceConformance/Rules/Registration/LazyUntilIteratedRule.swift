import SluiceSpies

extension Rule {
  /// The rule that a stream which declares itself lazy adds nothing before it is iterated.
  public static let lazyUntilIterated = Rule(
    id: "registration.lazy-until-iterated",
    statement: "a stream that declares to register on iteration adds nothing before",
    level: .should,
    levelReason: """
      A stream that registers early works, and costs a listener that nobody reads from; the \
      trait registration declares it.
      """,
    rationale: """
      Who reads a stream without iterating it would start network traffic and hold a \
      registration that nobody knows of.
      """,
    usualCause: """
      The property or the initializer of the stream already calls add. The closure of AsyncStream \
      { continuation in … } runs when the stream is made, not when it is iterated.
      """,
    fix: "Call add in the first next(), or declare the trait 'registration' as the stream does it.",
    anchors: [.reactiveStreams("2.1")],
    traits: [.registration],
    underThreads: .counts,
    examples: [
      .conforming("added at the first next()", after: .waiting, []),
      .conforming(
        "added with the iterator", .declaring(\.registration, .iterator),
        [.accessed(), .madeIterator(), .add(), .added(), .droppedSequence(), .next(), .quiescent]),
      .conforming("read and dropped", [.accessed(), .droppedSequence(), .quiescent]),
      .violating(
        "added when the stream is read",
        [.accessed(), .add(by: nil).blamed, .added(), .madeIterator(), .next(), .quiescent]),
      .violating(
        "added with the iterator, declared for the first next()",
        [.accessed(), .madeIterator(), .add().blamed, .added(), .next(), .quiescent]),
      .silent("no stream is read", [.quiescent]),
      .outside("declared for the access", .declaring(\.registration, .access)),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.registration != .access },
      otherwise: .inapplicable(because: "the stream declares that it registers when it is read")
    ) { subscription in
      let starts = subscription.consumers.lazy.compactMap { consumer in
        subscription.traits.registration == .iterator
          ? consumer.iteratorMade : consumer.nexts.first?.called
      }
      let others = subscription.othersStart(
        isAsked: subscription.traits.registration != .iterator)
      let start = min(starts.min() ?? .max, others ?? .max)
      guard let early = subscription.registrations.first, early.addCalled < start else {
        return evidence.knowsOwners ? .held : .notExercised
      }
      return .violated(
        at: early.addCalled,
        because: "#\(early.id.number) was added before the stream was iterated")
    }
  }
}
