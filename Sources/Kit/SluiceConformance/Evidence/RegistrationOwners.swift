package import SluiceSpies

/// Whose each registration of a growing log is, found once for all who ask again and again.
///
/// `LogIndex.registrations(of:_:)` says the same from the whole log each time, which takes longer
/// the more consumers there are.
package struct RegistrationOwners {
  private var filedConsumers = 0
  private var filedRegistrations = 0
  private var sequences: [ConsumerID: SequenceID] = [:]
  private var iterated: Set<SequenceID> = []
  /// The registrations by who added them, as far as that consumer has an iterator.
  private var byConsumer: [ConsumerID: [Int]] = [:]
  /// Those that consumers of a sequence added.
  private var byConsumersOf: [SequenceID: [Int]] = [:]
  /// Those that were added for a sequence by no consumer.
  private var bySequence: [SequenceID: [Int]] = [:]
  /// Those that were added by consumers without an iterator.
  private var early: [Int] = []

  /// Nobody's, as none are filed.
  package init() {}

  /// The registrations that serve a consumer: its own, and those of its sequence that no consumer
  /// owns alone.
  ///
  /// - Parameters:
  ///   - consumer: The consumer; one that has made no iterator yet has no registrations.
  ///   - index: The log, which has grown since this was asked last.
  ///   - iterators: What several iterators of one sequence have in common.
  /// - Returns: The registrations, in the order of their adds.
  package mutating func registrations(
    of consumer: ConsumerID, in index: LogIndex, _ iterators: Traits.Iterators
  ) -> [RegistrationRecord] {
    file(index)
    guard let sequence = sequences[consumer] else { return [] }
    if isOnly(in: index, iterators) { return index.registrations }
    let own = iterators == .independent ? byConsumer[consumer] : byConsumersOf[sequence]
    let pending = early.filter { place in index.registrations[place].caller.sequence == sequence }
    let places = (own ?? []) + (bySequence[sequence] ?? []) + pending
    return places.sorted().map { place in index.registrations[place] }
  }

  private mutating func file(_ index: LogIndex) {
    while filedConsumers < index.consumers.count {
      let consumer = index.consumers[filedConsumers]
      sequences[consumer.id] = consumer.sequence
      iterated.insert(consumer.sequence)
      filedConsumers += 1
    }
    let waiting = early
    early = []
    for place in waiting { file(place, index.registrations[place].caller) }
    while filedRegistrations < index.registrations.count {
      file(filedRegistrations, index.registrations[filedRegistrations].caller)
      filedRegistrations += 1
    }
  }

  private mutating func file(_ place: Int, _ caller: Event.Caller) {
    if let consumer = caller.consumer, let sequence = sequences[consumer] {
      byConsumer[consumer, default: []].append(place)
      byConsumersOf[sequence, default: []].append(place)
    } else if caller.consumer != nil {
      early.append(place)
    } else if let sequence = caller.sequence {
      bySequence[sequence, default: []].append(place)
    }
  }

  /// Whether there is nobody else whose a registration could be.
  private func isOnly(in index: LogIndex, _ iterators: Traits.Iterators) -> Bool {
    if iterators == .independent {
      return index.consumers.count == 1
        && index.sequences.allSatisfy { sequence in sequence.isIterated }
    }
    guard iterated.count == 1, index.sequences.count <= 1 else { return false }
    return index.sequences.allSatisfy { sequence in iterated.contains(sequence.id) }
  }
}
