import SluiceSpies

extension Subscription {
  /// Files the callbacks of all registrations in order, each under its circumstances, and what the
  /// stream read of its source.
  mutating func fileDeliveries(_ readings: [PresentReading]) {
    deliveries = Subscription.callbacks(of: registrations, traits)
    findSourceEnd()
    file(readings)
    findWhatIsDue()
  }

  /// Files the readings of the present value, each as a delivery that may be got or not.
  mutating func file(_ readings: [PresentReading]) {
    guard !readings.isEmpty else { return }
    for reading in readings {
      var delivery = Delivery(
        registration: registrations.first?.id ?? .ofNoCallback, payload: .value(reading.value),
        began: reading.at)
      delivery.ended = reading.at
      delivery.nanoseconds = reading.nanoseconds
      delivery.phase = .read
      deliveries.append(delivery)
    }
    deliveries.sort { left, right in left.began < right.began }
  }

  /// The callbacks of some registrations in order; of their circumstances what removes have to do
  /// with it.
  ///
  /// - Parameters:
  ///   - registrations: The registrations.
  ///   - traits: What the stream declares of itself.
  /// - Returns: The callbacks.
  static func callbacks(
    of registrations: [RegistrationRecord], _ traits: Traits
  ) -> [Delivery] {
    let removes = Spans(removesOf: registrations)
    let adds = registrations.count > 1 ? Spans(addsOf: registrations) : nil
    var deliveries: [Delivery] = []
    var isSorted = registrations.count == 1
    for registration in registrations {
      for callback in registration.callbacks {
        let called = callback.called
        var delivery = Delivery(
          registration: registration.id, payload: callback.payload, began: called)
        delivery.ended = callback.ended ?? .max
        delivery.nanoseconds = callback.nanoseconds
        delivery.isInsideAdd = adds?.contain(called) ?? registration.isInsideAdd(called)
        let others = registrations.lazy.filter { other in
          // One that has ended goes alone: that says nothing of the others.
          other.id == registration.id || !other.hasEnded(before: called, traits)
        }
        if removes.contain(called), others.contains(where: { $0.isBeingRemoved(at: called) }) {
          let isFired = others.contains { removed in
            removed.isBeingRemoved(at: called, interruptions: callback.interruptions)
          }
          delivery.phase = isFired ? .insideRemove : .besideRemove
        } else if let gone = registration.gone, gone < called {
          delivery.phase = .afterRemove
        }
        isSorted = isSorted && called >= deliveries.last?.began ?? 0
        deliveries.append(delivery)
      }
    }
    if !isSorted { deliveries.sort { left, right in left.began < right.began } }
    return deliveries
  }

  /// Finds out where it was ended, and which values it owes.
  mutating func findWhatIsDue() {
    ended = min(ended, cancelled ?? .max, addThrew ?? .max, sourceEnd?.began ?? .max)
    for consumer in consumers { ended = min(ended, consumer.gone ?? .max) }
    let closed = self.closed
    let lastRead = deliveries.last { delivery in delivery.phase == .read }?.began ?? -1
    for place in deliveries.indices {
      let delivery = deliveries[place]
      let owed =
        switch delivery.phase {
        // What was read later is as new, or newer, and stands for it.
        case .live: delivery.began > lastRead ? delivery.began : Int.max
        case .replayed: membership?.joined ?? .max
        default: Int.max
        }
      deliveries[place].isDue = owed < closed && delivery.payload.yields(traits)
    }
    if traits.joining == .allEnd { findWhatAnErrorOvertakes() }
    switch traits.merging {
    case .leading: findWhatLeads()
    case .combining: findWhatIsCombined()
    case .none, .latest, .quiet: if traits.delay > .zero { findWhatIsKeptBack() }
    }
  }

  /// Finds out which values an error of another joined source may overtake, and so drop.
  ///
  /// Sources that are joined have no order among each other, and a stream may read each of them
  /// only as far as its consumer asks. A value is owed all the same if the consumer waited for it
  /// until the error came, some time later.
  private mutating func findWhatAnErrorOvertakes() {
    let end = sourceEnd?.failure == nil ? nil : sourceEnd
    let failed = end.flatMap { end in
      deliveries.first { delivery in delivery.began == end.began }
    }
    let refused = registrations.first { registration in registration.addThrew != nil }
    guard let source = failed?.registration ?? refused?.id else { return }
    for place in deliveries.indices
    where deliveries[place].isDue && deliveries[place].registration != source {
      let value = deliveries[place]
      let isAwaited = consumers.contains { consumer in
        guard let failed, let next = consumer.waiting(at: value.began) else { return false }
        return value.nanoseconds < failed.nanoseconds
          && consumer.waiting(at: failed.began)?.called == next.called
      }
      if isAwaited { continue }
      deliveries[place].isDue = false
      deliveries[place].isMerged = true
    }
  }

  private mutating func findSourceEnd() {
    var joint = JointEnd(traits)
    var end: Int?
    for place in deliveries.indices {
      let delivery = deliveries[place]
      guard delivery.phase == .live || delivery.phase == .besideRemove else { continue }
      if joint.isBehindItsEnd(delivery) {
        deliveries[place].phase = .afterEnd
      } else if joint.isOver(with: delivery) {
        end = place
        break
      }
    }
    guard let place = end else { return }
    let delivery = deliveries[place]
    sourceEnd = SourceEnd(
      failure: delivery.failure, payload: delivery.payload, began: delivery.began,
      isInsideAdd: delivery.isInsideAdd)
    for later in deliveries.indices[(place + 1)...] where deliveries[later].phase != .insideRemove {
      let isOnItsWay =
        traits.removal != .synchronous && deliveries[later].phase == .live
        && deliveries[later].registration != delivery.registration
      deliveries[later].phase = isOnItsWay ? .besideRemove : .afterEnd
    }
  }
}

/// Which of several listeners have been told the end, and with whose end their stream is over.
struct JointEnd {
  private let traits: Traits
  private var ended: Set<RegistrationID> = []
  /// The listeners that were told a value; of a stream that combines them.
  private var heard: Set<RegistrationID> = []

  init(_ traits: Traits) { self.traits = traits }

  /// Whether a callback comes to a listener that was told the end before, and its stream goes on.
  func isBehindItsEnd(_ delivery: Delivery) -> Bool { ended.contains(delivery.registration) }

  /// Whether the stream is over with a callback, one after the other.
  mutating func isOver(with delivery: Delivery) -> Bool {
    guard delivery.payload.ends(traits) else {
      if traits.merging == .combining, delivery.payload.yields(traits) {
        heard.insert(delivery.registration)
      }
      return false
    }
    if traits.joining == .firstEnd || delivery.failure != nil { return true }
    if traits.merging == .combining, !heard.contains(delivery.registration) { return true }
    ended.insert(delivery.registration)
    return ended.count >= traits.listeners
  }
}

extension RegistrationID {
  /// The number of no registration: a stream may read a present value before it adds a listener.
  fileprivate static let ofNoCallback: RegistrationID = 0
}

extension RegistrationRecord {
  /// Whether it was told before a place that there is nothing more for it, and its stream has other
  /// ones with which it goes on.
  func hasEnded(before place: Int, _ traits: Traits) -> Bool {
    ended(traits).map { ended in ended < place } == true
  }

  /// Where it was told so first.
  func ended(_ traits: Traits) -> Int? {
    guard traits.joining == .allEnd else { return nil }
    return callbacks.lazy.filter { callback in callback.payload.ends(traits) }
      .map(\.called).min()
  }
}

/// Stretches of a log that can nest, made for asking whether a place lies in one.
struct Spans {
  /// The stretches by their starts, each with the furthest end of all that begin there or before.
  private var spans: [(start: Int, reach: Int)] = []

  /// The calls of remove, each to its return or else to the end of the log.
  init(removesOf registrations: [RegistrationRecord]) {
    for registration in registrations {
      for (index, called) in registration.removeCalled.enumerated() {
        let returned = registration.removeReturned
        spans.append((called, returned.indices.contains(index) ? returned[index] : .max))
      }
    }
    if registrations.count > 1 { spans.sort { left, right in left.start < right.start } }
    reachOut()
  }

  /// The calls of add, each to its return or else to the end of the log.
  init(addsOf registrations: [RegistrationRecord]) {
    for registration in registrations {
      let returned = registration.addReturned ?? registration.addThrew ?? .max
      spans.append((registration.addCalled, returned))
    }
    spans.sort { left, right in left.start < right.start }
    reachOut()
  }

  /// How long some registrations were active.
  init(activityOf registrations: some Sequence<RegistrationRecord>) {
    spans = registrations.map { registration in
      (registration.addCalled, registration.gone ?? .max)
    }
    spans.sort { left, right in left.start < right.start }
    reachOut()
  }

  private mutating func reachOut() {
    for index in spans.indices.dropFirst() {
      spans[index].reach = max(spans[index].reach, spans[index - 1].reach)
    }
  }

  func contain(_ place: Int) -> Bool {
    let before = spans.partition { span in span.start < place }
    return before > 0 && spans[before - 1].reach > place
  }
}
