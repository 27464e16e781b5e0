import SluiceSpies

extension Rule {
  /// The rule that a stream has registered by the time it declares.
  public static let declaredPoint = Rule(
    id: "registration.declared-point",
    statement:
      "a stream has added its listeners when the call comes back in which it declares to register",
    level: .must,
    rationale: """
      Code that opens a stream and then does what causes an event relies on the listener being \
      there. A stream that adds it in a task a moment later misses that event, and its consumer \
      waits for news that has come and gone.
      """,
    usualCause: """
      The call in which the stream declares to register starts a Task, calls an actor or puts a \
      block on a queue, and the listener is added there a moment later.
      """,
    fix: """
      Call add synchronously in the declared call, or declare 'registration.first-next' if the \
      stream adds later.
      """,
    code: .declaredPoint,
    anchors: [.swiftEvolution("SE-0314"), .reactiveStreams("1.9")],
    traits: [.registration, .removal],
    underThreads: .counts,
    examples: thereInTime + addedLate + exempt
  ) { evidence in
    .overall(
      evidence,
      where: { traits in traits.registration != .firstNext && traits.removal == .synchronous },
      otherwise: .inapplicable(
        because: "the stream declares that it registers with the first next(), or some steps later")
    ) { subscription in
      guard let back = evidence.registeringCameBack(for: subscription) else { return .notExercised }
      let declared = max(subscription.traits.listeners, 0)
      let added = subscription.registrations.count { $0.addCalled < back }
      if added >= declared || evidence.wasShared(subscription, by: back) { return .held }
      guard
        subscription.ended > back,
        let late = subscription.registrations.first(where: { $0.addCalled >= back }),
        subscription.traits.registration == .access
          // An operator such as first(where:) makes the iterator within its own call.
          || evidence.entries[late.addCalled].step != evidence.entries[back].step
      else { return .notExercised }
      let call =
        subscription.traits.registration == .access
        ? "the call that reads the stream" : "the call that makes its iterator"
      return .violated(
        at: late.addCalled,
        because: "\(call) had returned before #\(late.id.number) was added")
    }
  }
}

extension Evidence {
  /// The first place after the call came back in which a stream declares to register; nil where the
  /// log does not tell.
  fileprivate func registeringCameBack(for subscription: Subscription) -> Int? {
    switch subscription.traits.registration {
    case .access: index.place(of: subscription.sequence).flatMap { index.sequences[$0].opened }
    case .iterator: subscription.consumers.lazy.compactMap { $0.nexts.first?.called }.min()
    case .firstNext: nil
    }
  }

  /// Whether a broadcast had registered by a place, for readers that have left it since: who comes
  /// later has to start anew.
  fileprivate func wasShared(_ subscription: Subscription, by place: Int) -> Bool {
    guard subscription.traits.iterators == .broadcast else { return false }
    let added = subscriptions.lazy.filter { other in other.sequence == subscription.sequence }
      .flatMap { other in other.registrations }
      .filter { registration in registration.addCalled < place }
      .map { registration in registration.id }
    return Set(added).count >= max(subscription.traits.listeners, 0)
  }
}

extension Rule {
  /// Streams that are registered when the declared call comes back.
  private static let thereInTime: [Example] = [
    .conforming(
      "added when the stream is read", .declaring(\.registration, .access),
      [
        .accessed(), .add(by: nil), .added(), .madeIterator().afterOpening(), .next(), .quiescent,
      ]),
    .conforming(
      "added with the iterator", .declaring(\.registration, .iterator),
      [.accessed(), .madeIterator(), .add(), .added(), .droppedSequence(), .next(), .quiescent]),
    .conforming(
      "an add that takes its time has begun", .declaring(\.registration, .access),
      [
        .accessed(), .add(by: nil), .quiescent.afterOpening(), .added(), .madeIterator(), .next(),
        .quiescent,
      ]),
  ]

  /// Streams that add a hop later.
  private static let addedLate: [Example] = [
    .violating(
      "added some steps after the stream was read", .declaring(\.registration, .access),
      [
        .accessed(), .madeIterator().afterOpening(), .next(), .add(by: nil).blamed, .added(),
        .quiescent,
      ]),
    .violating(
      "added before anything else happens, but after the call",
      .declaring(\.registration, .access),
      [
        .accessed(), .add(by: nil).afterOpening().blamed, .added(), .madeIterator(), .next(),
        .quiescent,
      ]),
    .violating(
      "added some steps after the iterator was made", .declaring(\.registration, .iterator),
      [.accessed(), .madeIterator(), .next(), .add().blamed, .added(), .quiescent]),
    .violating(
      "the second of two listeners comes later",
      Traits().with { traits in
        traits.registration = .access
        traits.listeners = 2
      },
      [
        .accessed(), .add(by: nil), .added(), .madeIterator().afterOpening(), .next(),
        .add(2, by: nil).blamed, .added(2), .quiescent,
      ]),
  ]

  /// Streams that owe nothing here.
  private static let exempt: [Example] = [
    .silent(
      "an operator makes the iterator within its call", .declaring(\.registration, .iterator),
      [
        .accessed(), .madeIterator(), .next(), .add().inTheSameStep, .added().inTheSameStep,
        .quiescent,
      ]),
    .silent(
      "cancelled before the call came back", .declaring(\.registration, .iterator),
      [
        .accessed(), .madeIterator(), .cancel(), .cancelled(), .next(), .end(), .left(),
        .quiescent,
      ]
    ),
    .conforming(
      "a broadcast that all have left begins anew with a reader",
      Traits.broadcast.with { traits in traits.registration = .access },
      [
        .accessed(), .add(by: nil), .added(), .madeIterator().afterOpening(), .next(),
        .quiescent, .cancel(), .remove(), .removed(), .cancelled(), .end(), .left(), .quiescent,
        .madeIterator(2, of: 1), .next(2), .add(2, by: 2, of: 1), .added(2), .quiescent,
      ]),
    .violating(
      "a broadcast that adds nothing before it has a reader",
      Traits.broadcast.with { traits in traits.registration = .access },
      [
        .accessed(), .madeIterator().afterOpening(), .next(), .add(by: 1, of: 1).blamed, .added(),
        .quiescent,
      ]),
    .silent(
      "nothing is ever added", .declaring(\.registration, .access),
      [.accessed(), .madeIterator().afterOpening(), .next(), .end(), .left(), .quiescent]),
    .outside("declared for the first next()", Traits()),
    .outside(
      "declared to settle",
      Traits().with { traits in
        traits.registration = .access
        traits.removal = .settled
      }),
  ]
}

extension Rule.Code {
  fileprivate static let declaredPoint = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        Task {
          let handle = source.addValueListener { continuation.yield($0) }
          continuation.onTermination = { _ in handle.remove() }
        }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
