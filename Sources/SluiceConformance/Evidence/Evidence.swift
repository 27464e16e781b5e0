public import SluiceSpies

/// A log with the stream's declared traits, indexed by registration, consumer and sequence: what a rule judges.
///
/// The index is made once for all rules. Every number is a place in `entries`.
public struct Evidence: Sendable {
  /// Everything that happened, in order.
  public let entries: [LogEntry]
  /// What the stream declares of itself.
  public let traits: Traits
  /// The registrations in the order of their adds.
  public private(set) var registrations: [RegistrationRecord] = []
  /// The consumers in the order in which they made their iterators.
  public private(set) var consumers: [ConsumerRecord] = []
  /// The sequences in the order in which they were accessed.
  public private(set) var sequences: [SequenceRecord] = []
  /// The places at which nothing was ready any more.
  public private(set) var quiescences: [Int] = []
  /// Where the epilogue began; nil if the run never came to it.
  public private(set) var epilogueBegan: Int?
  /// Where the epilogue ended; nil if the run never came to it.
  public private(set) var epilogueEnded: Int?
  private var earlyCancels: [ConsumerID: [CancelRecord]] = [:]

  /// The index of a log.
  public init(_ entries: [LogEntry], traits: Traits) {
    self.entries = entries
    self.traits = traits
    for (index, entry) in entries.enumerated() {
      record(entry.event, at: index)
    }
  }

  /// The first place after another at which nothing was ready any more.
  public func quiescence(after index: Int) -> Int? {
    quiescences.first { place in place > index }
  }

  /// The registrations that serve a consumer.
  ///
  /// Where iterators are independent these are its own and those of its sequence that no consumer owns; where they
  /// are not, all of its sequence.
  public func registrations(of consumer: ConsumerRecord) -> [RegistrationRecord] {
    registrations.filter { registration in
      if traits.iterators == .independent, let owner = registration.caller.consumer {
        return owner == consumer.id
      }
      return registration.caller.sequence == consumer.sequence
        || registration.caller == .unknown && consumers.count == 1
    }
  }

  /// The consumers that a registration serves.
  public func consumers(of registration: RegistrationRecord) -> [ConsumerRecord] {
    consumers.filter { consumer in
      registrations(of: consumer).contains { other in other.id == registration.id }
    }
  }

  /// The registrations added on behalf of a sequence, by whichever of its consumers.
  public func registrations(of sequence: SequenceID) -> [RegistrationRecord] {
    registrations.filter { registration in registration.caller.sequence == sequence }
  }

  /// The consumers of a sequence.
  public func consumers(of sequence: SequenceID) -> [ConsumerRecord] {
    consumers.filter { consumer in consumer.sequence == sequence }
  }

  /// Whether a registration was active at a place: add called before it, and neither remove called nor add thrown.
  public func isActive(_ registration: RegistrationRecord, at index: Int) -> Bool {
    registration.addCalled < index && (registration.gone ?? .max) > index
  }
}

extension Evidence {
  private mutating func record(_ event: Event, at index: Int) {
    switch event {
    case .quiescent: quiescences.append(index)
    case .epilogueBegan: epilogueBegan = index
    case .epilogueEnded: epilogueEnded = index
    case .accessed(let id): sequences.append(SequenceRecord(id: id, accessed: index))
    case .sequenceDropped(let id): change(id) { record in record.dropped = record.dropped ?? index }
    default:
      if !recordConsumer(event, at: index) { recordRegistration(event, at: index) }
    }
  }

  private mutating func recordConsumer(_ event: Event, at index: Int) -> Bool {
    switch event {
    case .iteratorMade(let id, let sequence):
      consumers.append(
        ConsumerRecord(
          id: id, sequence: sequence, iteratorMade: index, cancels: earlyCancels[id] ?? []))
    case .iteratorDropped(let id): change(id) { record in record.iteratorDropped = index }
    case .nextCalled(let id): change(id) { $0.nexts.append(NextRecord(called: index)) }
    case .nextReturned(let id, let output):
      change(id) { record in
        guard let open = record.nexts.lastIndex(where: { $0.returned == nil }) else { return }
        record.nexts[open].returned = index
        record.nexts[open].output = output
      }
    case .loopEnded(let id, let end):
      change(id) { record in
        record.loopEnded = index
        record.loopEnd = end
      }
    case .cancelCalled(let id): recordCancel(id) { $0.append(CancelRecord(called: index)) }
    case .cancelReturned(let id):
      recordCancel(id) { cancels in
        guard let open = cancels.lastIndex(where: { $0.returned == nil }) else { return }
        cancels[open].returned = index
      }
    case .taskEnded(let id): change(id) { record in record.taskEnded = index }
    default: return false
    }
    return true
  }

  private mutating func recordRegistration(_ event: Event, at index: Int) {
    switch event {
    case .addCalled(let id, let caller, let options):
      registrations.append(
        RegistrationRecord(id: id, caller: caller, options: options, addCalled: index))
    case .addReturned(let id): change(id) { record in record.addReturned = index }
    case .addThrew(let id, _): change(id) { record in record.addThrew = index }
    case .removeCalled(let id, _): change(id) { record in record.removeCalled.append(index) }
    case .removeReturned(let id): change(id) { record in record.removeReturned.append(index) }
    case .handleDied(let id): change(id) { record in record.handleDied = index }
    case .callbackBegan(let id, let payload):
      change(id) { $0.callbacks.append(CallbackRecord(began: index, payload: payload)) }
    case .callbackEnded(let id):
      change(id) { record in
        guard let open = record.callbacks.lastIndex(where: { $0.ended == nil }) else { return }
        record.callbacks[open].ended = index
      }
    default: break
    }
  }

  /// A consumer can be cancelled before its task has made an iterator.
  private mutating func recordCancel(
    _ id: ConsumerID, _ update: (inout [CancelRecord]) -> Void
  ) {
    if let place = consumers.firstIndex(where: { $0.id == id }) {
      update(&consumers[place].cancels)
    } else {
      update(&earlyCancels[id, default: []])
    }
  }

  private mutating func change(_ id: ConsumerID, _ update: (inout ConsumerRecord) -> Void) {
    guard let place = consumers.lastIndex(where: { $0.id == id }) else { return }
    update(&consumers[place])
  }

  private mutating func change(
    _ id: RegistrationID, _ update: (inout RegistrationRecord) -> Void
  ) {
    guard let place = registrations.lastIndex(where: { $0.id == id }) else { return }
    update(&registrations[place])
  }

  private mutating func change(_ id: SequenceID, _ update: (inout SequenceRecord) -> Void) {
    guard let place = sequences.lastIndex(where: { $0.id == id }) else { return }
    update(&sequences[place])
  }
}
