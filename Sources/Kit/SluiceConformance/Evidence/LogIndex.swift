public import SluiceSpies

/// What a log says so far, by registration, consumer and sequence; numbers are places in the log.
///
/// It grows with its log: each entry is filed once, however often the index is asked while a run
/// goes on, and the same index serves the rules at its end.
public struct LogIndex: Sendable {
  /// The number of entries that are filed.
  public private(set) var count = 0
  /// The registrations in the order of their adds.
  public internal(set) var registrations: [RegistrationRecord] = []
  /// The consumers in the order in which they made their iterators.
  public internal(set) var consumers: [ConsumerRecord] = []
  /// The sequences in the order in which they were accessed.
  public internal(set) var sequences: [SequenceRecord] = []
  /// The places at which nothing was ready any more; the end of the epilogue is one.
  public internal(set) var quiescences: [Int] = []
  /// The places at which the stream tried to remove what was never added.
  public internal(set) var unmatchedRemoves: [Int] = []
  /// The entries about watched objects and about work that is left over.
  public internal(set) var remains: [Int] = []
  /// Where the epilogue began; nil if the run never came to it.
  public internal(set) var epilogueBegan: Int?
  /// Where the epilogue ended; nil if the run never came to it.
  public internal(set) var epilogueEnded: Int?
  /// The readings of a source's present value, in order.
  public internal(set) var presentReadings: [PresentReading] = []
  /// The places at which a source began to show another present value.
  public internal(set) var presentMoves: [Int] = []
  /// The places at which the driver dropped the owner of the streams.
  public internal(set) var ownerDrops: [Int] = []
  /// The entries about a component container.
  var containerEvents: [Int] = []
  /// The entries about publishers.
  var demandEvents: [Int] = []
  var earlyCancels: [ConsumerID: [CancelRecord]] = [:]

  /// The index of an empty log.
  public init() {
    quiescences.reserveCapacity(8)
  }

  /// Files the entries of a log that are not filed yet.
  ///
  /// - Parameter entries: The whole log: what is filed already, and what came after it.
  public mutating func extend(to entries: [LogEntry]) {
    // A span lends an entry where the array would copy it.
    let entries = entries.span
    while count < entries.count {
      record(entries[count], at: count)
      count += 1
    }
  }

  /// Whether a consumer has made its iterator.
  public func hasIterator(of consumer: ConsumerID) -> Bool {
    place(of: consumer) != nil
  }

  /// Where a consumer was cancelled for the first time, with an iterator or before it had one.
  package func cancelled(_ consumer: ConsumerID) -> Int? {
    let cancels = place(of: consumer).map { place in consumers[place].cancels }
    return (cancels ?? earlyCancels[consumer])?.first?.called
  }

  /// The registrations that serve a consumer: its own, and those of its sequence that no consumer
  /// owns alone.
  ///
  /// - Parameters:
  ///   - consumer: The consumer; one that has made no iterator yet has no registrations.
  ///   - iterators: What several iterators of one sequence have in common.
  /// - Returns: The registrations, in the order of their adds.
  public func registrations(
    of consumer: ConsumerID, _ iterators: Traits.Iterators
  ) -> [RegistrationRecord] {
    guard let place = place(of: consumer) else { return [] }
    if consumers.count == 1, sequences.count == 1, sequences[0].isIterated { return registrations }
    let share = shares(iterators).claimed.first { share in share.consumers.contains(place) }
    return share.map { share in share.registrations.map { place in registrations[place] } } ?? []
  }
}

extension Int? {
  /// The first of two places in a log, where there is one.
  func orEarlier(_ other: Int?) -> Int? {
    guard let self, let other else { return self ?? other }
    return Swift.min(self, other)
  }
}
