import SluiceSpies

extension Rule {
  /// The rule that the streams of two sources have nothing in common.
  public static let noCrossTalk = Rule(
    id: "isolation.no-cross-talk",
    statement: "what one source calls back reaches no consumer of another source",
    level: .must,
    rationale: """
      A callback that finds its stream through a global, or by a key that two share, shows one \
      person's messages to another.
      """,
    usualCause: """
      A static property holds the continuation, or a router finds streams by a key that two \
      sources share.
      """,
    fix: "Let each listener capture the continuation of its own stream.",
    code: .noCrossTalk,
    anchors: [.reactiveStreams("1.11")],
    implies: [
      "isolation.independent-iterators", "isolation.cancel-one-spares-others",
      "isolation.restart", "delivery.no-invented-values", "delivery.each-value-once",
      "delivery.wakes-waiter", "errors.propagate-unchanged", "completion.finish-ends",
      "cancellation.buffer-declared", "ordering.fifo", "memory.captures-released",
    ],
    underThreads: .counts,
    examples: [
      .conforming(
        "each gets its own", after: .twoWaiting,
        [
          .callback(1), .called(), .element(1), .next(), .callback(2, 2), .called(2),
          .element(2, 2), .next(2), .quiescent,
        ]
      ).ofTwoSources,
      .violating(
        "the second gets the first's value", after: .twoWaiting,
        [.callback(1), .called(), .element(1, 2).blamed, .next(2), .quiescent]
      ).ofTwoSources,
      .violating(
        "both get it", after: .twoWaiting,
        [
          .callback(1), .called(), .element(1), .next(), .element(1, 2).blamed, .next(2),
          .quiescent,
        ]
      ).ofTwoSources,
      .violating(
        "the second fails with the first's error", after: .twoWaiting,
        [
          .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
          .failure("denied"), .left(.failed), .failure("denied", 2).blamed, .left(.failed, 2),
          .quiescent,
        ]
      ).ofTwoSources,
    ] + apart
  ) { evidence in
    let told = ToldBySources(evidence)
    guard let told else { return .notExercised }
    return .overall(evidence.subscriptions) { subscription in
      guard let source = evidence.declarations.source(of: subscription.sequence) else {
        return .notExercised
      }
      if let stray = subscription.invented, told.other(than: source, calledBack: stray) {
        return .violated(
          at: stray.at,
          because: "consumer \(stray.consumer.number) got \(stray.value), which another source "
            + "called back")
      }
      if let (at, failure) = subscription.strayFailure(of: source, told) {
        return .violated(at: at, because: "it failed with \(failure), as another source did")
      }
      let isExercised = !subscription.receptions.isEmpty && told.otherWasGot(than: source)
      return isExercised ? .held : .notExercised
    }
  }

  private static let apart: [Example] = [
    .silent(
      "both fail with the same", after: .twoWaiting,
      [
        .callback(.failure(.named("denied"))), .remove(), .removed(), .called(),
        .failure("denied"), .left(.failed), .callback(.failure(.named("denied")), 2),
        .remove(2, by: 2, of: 2), .removed(2), .called(2), .failure("denied", 2),
        .left(.failed, 2), .quiescent,
      ]
    ).ofTwoSources,
    .silent(
      "two streams of one source", after: .twoWaiting,
      [
        .callback(1), .called(), .element(1), .next(), .callback(2, 2), .called(2),
        .element(2, 2), .next(2), .quiescent,
      ]),
    .silent("one stream", after: .waitingAgain, []),
  ]
}

/// What each of several sources called back first, and which of them somebody got something of.
private struct ToldBySources {
  /// Where something was first called back by two sources at most: the one that was the first to,
  /// and the first of the others.
  private struct First {
    var source: Value
    var began: Int
    var other: Int?

    mutating func add(_ source: Value, _ began: Int) {
      if source == self.source {
        self.began = min(self.began, began)
      } else if began < self.began {
        (self.source, self.began, other) = (source, began, self.began)
      } else {
        other = min(other ?? .max, began)
      }
    }

    func other(than source: Value, before place: Int) -> Bool {
      (source == self.source ? other ?? .max : began) < place
    }
  }

  private var values: [Value: First] = [:]
  private var failures: [Failure: First] = [:]
  private var got: Set<Value> = []

  /// Nil where the streams do not listen to several sources, as far as is declared.
  init?(_ evidence: Evidence) {
    var sources: Set<Value> = []
    for subscription in evidence.subscriptions {
      if let source = evidence.declarations.source(of: subscription.sequence) {
        sources.insert(source)
      }
    }
    guard sources.count > 1 else { return nil }
    for subscription in evidence.subscriptions {
      guard let source = evidence.declarations.source(of: subscription.sequence) else { continue }
      if !subscription.receptions.isEmpty { got.insert(source) }
      for delivery in subscription.deliveries {
        if let value = delivery.value {
          values[value, default: First(source: source, began: .max)].add(source, delivery.began)
        }
        if let failure = delivery.failure {
          failures[failure, default: First(source: source, began: .max)].add(
            source, delivery.began)
        }
      }
    }
  }

  /// Whether another source called a value back before somebody got it.
  func other(than source: Value, calledBack stray: Reception) -> Bool {
    values[stray.value]?.other(than: source, before: stray.at) == true
  }

  /// Whether another source failed with an error before a place.
  func other(than source: Value, failedWith failure: Failure, before place: Int) -> Bool {
    failures[failure]?.other(than: source, before: place) == true
  }

  /// Whether somebody got something of another source.
  func otherWasGot(than source: Value) -> Bool {
    got.count > (got.contains(source) ? 1 : 0)
  }
}

extension Subscription {
  /// Where a consumer failed with an error that came from another source alone.
  fileprivate func strayFailure(
    of source: Value, _ told: ToldBySources
  ) -> (at: Int, failure: Failure)? {
    for consumer in consumers {
      guard case .failure(let failure)? = consumer.terminal?.output, !failure.isCancellation,
        let at = consumer.terminal?.returned,
        !deliveries.contains(where: { $0.failure != nil && $0.began < at }),
        !registrations.contains(where: { $0.addThrew != nil }),
        // What has a state tells by that how it ended.
        traits.source != .operation
      else { continue }
      if told.other(than: source, failedWith: failure, before: at) { return (at, failure) }
    }
    return nil
  }
}

extension Rule.Code {
  fileprivate static let noCrossTalk = Rule.Code(
    wrong: """
      typealias Stream = AsyncThrowingStream<Message, any Error>
      static let current = Box<Stream.Continuation>()

      func receive() {
        guard task.closeCode == .invalid else { return }  // it is closed
        task.receive { [weak self] result in
          Self.current.value?.yield(with: result)
          if case .success = result { self?.receive() }
        }
      }
      """,
    right: """
      let continuation: AsyncThrowingStream<Message, any Error>.Continuation

      func receive() {
        guard task.closeCode == .invalid else { return }  // it is closed
        task.receive { [weak self] result in
          self?.continuation.yield(with: result)
          if case .success = result { self?.receive() }
        }
      }
      """)
}
