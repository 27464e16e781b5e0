import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// The orders in which the stimuli of one case came, over all schedules that it was played under,
/// which pairs have raced, and what came inside calls.
///
/// Two stimuli have *raced* where both orders were really played: at one virtual instant, one
/// schedule had the first before the second, and another schedule of the same case had the second
/// before the first. So what comes at different times never races, nor does what always comes in
/// one order, whether the lines say `race` or not.
///
/// - Both are about one stream: they came to consumers or listeners of it.
/// - Stimuli of two kinds came to one consumer: a value and a cancel of somebody else have nothing
///   to do with each other. An add may be another consumer's, who joins while something happens.
/// - Two of one kind are different ones: of two consumers, or of different values or errors.
/// - Two adds of a shared stream are two readers of one sequence that begin while it is idle: at an
///   instant before which it had no listener. Two sequences that are opened together are not that.
/// - One that ends an iteration may keep the other from happening, and comes before it where it
///   stands alone: a cancel before a value that nobody is called with any more, an error before the
///   end. It is the same consumer's; a source that is closed keeps anybody from adding.
///
/// A stimulus came *inside* a call where one schedule had it between the call's begin and its end,
/// and it came to a consumer for whom the call was made.
///
/// What the epilogue does is no stimulus.
struct StimulusOrders {
  /// One stimulus, by what is the same under every schedule.
  private struct Occurrence: Hashable {
    /// The stream; nil for what a consumer does or is done to, whose stream ``streams`` has.
    var stream: String?
    var kind: Stimulus
    /// The names of the consumers that it came to.
    var consumers: [String]
    /// The value or error.
    var payload: Event.Payload?
    /// Whose add it is.
    var adder = Adder.iteration
  }

  /// Whose an add is.
  enum Adder {
    /// An iteration's with a listener of its own.
    case iteration
    /// A shared stream's.
    case sharedStream
    /// A reader's that begins to read a shared stream without a listener.
    case reader
  }

  /// The streams of the consumers by name: one that is cancelled before it begins shows in no log
  /// of its own which stream it was about.
  private var streams: [String: String] = [:]
  /// The pairs of consumers that have read one sequence, by name.
  private var fellows: Set<Set<String>> = []
  /// The distinct orders that were played of what came at one instant.
  private var orders: [Instant: Set<[Occurrence]>] = [:]
  /// What came inside calls, by stream.
  private(set) var insides: [String: Set<StimulusInside>] = [:]

  /// Notes what one run shows.
  ///
  /// - Parameters:
  ///   - record: The run.
  ///   - streams: The streams that it has read, in the order of their sequences.
  mutating func note(_ record: RunRecord<SourceSpan>, streams: [String]) {
    var reader = StimulusReader(record, streams: streams)
    self.streams.merge(reader.streamOfConsumer) { known, _ in known }
    fellows.formUnion(reader.fellows)
    var orders: [Instant: [Occurrence]] = [:]
    var step = (number: 0, iterators: Set<SequenceID>())
    for entry in record.entries {
      if case .epilogueBegan = entry.event { break }
      if entry.step != step.number { step = (entry.step, []) }
      if case .iteratorMade(_, let sequence) = entry.event { step.iterators.insert(sequence) }
      reader.follow(entry.event, at: entry.instant)
      guard let sight = reader.sight(of: entry.event, leaving: step.iterators) else { continue }
      for (stream, call) in reader.callsAround(sight)
      where StimulusInside.columns.contains(sight.kind) {
        insides[stream, default: []].insert(StimulusInside(call: call, stimulus: sight.kind))
      }
      let occurrence = Occurrence(
        stream: sight.stream, kind: sight.kind, consumers: sight.consumers, payload: sight.payload,
        adder: sight.adder)
      // What comes twice counts where it came first.
      if orders[entry.instant]?.contains(occurrence) == true { continue }
      orders[entry.instant, default: []].append(occurrence)
    }
    for (instant, order) in orders { self.orders[instant, default: []].insert(order) }
  }

  /// The pairs that have raced, by stream.
  var raced: [String: Set<StimulusPair>] {
    var raced: [String: Set<StimulusPair>] = [:]
    for orders in orders.values where orders.count > 1 {
      let all = Array(Set(orders.joined()))
      for (place, one) in all.enumerated() {
        guard let stream = stream(of: one) else { continue }
        for other in all[(place + 1)...]
        where self.stream(of: other) == stream && areRelated(one, other) {
          let pair = StimulusPair(one.kind, other.kind)
          guard raced[stream]?.contains(pair) != true, Self.haveRaced(one, other, in: orders)
          else { continue }
          raced[stream, default: []].insert(pair)
        }
      }
    }
    return raced
  }

  private func stream(of occurrence: Occurrence) -> String? {
    occurrence.stream ?? occurrence.consumers.first.flatMap { consumer in streams[consumer] }
  }

  /// Whether two stimuli of one stream have anything to do with each other.
  private func areRelated(_ one: Occurrence, _ other: Occurrence) -> Bool {
    switch (one.adder, other.adder) {
    case (.reader, .reader): return fellows.contains(Set(one.consumers + other.consumers))
    case (.reader, _), (_, .reader), (.sharedStream, .sharedStream): return false
    case (.iteration, _), (_, .iteration): break
    }
    if one.kind == other.kind || one.kind == .add || other.kind == .add { return true }
    return !Set(one.consumers).isDisjoint(with: other.consumers)
  }

  private static func haveRaced(
    _ one: Occurrence, _ other: Occurrence, in orders: Set<[Occurrence]>
  ) -> Bool {
    var (isOneFirst, isOtherFirst) = (false, false)
    for order in orders {
      switch (order.firstIndex(of: one), order.firstIndex(of: other)) {
      case (let place?, let otherPlace?):
        if place < otherPlace { isOneFirst = true } else { isOtherFirst = true }
      case (_?, nil): if prevents(one, other) { isOneFirst = true }
      case (nil, _?): if prevents(other, one) { isOtherFirst = true }
      case (nil, nil): break
      }
    }
    return isOneFirst && isOtherFirst
  }

  /// Whether a stimulus can keep another from happening after it.
  private static func prevents(_ one: Occurrence, _ other: Occurrence) -> Bool {
    guard one.kind.endsIterations else { return false }
    if one.kind == .end, other.kind == .add { return true }
    return !Set(one.consumers).isDisjoint(with: other.consumers)
  }
}

/// What reads stimuli from the log of one run.
private struct StimulusReader {
  /// A stimulus with whom it came to.
  struct Sight {
    var kind: Stimulus
    var stream: String?
    var consumers: [String]
    var payload: Event.Payload?
    var adder = StimulusOrders.Adder.iteration
  }

  /// The streams of the consumers that made an iterator.
  private(set) var streamOfConsumer: [String: String] = [:]
  /// The pairs of consumers that share a stream, by name.
  private(set) var fellows: Set<Set<String>> = []
  private let names: [String]
  private let streams: [String]
  private let declarations: Declarations
  private var sequences: [RegistrationID: SequenceID] = [:]
  private var registrationsOf: [RegistrationID: Set<ConsumerID>] = [:]
  private var consumersOf: [SequenceID: Set<ConsumerID>] = [:]
  private var iterations: [Iteration] = []
  private var iterationOf: [RegistrationID: Int] = [:]
  /// The sequences of consumers of shared streams that have yet to begin to read.
  private var beginning: [ConsumerID: SequenceID] = [:]
  /// The listeners that shared streams have, and since when they have had any.
  private var listening: [SequenceID: (listeners: Set<RegistrationID>, since: Instant)] = [:]
  private var instant = Instant.start
  /// The calls that have begun and not come back.
  private var open: [(registration: RegistrationID, call: StimulusCall)] = []

  /// The listeners of one iteration.
  private struct Iteration {
    /// How many it is declared to have.
    var listeners: Int
    /// How many adds have begun.
    var added = 0
    /// Those whose removes have begun.
    var removed: Set<RegistrationID> = []
  }

  init(_ record: RunRecord<SourceSpan>, streams: [String]) {
    names = record.names
    self.streams = streams
    declarations = record.declarations
    let evidence = Evidence(
      record.entries, filedIn: record.index, declarations: record.declarations)
    for subscription in evidence.subscriptions {
      let consumers = subscription.consumers.map { consumer in consumer.id }
      if subscription.traits.sharesListeners {
        for consumer in consumers { beginning[consumer] = subscription.sequence }
      }
      consumersOf[subscription.sequence, default: []].formUnion(consumers)
      for consumer in consumers {
        streamOfConsumer[name(of: consumer)] = stream(of: subscription.sequence)
      }
      iterations.append(Iteration(listeners: subscription.traits.listeners))
      for registration in subscription.registrations {
        iterationOf[registration.id] = iterations.count - 1
        sequences[registration.id] = subscription.sequence
        registrationsOf[registration.id, default: []].formUnion(consumers)
      }
    }
    for (sequence, consumers) in consumersOf where declarations[sequence].sharesListeners {
      let names = consumers.map(name)
      for one in names {
        for other in names where other != one { fellows.insert([one, other]) }
      }
    }
  }

  /// Takes note of a call that begins or comes back.
  mutating func follow(_ event: Event, at instant: Instant) {
    self.instant = instant
    followListening(event)
    switch event {
    case .addCalled(let registration, _, _):
      guard let number = iterationOf[registration] else { return }
      iterations[number].added += 1
      begin(.firstAdd, .lastAdd, of: registration, iterations[number].added, in: number)
    case .removeCalled(let registration, _):
      guard let number = iterationOf[registration] else { return }
      guard iterations[number].removed.insert(registration).inserted else { return }
      begin(
        .firstRemove, .lastRemove, of: registration, iterations[number].removed.count, in: number)
    case .addReturned(let registration), .addThrew(let registration, _),
      .removeReturned(let registration):
      if let place = open.lastIndex(where: { call in call.registration == registration }) {
        open.remove(at: place)
      }
    default: break
    }
  }

  /// Takes note of the listeners of shared streams.
  private mutating func followListening(_ event: Event) {
    switch event {
    case .addCalled(let registration, _, _):
      guard let sequence = sequences[registration], declarations[sequence].sharesListeners else {
        return
      }
      let before = listening[sequence]?.listeners ?? []
      let since = before.isEmpty ? instant : listening[sequence]?.since ?? instant
      listening[sequence] = (before.union([registration]), since)
    case .removeCalled(let registration, _), .addThrew(let registration, _):
      guard let sequence = sequences[registration] else { return }
      listening[sequence]?.listeners.remove(registration)
    default: break
    }
  }

  /// The begin of a reader of a shared stream that had no listener before this instant.
  ///
  /// A stream that registers with its iterator begins when that is made, any other when it is
  /// asked.
  private mutating func reader(beginningWith event: Event) -> Sight? {
    let consumer: ConsumerID
    let isMade: Bool
    switch event {
    case .iteratorMade(let maker, _): (consumer, isMade) = (maker, true)
    case .nextCalled(let caller): (consumer, isMade) = (caller, false)
    default: return nil
    }
    guard let sequence = beginning[consumer],
      isMade == (declarations[sequence].registration == .iterator)
    else { return nil }
    beginning[consumer] = nil
    if let there = listening[sequence], !there.listeners.isEmpty, there.since < instant {
      return nil
    }
    return Sight(
      kind: .add, stream: stream(of: sequence), consumers: [name(of: consumer)], adder: .reader)
  }

  private mutating func begin(
    _ first: StimulusCall, _ last: StimulusCall, of registration: RegistrationID, _ number: Int,
    in iteration: Int
  ) {
    if number == 1 {
      open.append((registration, first))
    } else if number == iterations[iteration].listeners {
      open.append((registration, last))
    }
  }

  /// The calls inside which a stimulus comes, each with its stream.
  func callsAround(_ sight: Sight) -> [(stream: String, call: StimulusCall)] {
    open.compactMap { registration, call in
      let consumers = registrationsOf[registration, default: []].map(name)
      guard !Set(consumers).isDisjoint(with: sight.consumers) else { return nil }
      return sequences[registration].flatMap(stream).map { stream in (stream, call) }
    }
  }

  /// The stimulus that an entry tells of, if it tells of one.
  ///
  /// - Parameters:
  ///   - event: The event of the entry.
  ///   - left: The sequences of which an iterator was made in the same step: a consumer's own loop
  ///     lets go of its sequence then.
  /// - Returns: The stimulus, with whom it came to; nil for anything else.
  mutating func sight(of event: Event, leaving left: Set<SequenceID>) -> Sight? {
    if let reader = reader(beginningWith: event) { return reader }
    switch event {
    case .callbackBegan(let registration, let payload):
      guard let sequence = sequences[registration],
        let kind = kind(of: payload, declarations[sequence])
      else { return nil }
      return sight(kind, sequence, registrationsOf[registration] ?? [], payload)
    case .closedByApp(let registration):
      return sequences[registration].flatMap { sequence in
        sight(.end, sequence, registrationsOf[registration] ?? [])
      }
    case .addCalled(let registration, _, _):
      return sequences[registration].flatMap { sequence in
        var sight = sight(.add, sequence, registrationsOf[registration] ?? [])
        if declarations[sequence].sharesListeners { sight?.adder = .sharedStream }
        return sight
      }
    case .cancelCalled(let consumer): return sight(.cancel, consumer)
    case .loopEnded(let consumer, .broke), .loopEnded(let consumer, .bodyThrew),
      .loopEnded(let consumer, .operatorEnded):
      return sight(.break, consumer)
    case .loopEnded(let consumer, .dropped): return sight(.drop, consumer)
    case .sequenceDropped(let sequence) where !left.contains(sequence):
      return sight(.drop, sequence, consumersOf[sequence] ?? [])
    default: return nil
    }
  }

  private func kind(of payload: Event.Payload, _ traits: Traits) -> Stimulus? {
    switch payload {
    case .value: .value
    case .failure: .error
    case .finish: .end
    case .both: traits.ambiguousEvent == .yields ? .value : .error
    case .nothing: traits.emptyEvent == .ends ? .end : nil
    }
  }

  private func sight(_ kind: Stimulus, _ consumer: ConsumerID) -> Sight {
    Sight(kind: kind, stream: nil, consumers: [name(of: consumer)])
  }

  private func sight(
    _ kind: Stimulus, _ sequence: SequenceID, _ consumers: Set<ConsumerID>,
    _ payload: Event.Payload? = nil
  ) -> Sight? {
    stream(of: sequence).map { stream in
      Sight(
        kind: kind, stream: stream, consumers: consumers.map(name).sorted(), payload: payload)
    }
  }

  private func stream(of sequence: SequenceID) -> String? {
    streams.indices.contains(sequence.number - 1) ? streams[sequence.number - 1] : nil
  }

  /// Numbers are given in the order of the run; names are the scenario's.
  private func name(of consumer: ConsumerID) -> String {
    names.indices.contains(consumer.number - 1) ? names[consumer.number - 1] : "\(consumer)"
  }
}
