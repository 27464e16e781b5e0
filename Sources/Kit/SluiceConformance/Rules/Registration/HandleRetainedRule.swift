import SluiceSpies

extension Rule {
  /// The rule that a handle which removes itself when it is dropped is kept as long as it is
  /// needed.
  public static let handleRetained = Rule(
    id: "registration.handle-retained",
    statement: "a handle whose end removes its registration is kept until the iteration is over",
    level: .must,
    rationale: """
      Some backends remove the listener when its handle is dropped; a stream that lets go of the \
      handle after add falls silent without a word.
      """,
    usualCause: """
      The stream discards what add returns, or refers to it weakly, and this source removes a \
      listener when its handle is released.
      """,
    fix: """
      Keep a strong reference to the handle until the iteration is over, for example in the \
      closure of continuation.onTermination.
      """,
    code: .handleRetained,
    anchors: [.reactiveStreams("2.6")],
    needs: [.removeWithHandle],
    implies: [
      "registration.kept-while-waiting", "isolation.cancel-one-spares-others", "isolation.restart",
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "dropped on cancel", after: .waiting,
        [.cancel(), .line(.handleDied(1)), .remove(), .removed(), .cancelled(), .end(), .left()]),
      .conforming(
        "removed by hand, then dropped", after: .waiting,
        [.cancel(), .remove(), .removed(), .line(.handleDied(1)), .cancelled(), .end(), .left()]),
      .violating(
        "dropped after add",
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .line(.handleDied(1)).blamed,
          .remove(), .removed(), .quiescent,
        ]),
      .silent(
        "dropped after add, where a dropped handle does nothing",
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .line(.handleDied(1)),
          .quiescent,
        ]),
      .conforming(
        "dropped at an error that came before anybody read a broadcast",
        Traits.broadcast.with { $0.registration = .access },
        [
          .accessed(), .add(by: nil), .callback(.failure(.named("denied"))), .called(), .added(),
          .line(.handleDied(1)), .remove(by: nil), .removed(), .madeIterator(), .next(),
          .failure("denied"), .left(.failed), .quiescent,
        ]),
      .silent("kept to the end of the log", after: .waiting, []),
    ]
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      .overall(subscription.registrations) { registration in
        guard let died = registration.handleDied else { return .notExercised }
        // An end that came before anybody read a broadcast is the end, too.
        if died >= subscription.closed || subscription.mayHaveEnded(before: died) { return .held }
        guard let gone = registration.gone else { return .notExercised }
        guard gone == registration.removedByHandle else {
          return gone < died ? .held : .notExercised
        }
        return .violated(
          at: died,
          because: "the handle of #\(registration.id.number) was dropped, which removed it")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let handleRetained = Rule.Code(
    wrong: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { [weak handle] _ in handle?.remove() }
      }
      """,
    right: """
      AsyncStream { continuation in
        let handle = source.addValueListener { continuation.yield($0) }
        continuation.onTermination = { _ in handle.remove() }
      }
      """)
}
