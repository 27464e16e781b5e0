import SluiceSpies

/// The membership of one iteration in a broadcast; numbers are places in the log.
///
/// The iteration is certainly a member only from when it has joined until it is told to go. Before
/// and after that the stream may count it as one.
struct Membership: Sendable {
  /// Who iterates.
  @Looked private(set) var consumer: ConsumerID
  /// Where it may begin to count: its iterator was made.
  @Looked private(set) var made: Int
  /// From where on values may be its own: of a stream that settles what was called back since
  /// everything had come to rest may still be on its way.
  let since: Int
  /// Where it asked for its first value.
  let asked: Int
  /// By where it has joined, so that values are its own.
  let joined: Int
  /// By where everything that its join set off has come to rest.
  let rested: Int
  /// Where it has surely ceased to count.
  @Looked private(set) var left: Int
}

/// A sequence whose iterations have one subscription, of which each gets every value.
struct Broadcast {
  let sequence: SequenceID
  let consumers: [ConsumerRecord]
  /// All registrations that were made for the sequence.
  let registrations: [RegistrationRecord]
  let traits: Traits
  /// The membership of each consumer, in the consumers' order.
  let memberships: [Membership]
  /// The memberships in the form that finds the other members.
  let otherMembers: OtherMembers
  private let callbacks: [Delivery]
  private let places: [RegistrationID: Int]
  /// For each registration the place of the consumer with which it is judged although it serves
  /// nobody; nil where it serves somebody.
  private var carers: [Int?] = []

  init(
    of sequence: SequenceID, consumers: [ConsumerRecord], registrations: [RegistrationRecord],
    traits: Traits, quiescences: [Int]
  ) {
    self.sequence = sequence
    self.consumers = consumers
    self.registrations = registrations
    self.traits = traits
    let callbacks = Subscription.callbacks(of: registrations, traits)
    self.callbacks = callbacks
    memberships = consumers.map { consumer in
      Membership(of: consumer, traits, callbacks, quiescences)
    }
    otherMembers = OtherMembers(of: memberships)
    places = Dictionary(
      registrations.enumerated().map { place, registration in (registration.id, place) },
      uniquingKeysWith: { first, _ in first })
    carers = registrations.map { registration in place(caring: registration) }
  }

  /// What one consumer has of it.
  struct Part {
    var registrations: [RegistrationRecord]
    var deliveries: [Delivery] = []
    var sourceEnd: SourceEnd?
  }

  /// What the consumer at a place has of it: the registrations that have to serve it, the callbacks
  /// from where it may have joined on, and how the source ended for it.
  func part(of place: Int) -> Part {
    let membership = memberships[place]
    var part = Part(
      registrations: registrations.indices.filter { number in
        carers[number] == place || serves(registrations[number], membership)
      }.map { number in registrations[number] })
    let start = start(
      of: membership, isFirst: memberships.allSatisfy { other in other.made >= membership.made })
    var latest: Delivery?
    var over = -1
    var joint = JointEnd(traits)
    for callback in callbacks {
      guard let registration = places[callback.registration].map({ registrations[$0] }) else {
        continue
      }
      var delivery = callback
      if delivery.phase != .insideRemove,
        registration.addCalled < over || part.sourceEnd != nil || joint.isBehindItsEnd(delivery)
      {
        delivery.phase = .afterEnd
      }
      let isHeard = delivery.phase == .live || delivery.phase == .besideRemove
      let isEnd = isHeard && joint.isOver(with: delivery)
      if isEnd { over = delivery.began }
      if isHeard, !owns(delivery, of: registration, membership) {
        delivery.phase = .beforeJoining
      } else if isEnd {
        part.sourceEnd = SourceEnd(
          failure: delivery.failure, payload: delivery.payload, began: delivery.began,
          isInsideAdd: delivery.isInsideAdd)
      }
      if delivery.began > start {
        part.deliveries.append(delivery)
      } else if delivery.phase == .beforeJoining, delivery.payload.yields(traits) {
        latest = delivery
      }
    }
    if traits.lateIterator == .latest {
      if let latest { part.deliveries.insert(latest, at: 0) }
      markReplayed(&part, membership, over)
    }
    let end = part.sourceEnd?.began ?? .max
    part.registrations.removeAll { registration in registration.addCalled > end }
    return part
  }

  /// From where on values may be those of an iteration.
  ///
  /// What was called back while nobody was there may be kept for the first who comes.
  private func start(of membership: Membership, isFirst: Bool) -> Int {
    if isFirst, traits.registration == .access { return -1 }
    let own = registrations.first { registration in
      registration.caller.consumer == membership.consumer
    }
    return min(membership.since, own?.addCalled ?? .max)
  }

  /// Marks the value that an iteration has to get first: the last that was called back before it
  /// had joined, if the registration that told it serves this one, too, and nothing has ended
  /// since.
  private func markReplayed(_ part: inout Part, _ membership: Membership, _ over: Int) {
    let last = part.deliveries.lastIndex { delivery in
      delivery.phase == .beforeJoining && delivery.payload.yields(traits)
    }
    guard let last, membership.joined < .max else { return }
    let delivery = part.deliveries[last]
    let isOver = over > delivery.began && over < membership.joined
    let isServed = registrations.contains { registration in
      registration.id == delivery.registration && serves(registration, membership)
    }
    if isServed, !isOver { part.deliveries[last].phase = .replayed }
  }

  /// Whether what a registration was called back with is an iteration's own.
  private func owns(
    _ delivery: Delivery, of registration: RegistrationRecord, _ membership: Membership
  ) -> Bool {
    let isOwn = registration.caller.consumer == membership.consumer
    let since = isOwn ? min(membership.joined, registration.addCalled) : membership.joined
    return delivery.began > since && serves(registration, membership)
  }

  /// Whether a registration has to serve an iteration: its own add, or one that was still there
  /// when everything had come to rest after it joined.
  ///
  /// One that failed may have failed everybody who was about to join.
  private func serves(_ registration: RegistrationRecord, _ membership: Membership) -> Bool {
    if registration.caller.consumer == membership.consumer { return true }
    guard registration.addCalled < membership.left else { return false }
    let gone = registration.gone ?? .max
    if registration.addThrew != nil { return gone > membership.made }
    return membership.rested < membership.left && gone > membership.rested
  }

  /// The place of the consumer with which a registration is judged that serves nobody: who had left
  /// last when it was added, or else who came first.
  private func place(caring registration: RegistrationRecord) -> Int? {
    guard !memberships.contains(where: { member in serves(registration, member) }) else {
      return nil
    }
    let gone = memberships.indices.filter { place in
      memberships[place].left < registration.addCalled
    }
    return gone.max { one, other in memberships[one].left < memberships[other].left }
      ?? memberships.indices.min { one, other in memberships[one].made < memberships[other].made }
  }
}

extension Membership {
  /// The membership of a consumer of a broadcast with some callbacks.
  fileprivate init(
    of consumer: ConsumerRecord, _ traits: Traits, _ callbacks: [Delivery], _ quiescences: [Int]
  ) {
    let made = consumer.iteratorMade
    self.consumer = consumer.id
    self.made = made
    since =
      traits.removal != .synchronous ? quiescences.last(before: made) ?? -1 : made
    let first = consumer.nexts.first
    asked = first?.called ?? .max
    let isWithIterator = traits.registration == .iterator
    let start = isWithIterator ? made : asked
    rested = start == .max ? .max : quiescences.first(after: start) ?? .max
    joined =
      isWithIterator && traits.removal == .synchronous
      ? made : min(rested, first?.returned ?? .max)
    left = min(
      consumer.terminal?.returned ?? .max, consumer.iteratorDropped ?? .max,
      consumer.taskEnded ?? .max, Membership.cancelledAsleep(consumer, callbacks, quiescences))
  }

  /// Where the cancel came back that a consumer was told of at once, since it waited and nothing
  /// was on its way to it.
  private static func cancelledAsleep(
    _ consumer: ConsumerRecord, _ callbacks: [Delivery], _ quiescences: [Int]
  ) -> Int {
    guard
      let cancel = consumer.cancels.first, let returned = cancel.returned,
      let next = consumer.waiting(at: cancel.called),
      let rest = quiescences.last(before: cancel.called), rest > next.called,
      !callbacks.contains(where: { $0.began > rest && $0.began < cancel.called })
    else { return .max }
    return returned
  }
}

extension Subscription {
  /// By where a consumer has noticed that it was cancelled, and everything that follows has come to
  /// rest.
  func noticing(_ cancel: CancelRecord, _ consumer: ConsumerRecord, _ quiescences: [Int]) -> Int {
    let answered = consumer.next(after: cancel.called)?.returned ?? 0
    let noticed = max(
      cancel.returned ?? cancel.called, consumer.terminal?.returned ?? 0, answered)
    return quiescences.first(after: noticed) ?? .max
  }

  /// Whether a delivery is not what the consumer's own add brought it, and nothing else may have
  /// come before.
  func isOfOthers(_ place: Int) -> Bool {
    guard let membership else { return false }
    let registration = registrations.first { $0.id == deliveries[place].registration }
    return registration?.caller.consumer != membership.consumer
      || deliveries.contains { $0.phase == .beforeJoining || $0.phase == .replayed }
  }
}
