public import SluiceSimulation
public import SluiceSpies

/// A reader of logs that says what each step of a run touched, for a reduced search.
///
/// The resources are the backend and the consumers, each by its name. A consumer stands for itself,
/// for all that share its sequence, and for the registrations that were made for it.
///
/// - An entry about a consumer, or a callback of a registration, touches that consumer.
/// - An add, a remove and what a script does to a backend touch the backend too, and with it
///   everything that registers.
/// - A step of a consumer's own task (`consumer.L`) touches the consumer, whatever the log says.
/// - A step that is neither a consumer's, nor a line's that reads or cancels a stream or speaks to
///   a backend, nor a backend's that calls a listener, has touched everything.
///
/// Taken for granted is that two streams that were read separately share nothing but the backend,
/// and that a callback touches nothing of the backend that a script's action without a callback
/// changes. That holds for every subject all of whose state belongs to the sequence or its backend.
/// Two consumers that meet elsewhere in memory meet unseen:
///
/// - Atomics, and Swift's `Mutex` as long as nobody waits for it, are compiled into their users.
/// - An actor that nobody is in is entered within the same event, as part of the consumer's task.
/// - Locks of the C library pass through the simulation, and `AsyncStream`'s own are among them. To
///   tell which of them two events have in common needs a name that is the same in all runs of a
///   search; an address is none.
///
/// Who leaves out orders by these footprints has to check that by some which were picked otherwise.
/// One kind of sharing shows in a log, and is noticed (``hasFoundSharing``).
public struct FootprintReader {
  /// The number of the backend among the resources; the consumers' follow.
  private static let backend = 0

  /// Whether some consumer got an element although nothing was ever added for its sequence: then
  /// consumers share what serves them, and a search that is reduced by these footprints may miss
  /// something.
  public private(set) var hasFoundSharing = false
  /// The consumers' numbers by name, the same in all runs: sequences and registrations are numbered
  /// in the order of the run.
  private var numbers: [String: Int] = [:]

  /// Creates a reader for all the runs of one search.
  public init() {}

  /// Returns what each step of a run touched, the first step's first.
  ///
  /// - Parameters:
  ///   - steps: The steps.
  ///   - entries: The log of the run.
  ///   - consumers: The names of the consumers, in the order of their numbers in the log.
  /// - Returns: A footprint for each of the steps.
  public mutating func footprints(
    of steps: [SearchStep], entries: [LogEntry], consumers: [String]
  ) -> [Footprint] {
    let owners = FootprintOwners(entries)
    if owners.hasSharing { hasFoundSharing = true }
    var logged = Array(repeating: Footprint?.none, count: steps.count)
    var calls: Set<Int> = []
    for entry in entries where entry.step > 0 && entry.step <= steps.count {
      if case .callbackBegan = entry.event { calls.insert(entry.step - 1) }
      guard let touched = touched(by: entry.event, owners, consumers) else { continue }
      logged[entry.step - 1] = touched.union(logged[entry.step - 1] ?? .nothing)
    }
    return steps.indices.map { index in
      footprint(of: steps[index], logged: logged[index], calls: calls.contains(index))
    }
  }

  private mutating func footprint(
    of step: SearchStep, logged: Footprint?, calls: Bool
  ) -> Footprint {
    let label = step.event.label
    if let name = Self.consumerName(in: label) {
      return Footprint(touching: [number(of: name)]).union(logged ?? .nothing)
    }
    guard step.isAction else { return .everything }
    if Self.isVerb(label) {
      return Footprint(touching: [Self.backend]).union(logged ?? .nothing)
    }
    if let logged, calls || label == "stimulus.cancel" || label == "stimulus.start" {
      return logged
    }
    return .everything
  }

  /// The consumer whose task, or whose loop body, has a label.
  private static func consumerName(in label: String) -> String? {
    if label.hasPrefix("consumer.") { return String(label.dropFirst("consumer.".count)) }
    return label.hasSuffix(".busy") ? String(label.dropLast(".busy".count)) : nil
  }

  /// Whether a label is that of a line that speaks to a backend.
  ///
  /// Such labels are `stimulus.<product>.<verb>`. The other lines speak to the driver, and the log
  /// does not say all that they do.
  private static func isVerb(_ label: String) -> Bool {
    label.hasPrefix("stimulus.") && label.dropFirst("stimulus.".count).contains(".")
  }

  private mutating func touched(
    by event: Event, _ owners: FootprintOwners, _ names: [String]
  ) -> Footprint? {
    switch event {
    case .iteratorMade(let consumer, _), .iteratorDropped(let consumer), .nextCalled(let consumer),
      .nextReturned(let consumer, _), .loopEnded(let consumer, _), .cancelCalled(let consumer),
      .cancelReturned(let consumer), .taskEnded(let consumer), .demandAsked(let consumer, _),
      .valueReceived(let consumer, _):
      return consumers(owners.sharers(of: consumer), names)
    case .callbackBegan(let registration, _), .listenerCalled(let registration),
      .callbackEnded(let registration), .receiveCalled(let registration):
      return consumers(owners.consumers(of: registration), names)
    case .addCalled(let registration, _, _), .addReturned(let registration),
      .addThrew(let registration, _), .removeCalled(let registration, _),
      .removeReturned(let registration), .closedByApp(let registration),
      .handleDied(let registration):
      return consumers(owners.consumers(of: registration), names)
        .union(Footprint(touching: [Self.backend]))
    case .accessed(let sequence), .sequenceDropped(let sequence):
      return consumers(owners.consumers(of: sequence), names)
        .union(Footprint(touching: [Self.backend]))
    case .presentRead(_, let caller):
      return consumers(owners.consumers(of: caller), names)
        .union(Footprint(touching: [Self.backend]))
    case .presentMoved: return Footprint(touching: [Self.backend])
    // The object may do anything to any of its streams.
    case .ownerDropped: return .everything
    case .quiescent, .epilogueBegan, .epilogueEnded, .concluded: return nil
    case .sentinelDied(.owner), .sentinelDied(.fixture):
      return Footprint(touching: [Self.backend])
    case .sentinelDied(.consumer(let consumer)):
      return consumers(owners.sharers(of: consumer), names)
    case .removeUnmatched, .sentinelDied, .sentinelAlive, .taskAlive, .jobScheduled,
      .timerScheduled, .trapped, .container, .demand:
      return .everything
    }
  }

  /// The footprint of what touched consumers; nobody known may be anybody.
  private mutating func consumers(_ consumers: [ConsumerID], _ names: [String]) -> Footprint {
    var footprint = consumers.isEmpty ? Footprint.everything : .nothing
    for consumer in consumers {
      guard names.indices.contains(consumer.number - 1) else { return .everything }
      footprint.insert(number(of: names[consumer.number - 1]))
    }
    return footprint
  }

  private mutating func number(of name: String) -> Int {
    if let number = numbers[name] { return number }
    numbers[name] = Self.backend + 1 + numbers.count
    return Self.backend + numbers.count
  }
}

extension Footprint {
  fileprivate func union(_ other: Footprint) -> Footprint {
    var union = self
    union.formUnion(other)
    return union
  }
}

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
      case .presentRead(_, let caller):
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
    callers[registration].map(consumers(of:)) ?? []
  }

  /// The consumers for which a call is made; empty if none is known.
  func consumers(of caller: Event.Caller) -> [ConsumerID] {
    sequence(of: caller).map(consumers(of:)) ?? []
  }

  private func sequence(of caller: Event.Caller) -> SequenceID? {
    caller.sequence ?? caller.consumer.flatMap { consumer in sequences[consumer] }
  }
}
