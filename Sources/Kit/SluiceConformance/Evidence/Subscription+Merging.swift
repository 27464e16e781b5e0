import SluiceSpies

// Values that a stream leaves out by design, although it keeps none of them back: those within the
// interval of a leading value, and those that come before there is one of each source.

extension Subscription {
  /// Finds out which values the interval of an earlier one may hide.
  ///
  /// A value that comes at the very end of an interval may be hidden, or handed on and begin an
  /// interval of its own.
  mutating func findWhatLeads() {
    let interval = traits.latency.latencyNanoseconds
    // The latest value that was handed on for certain, and those since that may have been.
    var leading = Int64.min
    var possible: [Int64] = []
    for place in deliveries.indices {
      let delivery = deliveries[place]
      guard delivery.mayCome, delivery.payload.yields(traits) else { continue }
      let now = delivery.nanoseconds
      possible.removeAll { began in now - began > interval }
      let isClear = leading == .min || now - leading > interval
      if isClear, possible.isEmpty, delivery.isDue {
        leading = now
      } else {
        deliveries[place].isDue = false
        deliveries[place].isMerged = true
        if leading == .min || now - leading >= interval { possible.append(now) }
      }
    }
  }

  /// Finds out which of the values that nobody got may have been hidden by an interval that began
  /// late, with a value for which its consumer did not wait.
  mutating func findWhatAnIntervalMayHide() {
    for place in deliveries.indices where deliveries[place].isDue {
      let delivery = deliveries[place]
      guard delivery.received == nil else { continue }
      let count = receptions.partition { reception in reception.at < delivery.began }
      let before = receptions.prefix(count).last
      let isWaited = consumers.contains { consumer in consumer.isWaiting(at: delivery.began) }
      if isWaited, before.map(isPrompt) ?? true { continue }
      deliveries[place].isDue = false
      deliveries[place].isMerged = true
    }
  }

  /// Whether a value was got by a consumer that waited for it when it was called back.
  private func isPrompt(_ reception: Reception) -> Bool {
    guard let delivery = origin(of: reception) else { return false }
    return consumers.contains { consumer in
      consumer.id == reception.consumer
        && consumer.waiting(at: delivery.began)?.returned == reception.at
    }
  }

  /// Finds out which values came before there was one of each listener.
  mutating func findWhatIsCombined() {
    var heard: Set<RegistrationID> = []
    for place in deliveries.indices {
      let delivery = deliveries[place]
      // Of what came before it joined others, nothing tells which listeners it was for.
      let isHeard = delivery.phase == .live || delivery.phase == .replayed
      guard isHeard, delivery.payload.yields(traits) else { continue }
      heard.insert(delivery.registration)
      guard heard.count < traits.listeners else { return }
      deliveries[place].isDue = false
      // The combination may be taken for any of its values.
      deliveries[place].isMerged = true
    }
  }
}
