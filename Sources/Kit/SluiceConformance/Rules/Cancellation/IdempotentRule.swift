import SluiceSpies

extension Rule {
  /// The rule that a second cancel changes nothing.
  public static let idempotent = Rule(
    id: "cancellation.idempotent",
    statement: "cancelling a consumer again removes nothing a second time and adds nothing",
    level: .must,
    rationale: """
      Parents, views and deinitialisers all cancel; a backend may reuse the token that a second \
      remove names.
      """,
    usualCause: """
      The stream keeps its handle after the remove, and each further cancel or next() removes by \
      it again.
      """,
    fix: "Take the handle out of the state under the lock, and remove only by what was taken.",
    code: .idempotent,
    anchors: [.reactiveStreams("3.7")],
    traits: [.removal, .listeners],
    implies: ["teardown.remove-once", "registration.declared-adds"],
    underThreads: .needsOneOrder,
    examples: logs + addedBehindTheCancel
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let agains = subscription.consumers.compactMap { consumer in
        consumer.cancels.count > 1 ? consumer.cancels[1].called : nil
      }
      guard let again = agains.min() else { return .notExercised }
      // What begins to iterate only then is another matter: see `precancelledBalanced`.
      let isStarting = subscription.consumers.contains { $0.cancels.count > 1 && $0.begins > again }
      return .overall(subscription.registrations) { registration in
        guard let gone = registration.gone, gone < again else {
          let isByAnother = subscription.isAnothers(
            registration, until: evidence.quiescence(after: registration.addCalled))
          let isUnderWay =
            subscription.traits.listeners > 1
            && subscription.registrations.contains { $0.isInsideAdd(again) }
          let isPassing = evidence.isPassing(registration, after: again, subscription.traits)
          return registration.addCalled < again || isByAnother || isUnderWay
            || isPassing
            || isStarting
            ? .notExercised
            : .violated(
              at: registration.addCalled,
              because: "#\(registration.id.number) was added after the second cancel")
        }
        guard let repeated = registration.removedAgain(after: again) else { return .held }
        return .violated(
          at: repeated,
          because: "#\(registration.id.number) was removed again after the second cancel")
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "cancelled twice", after: .waiting,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .cancel(), .cancelled(), .end(),
        .left(), .quiescent,
      ]),
    .violating(
      "removed by each cancel", after: .waiting,
      [
        .cancel(), .remove(), .removed(), .cancelled(), .cancel(), .remove().blamed, .removed(),
        .cancelled(), .end(), .left(), .quiescent,
      ]),
    .silent("cancelled once", after: .cancelledAndOver, []),
    .silent(
      "the second of two listeners was about to be added", .declaring(\.listeners, 2),
      [
        .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .cancel(),
        .cancelled(), .added(), .add(2), .added(2), .remove(), .removed(), .remove(2),
        .removed(2), .end(), .left(), .quiescent,
      ]),
    .silent(
      "another consumer of the sequence adds for itself",
      [
        .accessed(), .madeIterator(2, of: 1), .cancel(), .cancelled(), .cancel(), .cancelled(),
        .next(2), .add(1, by: 2, of: 1), .added(), .madeIterator(1, of: 1), .next(), .end(),
        .left(), .quiescent,
      ]),
  ]

  /// A task of the stream's own adds when its consumer has been cancelled for good.
  private static let addedBehindTheCancel: [Example] = [
    .violating(
      "added when everything had come to rest", .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .cancel(), .cancelled(),
        .end(), .left(), .quiescent, .add().blamed, .added(), .remove(), .removed(), .quiescent,
      ]),
    .silent(
      "added with the iterator, which is made only then", .declaring(\.registration, .iterator),
      [
        .accessed(), .cancel(), .cancelled(), .cancel(), .cancelled(), .madeIterator(), .add(),
        .added(), .next(), .remove(), .removed(), .end(), .left(), .quiescent,
      ]),
    .silent(
      "its task was about to add, and settles", .declaring(\.removal, .settled),
      [
        .accessed(), .madeIterator(), .next(), .cancel(), .cancelled(), .cancel(), .cancelled(),
        .end(), .left(), .add(), .added(), .remove(), .removed(), .quiescent,
      ]),
  ]
}

extension ConsumerRecord {
  /// Where it asked for its first element.
  fileprivate var begins: Int { nexts.first?.called ?? .max }
}

extension Subscription {
  /// Whether somebody had a registration added, or may have kept it, who was not cancelled twice.
  ///
  /// - Parameters:
  ///   - registration: The registration.
  ///   - rest: Where everything had come to rest after its add: of a stream that settles whoever
  ///     came by then may keep it.
  /// - Returns: Whether it may be theirs.
  fileprivate func isAnothers(_ registration: RegistrationRecord, until rest: Int?) -> Bool {
    consumers.contains { other in
      other.cancels.count < 2 && other.id == registration.caller.consumer
    }
      || isHeldByOthers(
        from: registration.addCalled, to: traits.removal != .synchronous ? rest : nil)
  }
}

extension Rule.Code {
  fileprivate static let idempotent = Rule.Code(
    wrong: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          slot.value?.remove()  // the handle stays in its slot
          inbox.finish()
        }
      }
      """,
    right: """
      func next() async throws -> Double? {
        try await withTaskCancellationHandler {
          try await inbox.next()
        } onCancel: {
          slot.take()?.remove()  // the handle is taken out, under a lock
          inbox.finish()
        }
      }
      """)
}
