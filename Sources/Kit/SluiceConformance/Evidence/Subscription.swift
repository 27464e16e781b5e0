public import SluiceSpies

/// The consumers that share registrations, those registrations, and what went through them.
///
/// Where iterators are independent each consumer has a subscription of its own; where they share
/// one, all consumers of a sequence do; where each gets every value from one, each consumer has a
/// subscription of its own to registrations that are also others'. A sequence that was never
/// iterated has a subscription without consumers.
public struct Subscription: Sendable {
  /// The sequence that is iterated.
  @Looked public private(set) var sequence: SequenceID
  /// Its consumers.
  public let consumers: [ConsumerRecord]
  /// The registrations made for them, in the order of the adds.
  public let registrations: [RegistrationRecord]
  /// What the stream declares of itself.
  public let traits: Traits
  /// The callbacks of the registrations, in order.
  public internal(set) var deliveries: [Delivery] = []
  /// The values that the consumers got, in order.
  public internal(set) var receptions: [Reception] = []
  /// The callback with which the source ended it.
  @Looked public internal(set) var sourceEnd: SourceEnd?
  /// The first place at which somebody other than the stream ended it; `Int.max` if nobody did.
  ///
  /// That is a cancel, a consumer that is gone, the source's end, a failed add, a socket that the
  /// app closed, an owner with which the stream ends, the epilogue, or the end of a sequence that
  /// was never iterated. From there on the stream owes no values and may leave its backend.
  @Looked public internal(set) var ended = Int.max
  /// Where the driver dropped the owner of the sequence, if the stream declares to end with that.
  let ownerDropped: Int?
  /// The membership of its consumer in a broadcast; nil for other streams.
  let membership: Membership?
  /// The memberships of all consumers of the broadcast.
  private let otherMembers: OtherMembers

  /// What went through some registrations.
  ///
  /// - Parameters:
  ///   - sequence: The sequence that is iterated.
  ///   - consumers: Its consumers.
  ///   - registrations: The registrations made for them.
  ///   - traits: What the stream declares of itself.
  ///   - readings: The readings of the present value that the stream made for them.
  ///   - ownerDropped: Where the driver dropped the owner of the sequence.
  ///   - released: The epilogue's beginning or, for a sequence that was never iterated, its end.
  ///   - strangers: The values that registrations of unknown origin delivered.
  init(
    of sequence: SequenceID, consumers: [ConsumerRecord], registrations: [RegistrationRecord],
    traits: Traits, readings: [PresentReading], ownerDropped: Int?, released: Int?,
    strangers: Set<Value>
  ) {
    self.sequence = sequence
    self.consumers = consumers
    self.registrations = registrations
    self.traits = traits
    self.ownerDropped = traits.owner == .ends ? ownerDropped : nil
    membership = nil
    otherMembers = OtherMembers()
    fileReceptions()
    ended = end(released)
    fileDeliveries(readings)
    matchReceptions(strangers: strangers)
  }

  /// One consumer's part of a broadcast.
  ///
  /// - Parameters:
  ///   - broadcast: All of the broadcast.
  ///   - place: The consumer's place in it.
  ///   - readings: The readings of the present value that the stream made for all of it.
  ///   - ownerDropped: Where the driver dropped the owner of the sequence.
  ///   - released: The epilogue's beginning.
  ///   - strangers: The values that registrations of unknown origin delivered.
  init(
    _ broadcast: Broadcast, _ place: Int, readings: [PresentReading], ownerDropped: Int?,
    released: Int?, strangers: Set<Value>
  ) {
    let membership = broadcast.memberships[place]
    sequence = broadcast.sequence
    consumers = [broadcast.consumers[place]]
    traits = broadcast.traits
    self.ownerDropped = traits.owner == .ends ? ownerDropped : nil
    self.membership = membership
    otherMembers = broadcast.otherMembers
    let part = broadcast.part(of: place)
    registrations = part.registrations
    deliveries = part.deliveries
    sourceEnd = part.sourceEnd
    fileReceptions()
    ended = end(released)
    file(readings)
    findWhatIsDue()
    matchReceptions(strangers: strangers)
  }

  /// Where the epilogue, the app or the owner ended it.
  private func end(_ released: Int?) -> Int {
    min(released ?? .max, closedByApp ?? .max, ownerDropped ?? .max)
  }

  private mutating func fileReceptions() {
    for consumer in consumers {
      for next in consumer.nexts {
        guard case .element(let value)? = next.output, let at = next.returned else { continue }
        receptions.append(Reception(value: value, at: at, consumer: consumer.id))
      }
    }
    if consumers.count > 1 { receptions.sort { left, right in left.at < right.at } }
  }
}

extension Subscription {
  /// Whether it belongs to nobody else, as that of most streams.
  var isAlone: Bool {
    membership.map { membership in !otherMembers.has(besides: membership.consumer) } ?? true
  }

  /// Whether somebody else may count as a member of the same broadcast within a stretch of the log,
  /// so that its registrations may stay, or come.
  ///
  /// - Parameters:
  ///   - place: Where the stretch begins.
  ///   - end: Where it ends; nil for the place alone.
  /// - Returns: Whether somebody may. Once the source has ended, nobody keeps anything.
  func isHeldByOthers(from place: Int, to end: Int? = nil) -> Bool {
    guard let membership, (sourceEnd?.began ?? .max) >= place else { return false }
    return otherMembers.has(besides: membership.consumer, begunBefore: end ?? place, after: place)
  }

  /// Where somebody else of a broadcast first made an iterator, or first asked.
  func othersStart(isAsked: Bool) -> Int? {
    guard let membership else { return nil }
    return otherMembers.start(besides: membership.consumer, isAsked: isAsked)
  }

  /// Whether a consumer belongs to it.
  public func serves(_ consumer: ConsumerID) -> Bool {
    consumers.contains { record in record.id == consumer }
  }

  /// The first place at which one of its consumers was cancelled.
  public var cancelled: Int? {
    consumers.lazy.compactMap { consumer in consumer.cancelled }.min()
  }

  /// The first place at which one of its adds threw.
  public var addThrew: Int? {
    registrations.lazy.compactMap { registration in registration.addThrew }.min()
  }

  /// The first place at which the app closed one of its sockets, so that the stream had no say.
  public var closedByApp: Int? {
    registrations.lazy.compactMap { registration in registration.closedByApp }.min()
  }

  /// The first place after which the stream owes its consumers nothing: ended, or answered with the
  /// end or an error.
  public var closed: Int {
    consumers.reduce(ended) { place, consumer in
      min(place, consumer.terminal?.returned ?? .max)
    }
  }

  /// The first registration that is still active at a place.
  public func active(at index: Int) -> RegistrationRecord? {
    registrations.first { registration in registration.isActive(at: index) }
  }

  /// Whether its source had ended before a place, or ended others of a broadcast whom its consumer
  /// may have joined by then.
  ///
  /// - Parameters:
  ///   - place: Where it has to have ended by.
  ///   - failure: The error that it ended with; nil for any end.
  /// - Returns: Whether there was such an end.
  func mayHaveEnded(before place: Int, with failure: Failure? = nil) -> Bool {
    if let end = sourceEnd, end.began < place, failure == nil || failure == end.failure {
      return true
    }
    return deliveries.contains { delivery in
      delivery.phase == .beforeJoining && delivery.began < place && delivery.payload.ends(traits)
        && (failure == nil || failure == delivery.failure)
    }
  }

  /// Whether more values came than the stream has room for, as it declares: who is cancelled and
  /// still registered may lose one that waits for one that comes then.
  public var mayOverflow: Bool {
    switch traits.overflow {
    case .unbounded: false
    case .newest(let room), .oldest(let room):
      deliveries.count { delivery in
        delivery.isDue || (delivery.phase == .live && delivery.payload.yields(traits))
      } > room
    }
  }

  /// The first call of `next()` with the end or an error, where all of its consumers came to one;
  /// the last of them.
  public var terminal: NextRecord? {
    var last: NextRecord?
    for consumer in consumers {
      guard let terminal = consumer.terminal else { return nil }
      if (terminal.returned ?? 0) > (last?.returned ?? -1) { last = terminal }
    }
    return last
  }
}
