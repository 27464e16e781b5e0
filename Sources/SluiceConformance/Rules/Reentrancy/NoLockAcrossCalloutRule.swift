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
    anchors: [
      .swiftEvolution("0314"), .practice("swift-async-algorithms: effects outside the lock"),
    ],
    implies: consequencesOfAHang + [
      "buffering.callback-nonblocking", "reentrancy.cancel-in-callback",
      "reentrancy.emit-in-remove",
    ],
    underThreads: .needsQuiescence,
    examples: [
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
  ) { evidence in
    .overall(evidence.subscriptions) { subscription in
      .overall(subscription.registrations) { registration in
        .overall(evidence.entries(into: subscription, whileCalling: registration)) { entry in
          guard entry.returned == nil else { return .held }
          return .violated(
            at: entry.called,
            because: "\(entry.what) inside \(entry.outer) of #\(registration.id.number) "
              + "did not come back")
        }
      }
    }
  }
}

/// A way into a stream from inside one of its own calls.
private struct Reentry {
  var what: String
  var outer: String
  var called: Int
  var returned: Int?
}

extension Evidence {
  /// What came into a stream from inside a call with which it adds or removes a registration.
  fileprivate func entries(
    into subscription: Subscription, whileCalling registration: RegistrationRecord
  ) -> [Reentry] {
    var outer: [(name: String, began: Int, ended: Int)] = [
      (
        "add", registration.addCalled,
        registration.addReturned ?? registration.addThrew ?? .max
      )
    ]
    for (number, called) in registration.removeCalled.enumerated() {
      let returned = registration.removeReturned
      outer.append(
        ("remove", called, returned.indices.contains(number) ? returned[number] : .max))
    }
    var entries: [Reentry] = []
    func note(_ what: String, _ called: Int, _ returned: Int?) {
      for call in outer where call.began < called && called < call.ended {
        entries.append(
          Reentry(what: what, outer: call.name, called: called, returned: returned))
        return
      }
    }
    for other in subscription.registrations {
      for callback in other.callbacks { note("a callback", callback.began, callback.ended) }
    }
    for consumer in subscription.consumers {
      for cancel in consumer.cancels { note("a cancel", cancel.called, cancel.returned) }
    }
    return entries
  }
}
