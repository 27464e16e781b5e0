import SluiceSpies

extension Rule {
  /// The rule that closing a socket from the app's side ends its stream.
  public static let appCloseEnds = Rule(
    id: "socket.app-close-ends",
    statement: "closing the socket from the app's side ends the stream by quiescence",
    level: .must,
    rationale: """
      Older systems never answer a receive that waits when the app closes the socket; a stream \
      that relies on it keeps its consumer waiting for ever.
      """,
    usualCause: """
      The stream waits for the outstanding receive() to fail, and older systems never answer it \
      when the app closes the socket.
      """,
    fix: """
      Offer a method that closes the socket and finishes the continuation, and let the app call \
      that.
      """,
    code: .appCloseEnds,
    anchors: [.webSocketArticle],
    traits: [.source],
    implies: [
      "cancellation.suspended-returns", "memory.tasks-ended", "memory.captures-released",
      "memory.owner-released",
    ],
    underThreads: .needsQuiescence,
    examples: [
      .conforming(
        "ended with the close", .socket, after: .receiving,
        [
          .closedByApp(), .remove(by: nil, of: nil), .removed(), .end(), .left(), .next(), .end(),
          .quiescent,
        ]),
      .violating(
        "stuck", .socket, after: .receiving,
        [.closedByApp(), .remove(by: nil, of: nil), .removed(), .quiescent.blamed]),
      .silent(
        "the peer closed it", .socket, after: .receiving,
        [
          .callback(.failure(.named("not-connected"))), .remove(), .removed(), .called(),
          .failure("not-connected"), .left(.failed), .quiescent,
        ]),
      .silent(
        "the stream closed it from a queue of its own", .socket, after: .receiving,
        [.remove(by: nil, of: nil), .removed(), .quiescent]),
      .silent("the consumer was cancelled", .socket, after: .cancelledAndOver, []),
      .outside("a listener", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source == .socket }, otherwise: .noSocket
    ) { subscription in
      guard let closed = subscription.closedByApp, closed == subscription.ended else {
        return .notExercised
      }
      switch evidence.outcome(in: subscription, after: closed) {
      case .answered: return .held
      case .stalled(let at):
        return .violated(at: at, because: "the app has closed the socket, and a consumer waits")
      case .open: return .notExercised
      }
    }
  }
}

extension Rule.Code {
  fileprivate static let appCloseEnds = Rule.Code(
    wrong: """
      func close() {
        task.cancel(with: .goingAway, reason: nil)
      }
      """,
    right: """
      func close() {
        task.cancel(with: .goingAway, reason: nil)
        continuation.finish()
      }
      """)
}
