import SluiceSpies

extension Evidence {
  /// Shares the consumers and registrations out among subscriptions, in the order of their
  /// sequences and consumers.
  func makeSubscriptions() -> [Subscription] {
    var shares = traits.iterators == .independent ? sharesByConsumer : sharesBySequence
    let unclaimed = assignRegistrations(to: &shares)
    var strangers: Set<Value> = []
    for place in unclaimed {
      for callback in registrations[place].callbacks {
        if case .value(let value) = callback.payload { strangers.insert(value) }
      }
    }
    return shares.map { share in
      Subscription(
        of: share.sequence, consumers: share.consumers.map { place in consumers[place] },
        registrations: share.registrations.map { place in registrations[place] }, traits: traits,
        released: share.consumers.isEmpty ? dropped(share.sequence) : epilogueBegan,
        strangers: strangers)
    }
  }

  private struct Share {
    var sequence: SequenceID
    var consumers: [Int] = []
    var registrations: [Int] = []
  }

  private var sharesByConsumer: [Share] {
    consumers.indices.map { place in
      Share(sequence: consumers[place].sequence, consumers: [place])
    }
      + sequences.filter { sequence in !sequence.isIterated }.map { Share(sequence: $0.id) }
  }

  private var sharesBySequence: [Share] {
    var shares = sequences.map { sequence in Share(sequence: sequence.id) }
    for place in consumers.indices {
      let sequence = consumers[place].sequence
      if let share = shares.firstIndex(where: { share in share.sequence == sequence }) {
        shares[share].consumers.append(place)
      } else {
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
    var unclaimed: [Int] = []
    var byConsumer: [ConsumerID: Int] = [:]
    var bySequence: [SequenceID: [Int]] = [:]
    if shares.count > 1 {
      for share in shares.indices {
        for place in shares[share].consumers { byConsumer[consumers[place].id] = share }
        bySequence[shares[share].sequence, default: []].append(share)
      }
    }
    for place in registrations.indices {
      let caller = registrations[place].caller
      if shares.count == 1 {
        shares[0].registrations.append(place)
      } else if let share = caller.consumer.flatMap({ consumer in byConsumer[consumer] }) {
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
