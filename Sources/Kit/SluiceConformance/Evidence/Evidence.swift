public import SluiceSpies

/// A log with the stream's declared traits, indexed by registration, consumer and sequence: what a
/// rule judges.
///
/// All of it is found out once for all rules, which is why they share one object. Every number is a
/// place in `entries`.
public final class Evidence: Sendable {
  /// Everything that happened, in order.
  public let entries: [LogEntry]
  /// What the streams declare of themselves.
  public let declarations: Declarations
  /// The options that the scenario asked for when it accessed a stream, where it asked for some.
  public let askedOptions: [SequenceID: Value]
  /// What the log says, by registration, consumer and sequence.
  public let index: LogIndex
  /// The consumers that share registrations, with those registrations and what went through them.
  public let subscriptions: [Subscription]
  /// Whether it is known of each registration for whom it was made.
  ///
  /// Where it is not, a subscription may have registrations that it does not show: what it lacks,
  /// and what its consumers got for no reason in it, says nothing then.
  public let knowsOwners: Bool
  /// Each consumer's first cancellation that met an iteration still going on.
  public let cancellations: [Cancellation]
  /// How the sources of the subscriptions ended.
  let sourceEnds: SourceEnds
  /// What the log says of a component container; nil where it speaks of none.
  package let container: ContainerEvidence?
  /// What the log says of publishers; nil where it speaks of none.
  package let demand: DemandEvidence?
  /// What came of the registrations after the end of the run, which no rule judges.
  package let aftermath: Aftermath

  /// The evidence of a log.
  ///
  /// - Parameters:
  ///   - entries: Everything that happened, in order; a log that ends early is evidence too.
  ///   - traits: What every stream of the log declares of itself.
  ///   - askedOptions: The options asked for, by the sequence that was accessed with them.
  public convenience init(
    _ entries: [LogEntry], traits: Traits, askedOptions: [SequenceID: Value] = [:]
  ) {
    self.init(
      entries, filedIn: LogIndex(), declarations: Declarations(traits),
      askedOptions: askedOptions)
  }

  /// The evidence of a log that is indexed in part already.
  ///
  /// - Parameters:
  ///   - entries: Everything that happened, in order; a log that ends early is evidence too.
  ///   - index: The index of the log's first entries, none to all of them.
  ///   - declarations: What the streams declare of themselves.
  ///   - askedOptions: The options asked for, by the sequence that was accessed with them.
  public convenience init(
    _ entries: [LogEntry], filedIn index: LogIndex, declarations: Declarations,
    askedOptions: [SequenceID: Value] = [:]
  ) {
    self.init(
      entries, filedIn: index, declarations: declarations, askedOptions: askedOptions,
      aftermath: Aftermath())
  }

  /// The evidence of a log with what came after the end of its run.
  init(
    _ entries: [LogEntry], filedIn index: LogIndex, declarations: Declarations,
    askedOptions: [SequenceID: Value], aftermath: Aftermath
  ) {
    self.entries = entries
    self.aftermath = aftermath
    self.declarations = declarations
    self.askedOptions = askedOptions
    var index = index
    index.extend(to: entries)
    self.index = index
    container =
      index.containerEvents.isEmpty
      ? nil : ContainerEvidence(of: entries, at: index.containerEvents)
    demand =
      index.demandEvents.isEmpty ? nil : DemandEvidence(of: entries, at: index.demandEvents)
    (subscriptions, knowsOwners) = index.makeSubscriptions(declarations)
    sourceEnds = SourceEnds(of: subscriptions)
    var cancellations: [Cancellation] = []
    for subscription in subscriptions {
      subscription.addCancellations(to: &cancellations, index.quiescences)
    }
    self.cancellations = cancellations
  }
}

extension Evidence {
  /// The registrations in the order of their adds.
  public var registrations: [RegistrationRecord] { index.registrations }
  /// The consumers in the order in which they made their iterators.
  public var consumers: [ConsumerRecord] { index.consumers }
  /// The sequences in the order in which they were accessed.
  public var sequences: [SequenceRecord] { index.sequences }
  /// The places at which nothing was ready any more; the end of the epilogue is one.
  public var quiescences: [Int] { index.quiescences }
  /// The places at which the stream tried to remove what was never added.
  public var unmatchedRemoves: [Int] { index.unmatchedRemoves }
  /// The entries about watched objects and about work that is left over.
  public var remains: [Int] { index.remains }
  /// Where the epilogue began; nil if the run never came to it.
  public var epilogueBegan: Int? { index.epilogueBegan }
  /// Where the epilogue ended; nil if the run never came to it.
  public var epilogueEnded: Int? { index.epilogueEnded }

  /// The first place after another at which nothing was ready any more.
  public func quiescence(after index: Int) -> Int? {
    quiescences.first(after: index)
  }

  /// The first place after one and before another at which a consumer waits in `next()` and nothing
  /// is ready.
  ///
  /// A consumer that waits there waits for an event from outside: nothing that is under way can
  /// answer it, but for an add that takes virtual time.
  public func stall(
    of consumer: ConsumerRecord, after index: Int, before limit: Int = .max
  ) -> Int? {
    var place = index
    while let quiescence = quiescence(after: place), quiescence < limit {
      if consumer.isWaiting(at: quiescence) { return quiescence }
      guard let next = consumer.nextToRest(after: quiescence) else { return nil }
      place = next.called
    }
    return nil
  }

  /// Likewise, once no add of the consumer's iteration is under way.
  func stallPastAdds(
    of consumer: ConsumerRecord, after index: Int, before limit: Int, in subscription: Subscription
  ) -> Int? {
    pastAdds(of: subscription, after: index) { place in
      stall(of: consumer, after: place, before: limit)
    }
  }

  /// The first stall after a place at which no add of an iteration is under way.
  ///
  /// One that takes virtual time may answer who waits when it has come back. One that never does
  /// excuses whatever waits from then on.
  ///
  /// - Parameters:
  ///   - subscription: The iteration.
  ///   - index: The place.
  ///   - findStall: The first stall after another place.
  /// - Returns: The place of the stall; nil where there is none.
  func pastAdds(
    of subscription: Subscription, after index: Int, _ findStall: (Int) -> Int?
  ) -> Int? {
    var place = index
    while let stall = findStall(place) {
      // A deadline may show by the very entry at which the add comes back.
      let adding = subscription.registrations.first { registration in
        registration.isInsideAdd(stall) || registration.addReturned == stall
          || registration.addThrew == stall
      }
      guard let adding else { return stall }
      guard let back = adding.addReturned ?? adding.addThrew else { return nil }
      place = back
    }
    return nil
  }

  /// The registrations that serve a consumer: its own, and those of its sequence that no consumer
  /// owns alone.
  public func registrations(of consumer: ConsumerRecord) -> [RegistrationRecord] {
    subscriptions.first { subscription in subscription.serves(consumer.id) }?.registrations ?? []
  }

  /// The consumers that a registration serves.
  public func consumers(of registration: RegistrationRecord) -> [ConsumerRecord] {
    subscriptions
      .filter { $0.registrations.contains { other in other.id == registration.id } }
      .flatMap { subscription in subscription.consumers }
  }

  /// Where the driver let go of a sequence.
  public func dropped(_ sequence: SequenceID) -> Int? {
    index.dropped(sequence)
  }

  /// How many entries are judged, about, of the log of a run that would never have come to an end.
  ///
  /// What such a run repeats for ever it has hardly not done by then, and to judge millions of
  /// entries takes longer than a worker may be silent.
  private static let endlessEntries = 100_000

  /// The evidence of a run, of which only the beginning is judged if it would never have ended.
  ///
  /// - Parameters:
  ///   - entries: Everything that happened, in order.
  ///   - isEndless: Whether a limit stopped the run.
  ///   - index: The index of the log's first entries, none to all of them.
  ///   - declarations: What the streams declare of themselves.
  ///   - askedOptions: The options asked for, by the sequence that was accessed with them.
  ///   - aftermath: What came of the registrations after the end of the run.
  package convenience init(
    of entries: [LogEntry], isEndless: Bool, filedIn index: LogIndex, declarations: Declarations,
    askedOptions: [SequenceID: Value] = [:], aftermath: Aftermath = Aftermath()
  ) {
    let judged = isEndless ? entries.wholeEvents(Evidence.endlessEntries) : entries.count
    let isWhole = judged == entries.count
    self.init(
      isWhole ? entries : Array(entries.prefix(judged)), filedIn: isWhole ? index : LogIndex(),
      declarations: declarations, askedOptions: askedOptions, aftermath: aftermath)
  }
}

extension [LogEntry] {
  /// How many entries there are up to the end of the event in which so many are reached.
  ///
  /// A log that is cut within an event may end inside a call, as the log of a subject does that
  /// hangs.
  package func wholeEvents(_ entries: Int) -> Int {
    guard entries > 0, entries < count else { return Swift.min(Swift.max(entries, 0), count) }
    let step = self[entries - 1].step
    return self[entries...].firstIndex { entry in entry.step != step } ?? count
  }
}
