import SluiceSpies

/// Whose the sequences and registrations of a run are, as its whole log shows.
struct FootprintOwners {
  private var sequences: [ConsumerID: SequenceID] = [:]
  private var consumers: [SequenceID: [ConsumerID]] = [:]
  private var callers: [RegistrationID: Event.Caller] = [:]
  /// Whether some consumer got an element although nothing was added for its sequence.
  private(set) var hasSharing = false

  init(_ entries: [LogEntry]) {
    var served: Set<SequenceID> = []
    for entry in entries {
      switch entry.event {
      case .iteratorMade(let consumer, let sequence):
        sequences[consumer] = sequence
        consumers[sequence, default: []].append(consumer)
      case .addCalled(let registration, let caller, _):
        callers[registration] = caller
        if let sequence = sequence(of: caller) { served.insert(sequence) }
      case .nextReturned(let consumer, .element):
        if sequences[consumer].map(served.contains) != true { hasSharing = true }
      default: break
      }
    }
  }

  /// The consumers that iterate the sequence which a consumer iterates, itself among them.
  func sharers(of consumer: ConsumerID) -> [ConsumerID] {
    guard let sequence = sequences[consumer] else { return [consumer] }
    return consumers(of: sequence)
  }

  /// The consumers that iterate a sequence; empty if nobody is known to.
  func consumers(of sequence: SequenceID) -> [ConsumerID] {
    consumers[sequence, default: []]
  }

  /// The consumers that a registration serves; empty if nobody is known to be served.
  func consumers(of registration: RegistrationID) -> [ConsumerID] {
    guard let caller = callers[registration], let sequence = sequence(of: caller) else { return [] }
    return consumers(of: sequence)
  }

  private func sequence(of caller: Event.Caller) -> SequenceID? {
    caller.sequence ?? caller.consumer.flatMap { consumer in sequences[consumer] }
  }
}
