import SluiceSpies

extension Rule {
  /// The rule that a socket's stream has one receive outstanding at a time.
  public static let oneReceive = Rule(
    id: "socket.one-receive",
    statement: "one receive is outstanding at a time",
    level: .must,
    rationale: """
      Each receive takes one message; of two that wait nobody says which is answered first, so \
      messages change their order, and the number of receives grows with every message.
      """,
    usualCause: """
      The stream calls receive() again before the last call is answered, or twice for each \
      message.
      """,
    fix: "Call receive() once, and call it again only in the completion of that call.",
    code: .oneReceive,
    anchors: [.webSocketArticle],
    traits: [.source],
    underThreads: .needsOneOrder,
    examples: [
      .conforming(
        "set again inside the callback", .socket, after: .receiving,
        [.callback(1), .receive(), .called(), .element(1), .next(), .quiescent]),
      .violating(
        "set again twice", .socket, after: .receiving,
        [
          .callback(1), .receive(), .receive().blamed, .called(), .element(1), .next(),
          .quiescent,
        ]),
      .violating(
        "set before the first is answered", .socket, after: .receiving,
        [.receive().blamed, .quiescent]),
      .silent("one receive in all", .socket, after: .receiving, []),
      .silent("nothing is received", .socket, after: .waiting, []),
      .outside("a listener", Traits(), after: .waiting),
    ]
  ) { evidence in
    .overall(
      evidence, where: { traits in traits.source == .socket }, otherwise: .noSocket
    ) { subscription in
      .overall(subscription.registrations) { registration in registration.receivesOneByOne }
    }
  }
}

extension Verdict {
  /// The reason for which the rules about sockets don't apply to listeners.
  static let noSocket = Verdict.inapplicable(because: "the source is no socket")
}

extension RegistrationRecord {
  /// The first place at which the stream could know that a socket is closed: it has closed it
  /// itself, or a receive has failed.
  var shut: Int? {
    let failed = callbacks.first { callback in
      if case .failure = callback.payload { true } else { false }
    }
    return gone.orEarlier(failed?.began)
  }

  /// Whether each receive but the first was called when the one before it had been answered.
  fileprivate var receivesOneByOne: Verdict {
    let open = receives.filter { place in place < shut ?? .max }
    for (number, place) in open.enumerated().dropFirst() {
      let answered = callbacks.partition { callback in callback.began < place }
      guard answered < number else { continue }
      return .violated(
        at: place, because: "a receive was called while another one had no answer yet")
    }
    return open.count > 1 ? .held : .notExercised
  }
}

extension Traits {
  /// The traits of the reference stream over a socket, as examples have them.
  static let socket = declaring(\.source, .socket)
}

extension [Rule.Example.Line] {
  /// The consumer waits for its first message, and the stream has called receive.
  static let receiving: Self = [
    .accessed(), .madeIterator(), .droppedSequence(), .next(), .add(), .added(), .receive(),
    .quiescent,
  ]
}

extension Rule.Code {
  fileprivate static let oneReceive = Rule.Code(
    wrong: """
      func receive() {
        guard task.closeCode == .invalid else { return }  // it is closed
        task.receive { [weak self] result in
          self?.continuation.yield(with: result)
          guard case .success = result else { return }
          self?.receive()
          self?.receive()
        }
      }
      """,
    right: """
      func receive() {
        guard task.closeCode == .invalid else { return }  // it is closed
        task.receive { [weak self] result in
          self?.continuation.yield(with: result)
          if case .success = result { self?.receive() }
        }
      }
      """)
}
