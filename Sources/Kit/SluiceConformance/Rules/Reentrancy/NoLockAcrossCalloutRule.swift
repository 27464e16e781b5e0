import SluiceSpies

extension Rule {
  /// The rule that a stream can be entered again while it calls its source.
  ///
  /// It calls its source to add and to remove. What comes from inside such a call, a callback or a
  /// cancel, finds the stream's own lock taken if the stream holds it meanwhile, or itself on the
  /// queue that it would like to be on.
  public static let noLockAcrossCallout = Rule(
    id: "reentrancy.no-lock-across-callout",
    statement: "what comes from inside a stream's own call of add or remove comes back",
    level: .must,
    rationale: """
      Many sources hand over the present value inside add, and some a last one inside remove; a \
      stream that calls them under its lock waits for itself, and the app hangs.
      """,
    usualCause: """
      The stream calls add or remove under its lock or on its queue, and a callback inside that \
      call waits for the same lock or queue.
      """,
    fix: "Change the state under the lock, unlock, and call add or remove then.",
    code: .noLockAcrossCallout,
    anchors: [
      .swiftEvolution("SE-0314"),
      .practice(
        "github.com/apple/swift-async-algorithms, whose state machines return actions that run "
          + "outside the lock"),
    ],
    implies: consequencesOfAHang + [
      "buffering.callback-nonblocking", "reentrancy.cancel-in-callback",
      "reentrancy.emit-in-remove",
    ],
    underThreads: .needsQuiescence,
    examples: logs
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      let entrances = subscription.entrances
      return .overall(subscription.registrations) { registration in
        .overall(registration.calls.flatMap { call in call.made(of: entrances) }) { entry in
          guard entry.entrance.returned == nil else { return .held }
          return .violated(
            at: entry.entrance.called,
            because: "\(entry.entrance.what) inside \(entry.call.name) of "
              + "#\(registration.id.number) did not come back")
        }
      }
    }
  }

  /// Logs that hold and logs that break the rule.
  private static let logs: [Example] = [
    .conforming(
      "a value inside add",
      [
        .accessed(), .madeIterator(), .next(), .add(), .callback(1), .called(), .added(),
        .element(1), .next(), .quiescent,
      ]),
    .conforming(
      "a value inside remove", after: .waiting,
      [
        .cancel(), .remove(), .callback(1), .called(), .removed(), .cancelled(), .end(), .left(),
        .quiescent,
      ]),
    .conforming(
      "cancelled inside add",
      [
        .accessed(), .madeIterator(), .next(), .add(), .cancel(), .cancelled(), .added(),
        .remove(), .removed(), .end(), .left(), .quiescent,
      ]),
    .violating(
      "the value inside add never comes back",
      [.accessed(), .madeIterator(), .next(), .add(), .callback(1).blamed, .quiescent]),
    .violating(
      "the value inside remove never comes back", after: .waiting,
      [.cancel(), .remove(), .callback(1).blamed]),
    .violating(
      "the cancel inside add never comes back",
      [.accessed(), .madeIterator(), .next(), .add(), .cancel().blamed]),
    .violating(
      "the value inside the remove at the end never comes back", after: .waiting,
      [.callback(.finish), .remove(), .callback(1).blamed]),
    .silent("nothing comes from inside", after: .cancelledAndOver, []),
    .silent(
      "a callback waits, and add has come back", after: .waiting, [.callback(1), .quiescent]),
  ]
}

/// A way into a stream from outside.
private struct Entrance {
  var what: String
  var called: Int
  var returned: Int?
}

/// A call with which a stream adds or removes a registration, from its beginning to its end.
private struct OuterCall {
  var name: String
  var began: Int
  var ended: Int

  /// What came into the stream from inside of it.
  ///
  /// - Parameter entrances: All there are, in the order in which they began.
  /// - Returns: Each with this call.
  func made(of entrances: [Entrance]) -> [(entrance: Entrance, call: OuterCall)] {
    let first = entrances.partition { entrance in entrance.called <= began }
    return entrances[first...].prefix { entrance in entrance.called < ended }
      .map { entrance in (entrance, self) }
  }
}

extension Subscription {
  /// What came into the stream: callbacks and cancels, in the order in which they began.
  fileprivate var entrances: [Entrance] {
    let callbacks = registrations.flatMap { registration in
      registration.callbacks.map { callback in
        Entrance(what: "a callback", called: callback.began, returned: callback.ended)
      }
    }
    let cancels = consumers.flatMap { consumer in
      consumer.cancels.map { cancel in
        Entrance(what: "a cancel", called: cancel.called, returned: cancel.returned)
      }
    }
    return (callbacks + cancels).sorted { $0.called < $1.called }
  }
}

extension RegistrationRecord {
  /// The calls with which a stream adds and removes it.
  fileprivate var calls: [OuterCall] {
    let add = OuterCall(
      name: "add", began: addCalled, ended: addReturned ?? addThrew ?? .max)
    let removes = removeCalled.enumerated().map { number, called in
      OuterCall(
        name: "remove", began: called,
        ended: removeReturned.indices.contains(number) ? removeReturned[number] : .max)
    }
    return [add] + removes
  }
}

extension Rule.Code {
  fileprivate static let noLockAcrossCallout = Rule.Code(
    wrong: """
      let lock = NSLock()
      let handle = lock.withLock {
        source.addValueListener { price in
          _ = lock.withLock { continuation.yield(price) }
        }
      }
      """,
    right: """
      let lock = NSLock()
      let handle = source.addValueListener { price in
        _ = lock.withLock { continuation.yield(price) }
      }
      """)
}
