import SluiceSpies

extension LogIndex {
  /// The consumers that share registrations and the registrations made for them, by their places.
  struct Share {
    var sequence: SequenceID
    var consumers: [Int] = []
    var registrations: [Int] = []
  }

  /// Makes the subscriptions, in the order of their sequences and consumers.
  ///
  /// - Parameter declarations: What the streams declare of themselves.
  /// - Returns: The subscriptions, and whether every registration is one of theirs.
  func makeSubscriptions(
    _ declarations: Declarations
  ) -> (subscriptions: [Subscription], areComplete: Bool) {
    let (shares, unclaimed) =
      declarations.areUniform
      ? shares(declarations.common.iterators)
      : shares { sequence in declarations[sequence].iterators }
    var strangers: Set<Value> = []
    for place in unclaimed {
      for callback in registrations[place].callbacks {
        if case .value(let value) = callback.payload { strangers.insert(value) }
      }
    }
    let subscriptions = shares.flatMap { share -> [Subscription] in
      let consumers = share.consumers.map { place in self.consumers[place] }
      let registrations = share.registrations.map { place in self.registrations[place] }
      let traits = declarations[share.sequence]
      if traits.iterators == .broadcast, !consumers.isEmpty {
        let broadcast = Broadcast(
          of: share.sequence, consumers: consumers, registrations: registrations, traits: traits,
          quiescences: quiescences)
        return consumers.indices.map { place in
          Subscription(
            broadcast, place, readings: readings(of: share, traits),
            ownerDropped: ownerDropped(of: share.sequence), released: epilogueBegan,
            strangers: strangers)
        }
      }
      return [
        Subscription(
          of: share.sequence, consumers: consumers, registrations: registrations, traits: traits,
          readings: readings(of: share, traits), ownerDropped: ownerDropped(of: share.sequence),
          released: consumers.isEmpty ? dropped(share.sequence) : epilogueBegan,
          strangers: strangers)
      ]
    }
    return (subscriptions, unclaimed.isEmpty)
  }

  /// The readings of the present value that a stream may have made for those who share.
  ///
  /// One that nobody is known to have made may be anybody's.
  private func readings(of share: Share, _ traits: Traits) -> [PresentReading] {
    guard traits.initialValue == .read, !presentReadings.isEmpty else { return [] }
    let own = Set(share.consumers.map { place in consumers[place].id })
    return presentReadings.filter { reading in
      guard reading.value != .null else { return false }
      if let consumer = reading.caller.consumer { return own.contains(consumer) }
      return reading.caller.sequence == nil || reading.caller.sequence == share.sequence
    }
  }

  /// Where the driver dropped the object that a sequence was read from.
  func ownerDropped(of sequence: SequenceID) -> Int? {
    guard !ownerDrops.isEmpty, let place = place(of: sequence) else { return nil }
    return ownerDrops.first { drop in drop > sequences[place].accessed }
  }

  /// Where the driver let go of a sequence.
  func dropped(_ sequence: SequenceID) -> Int? {
    place(of: sequence).flatMap { place in sequences[place].dropped }
  }

  /// Shares the consumers and registrations out among those who share registrations.
  ///
  /// - Parameter iterators: What several iterators of one sequence have in common.
  /// - Returns: The shares in the order of their sequences and consumers, and the registrations
  ///   that nobody claims although there are several shares.
  func shares(_ iterators: Traits.Iterators) -> (claimed: [Share], unclaimed: [Int]) {
    var shares = iterators == .independent ? sharesByConsumer : sharesBySequence
    let unclaimed = assignRegistrations(to: &shares)
    return (shares, unclaimed)
  }

  /// Shares them out where each stream declares for itself what its iterators have in common.
  private func shares(
    _ iterators: (SequenceID) -> Traits.Iterators
  ) -> (claimed: [Share], unclaimed: [Int]) {
    let byConsumer = sharesByConsumer.filter { share in
      iterators(share.sequence) == .independent
    }
    let bySequence = sharesBySequence.filter { share in
      iterators(share.sequence) != .independent
    }
    var shares = byConsumer + bySequence
    let unclaimed = assignRegistrations(to: &shares)
    return (shares, unclaimed)
  }

  private var sharesByConsumer: [Share] {
    var shares = consumers.indices.map { place in
      Share(sequence: consumers[place].sequence, consumers: [place])
    }
    for sequence in sequences where !sequence.isIterated {
      shares.append(Share(sequence: sequence.id))
    }
    return shares
  }

  private var sharesBySequence: [Share] {
    var shares = sequences.map { sequence in Share(sequence: sequence.id) }
    var first: [SequenceID: Int] = [:]
    for share in shares.indices where first[shares[share].sequence] == nil {
      first[shares[share].sequence] = share
    }
    for place in consumers.indices {
      let sequence = consumers[place].sequence
      if let share = first[sequence] {
        shares[share].consumers.append(place)
      } else {
        first[sequence] = shares.count
        shares.append(Share(sequence: sequence, consumers: [place]))
      }
    }
    return shares
  }

  /// Gives each registration to the subscription of its consumer or, where no consumer added it, to
  /// those of its sequence; the only subscription gets what nobody claims.
  ///
  /// - Returns: The registrations that nobody claims although there are several subscriptions.
  private func assignRegistrations(to shares: inout [Share]) -> [Int] {
    if shares.count == 1 {
      shares[0].registrations = Array(registrations.indices)
      return []
    }
    var byConsumer: [ConsumerID: Int] = [:]
    var bySequence: [SequenceID: [Int]] = [:]
    for share in shares.indices {
      for place in shares[share].consumers { byConsumer[consumers[place].id] = share }
      bySequence[shares[share].sequence, default: []].append(share)
    }
    var unclaimed: [Int] = []
    for place in registrations.indices {
      let caller = registrations[place].caller
      if let share = caller.consumer.flatMap({ consumer in byConsumer[consumer] }) {
        shares[share].registrations.append(place)
      } else if let owners = caller.sequence.flatMap({ sequence in bySequence[sequence] }) {
        for share in owners { shares[share].registrations.append(place) }
      } else {
        unclaimed.append(place)
      }
    }
    return unclaimed
  }
}
