import SluiceSpies

extension Rule {
  /// The rule that the consumer's cancel or end closes the socket.
  public static let teardownCloses = Rule(
    id: "socket.teardown-closes",
    statement: "when the consumer was cancelled or is gone, the socket is closed by quiescence",
    level: .must,
    rationale: """
      Nobody reads from the socket any more, and the server goes on sending: the connection, its \
      buffers and the battery are spent on nobody.
      """,
    usualCause: """
      The stream closes the socket only when the app asks for it, or through an object that \
      nothing keeps.
      """,
    fix: """
      Close the socket in continuation.onTermination, whose closure refers to the socket strongly.
      """,
    code: .teardownCloses,
    anchors: [.webSocketArticle],
    traits: [.source, .releasesWhileHeld],
    implies: [
      "cancellation.suspended-removes", "cancellation.busy-removes", "cancellation.immediate",
      "cancellation.propagates", "cancellation.removed-before-end", "teardown.break-removes",
      "teardown.throw-removes", "teardown.operator-end-removes", "teardown.iterator-drop-removes",
      "teardown.never-iterated", "teardown.released-while-held", "teardown.balanced",
      "registration.precancelled-balanced", "memory.captures-released", "memory.owner-released",
      "memory.tasks-ended",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming("closed by the cancel", .socket, after: .cancelledAndOver, []),
      .violating(
        "left open by a cancel", .socket, after: .receiving,
        [.cancel(), .cancelled(), .end(), .left(), .quiescent.blamed]),
      .violating(
        "left open after a break", .socket, after: .receiving,
        [
          .callback(1), .receive(), .called(), .element(1), .left(.broke), .droppedIterator(),
          .taskEnded(), .quiescent.blamed,
        ]),
      .silent("still wanted", .socket, after: .receiving, []),
      .silent(
        "held by a stream that declares to keep it then",
        Traits.socket.with { traits in traits.releasesWhileHeld = false },
        [
          .accessed(), .madeIterator(), .next(), .add(), .added(), .receive(), .quiescent,
          .callback(1), .receive(), .called(), .element(1), .left(.broke), .droppedIterator(),
          .taskEnded(), .quiescent, .cancel(), .cancelled(), .quiescent,
        ]),
      .outside("a listener", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source == .socket }, otherwise: .noSocket
    ) { subscription in
      evidence.released(
        subscription, after: evidence.finished(subscription), what: "its consumer was done")
    }
  }
}

extension Evidence {
  /// The place at which a socket was wanted by nobody any more, as far as its stream declares to
  /// notice.
  fileprivate func finished(_ subscription: Subscription) -> Int? {
    let isTold = subscription.consumers.contains { consumer in consumer.tellsOfItsCancel }
    if subscription.traits.releasesWhileHeld || isTold {
      return over(subscription)
    }
    return abandoned(subscription)
  }
}

extension ConsumerRecord {
  /// Whether its stream was asked for something when it had been cancelled, or while it was.
  fileprivate var tellsOfItsCancel: Bool {
    guard let cancelled, let last = nexts.last(where: { next in !isOperators(next) }) else {
      return false
    }
    return last.returned ?? .max > cancelled
  }
}

extension Rule.Code {
  fileprivate static let teardownCloses = Rule.Code(
    wrong: """
      func start() {
        task.resume()
        receive()  // calls itself after each message
      }
      """,
    right: """
      func start() {
        continuation.onTermination = { [self] _ in
          task.cancel(with: .goingAway, reason: nil)
        }
        task.resume()
        receive()  // calls itself after each message
      }
      """)
}
