import SluiceSpies

extension Rule {
  /// The rule that nothing is received from a socket that is known to be closed.
  public static let receivesWhileOpen = Rule(
    id: "socket.receives-while-open",
    statement: "after a receive has failed, or the stream has closed the socket, none is called",
    level: .must,
    rationale: """
      A receive on a closed socket fails at once. Who answers that by the next one goes on for \
      ever, at the speed of the processor.
      """,
    usualCause: """
      The completion of each receive() calls the next one, whether it failed or not, or tries a \
      failed one again.
      """,
    fix: "Finish the stream with the error of a failed receive(), and call receive() no more.",
    code: .receivesWhileOpen,
    anchors: [.webSocketArticle],
    traits: [.source],
    implies: [
      "socket.app-close-ends", "cancellation.suspended-returns", "memory.tasks-ended",
      "memory.captures-released", "memory.owner-released",
    ],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "the failure ends it", .socket, after: .receiving,
        [
          .callback(.failure(.named("not-connected"))), .remove(), .removed(), .called(),
          .failure("not-connected"), .left(.failed), .quiescent,
        ]),
      .conforming(
        "cancelled, and never called again", .socket, after: .receiving,
        [
          .cancel(), .remove(), .removed(), .cancelled(),
          .callback(.failure(.named("cancelled"))), .called(), .end(), .left(), .quiescent,
        ]),
      .violating(
        "called again after a failure", .socket, after: .receiving,
        [
          .callback(.failure(.named("not-connected"))), .called(), .remove(), .removed(),
          .receive().blamed, .callback(.failure(.named("not-connected"))), .called(), .receive(),
        ]),
      .violating(
        "called again after the stream's own close", .socket, after: .receiving,
        [
          .cancel(), .remove(), .removed(), .cancelled(), .receive().blamed, .end(), .left(),
          .quiescent,
        ]),
      .silent("the socket stays open", .socket, after: .receiving, []),
      .outside("a listener", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source == .socket }, otherwise: .noSocket
    ) { subscription in
      .overall(subscription.registrations) { registration in
        guard let shut = registration.shut, !registration.receives.isEmpty else {
          return .notExercised
        }
        guard let late = registration.receives.first(after: shut) else { return .held }
        return .violated(
          at: late, because: "receive was called on #\(registration.id.number), which was closed")
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let receivesWhileOpen = Rule.Code(
    wrong: """
      func receive(tries: Int) {
        task.receive { [weak self] result in
          if case .failure = result, tries > 1 {
            self?.receive(tries: tries - 1)
            return
          }
          self?.continuation.yield(with: result)
          if case .success = result { self?.receive(tries: 3) }
        }
      }
      """,
    right: """
      func receive() {
        guard task.closeCode == .invalid else { return }  // it is closed
        task.receive { [weak self] result in
          // A failure finishes the stream.
          self?.continuation.yield(with: result)
          if case .success = result { self?.receive() }
        }
      }
      """)
}
