public import SluiceSimulation
public import SluiceSpies
import Synchronization

/// The driver of one run: it starts consumers of the streams under test, does to them what a
/// scenario says, and logs it.
///
/// A stage is used on the simulating thread, from within `Simulation.perform`. Everything that it
/// does happens at once; what follows from it happens in `settle()` and `advance(to:)`. On real
/// threads it is used from any of them, and lacks those two.
public final class Stage: Sendable {
  /// The simulation in which everything happens.
  public let simulation: Simulation
  /// The record of everything that happened.
  public let log: EventLog
  /// The recorder that the fixture's backend tells of its adds and removes.
  public let spy: Spy
  /// Who goes by a name in the scenario.
  fileprivate struct Role {
    var sequence: SequenceID
    /// The consumer, once its sequence is open.
    var consumer: Consumer?
  }

  struct State {
    var consumers: [Consumer] = []
    var groups: [ConsumerGroup] = []
    fileprivate var roles: [String: Role] = [:]
    /// The consumers that were cancelled while their streams were being read.
    var earlyCancels: Set<String> = []
    var callbacksSeen = 0
    var entriesAtQuiescence = 0
    /// How often in a row a stream has woken itself up, and how long the log was then.
    var idleWork = (count: 0, entries: 0)
    var left: [Waiter] = []
    /// What the subject allocates and keeps; nil while there are too few consumers.
    var allocations: AllocationCourse?
    /// Whether a test is handed the elements themselves, which it may keep.
    var sharesElements = false
  }

  let shelf: SequenceShelf
  let news = ConsumerNews()
  let state = Mutex(State())

  /// A stage in a simulation, with an empty log.
  public convenience init(in simulation: Simulation) {
    self.init(in: simulation, observer: nil)
  }

  /// A stage in a simulation, with an empty log that has an observer.
  ///
  /// - Parameters:
  ///   - simulation: The simulation.
  ///   - observer: Told of each entry when it is written; nil to tell nobody.
  package init(in simulation: Simulation, observer: ((LogEntry) -> Void)?) {
    self.simulation = simulation
    log = EventLog(of: simulation, observer: observer)
    spy = Spy(log: log)
    shelf = SequenceShelf(log: log)
    // The simulation would hold the log, which holds it.
    if simulation.moment != nil, simulation.platform == nil {
      simulation.noteMakings { [weak log] in log?.count ?? 0 }
    }
  }

  /// The tasks that lived when everything was over, where that was looked at.
  package internal(set) var left: [Waiter] {
    get { state.withLock { state in state.left } }
    set { state.withLock { state in state.left = newValue } }
  }

  /// The consumers in the order of their starts.
  public var consumers: [Consumer] {
    state.withLock { state in state.consumers }
  }

  var groups: [ConsumerGroup] {
    state.withLock { state in state.groups }
  }

  /// The consumer with a name, if it was started.
  public func consumer(named name: String) -> Consumer? {
    role(named: name)?.consumer
  }

  private func role(named name: String) -> Role? {
    state.withLock { state in state.roles[name] }
  }

  private func put(_ role: Role, named name: String) {
    state.withLock { state in state.roles[name] = role }
  }

  /// Whether a call of the backend was made on behalf of the consumer with a name.
  ///
  /// - Parameters:
  ///   - caller: Who made the call.
  ///   - name: The consumer's name; it may be starting just now.
  /// - Returns: Whether it is that consumer's call; a call by nobody known is nobody's.
  public func isCaller(_ caller: Event.Caller, named name: String) -> Bool {
    guard let role = role(named: name) else { return false }
    if let consumer = caller.consumer, let named = role.consumer { return consumer == named.id }
    return caller.sequence == role.sequence
  }

  /// Reads a stream from its fixture and starts a consumer of it.
  ///
  /// - Parameters:
  ///   - name: The consumer's name.
  ///   - options: How it goes about its loop.
  ///   - open: Reads the stream from the fixture.
  /// - Returns: The consumer; its task has not run yet.
  /// - Throws: `StageError` where the name is taken or the stream can't be read.
  @discardableResult
  public func start(
    _ name: String, _ options: ConsumerOptions = ConsumerOptions(),
    open: () throws(SubjectError) -> ErasedSequence
  ) throws(StageError) -> Consumer {
    try checkFree(name)
    let id = log.nextSequence()
    put(Role(sequence: id), named: name)
    log.append(.accessed(id))
    let sequence: ErasedSequence
    do {
      sequence = try opened(id, as: name, open)
    } catch {
      throw .subject(error)
    }
    shelf.put(sequence, as: id, claims: options.isHeld ? 2 : 1)
    if sequence.handsOverElements { state.withLock { state in state.sharesElements = true } }
    return begin(name, sequence: id, options)
  }

  /// Starts a further consumer, with an iterator of its own, of a sequence that another one holds.
  ///
  /// - Parameters:
  ///   - name: The new consumer's name.
  ///   - other: The name of the consumer whose sequence it iterates.
  ///   - options: How it goes about its loop.
  /// - Returns: The consumer; its task has not run yet.
  /// - Throws: `StageError` where a name is unknown or taken, or the sequence is gone.
  @discardableResult
  public func iterate(
    _ name: String, sequenceOf other: String, _ options: ConsumerOptions = ConsumerOptions()
  ) throws(StageError) -> Consumer {
    try checkFree(name)
    let sequence = try find(other).sequence
    guard shelf.claim(sequence) else { throw .sequenceGone(other) }
    put(Role(sequence: sequence), named: name)
    if options.isHeld { _ = shelf.claim(sequence) }
    return begin(name, sequence: sequence, options)
  }

  /// Enters code that iterates a stream in a loop of its own among the consumers, so that the log
  /// and its diagrams name it.
  ///
  /// The driver does nothing to it, and logs nothing that it does.
  ///
  /// - Parameter name: The name, as of a consumer.
  /// - Returns: The consumer, whose task is over for the driver.
  /// - Throws: `StageError` where the name is taken.
  package func enter(_ name: String) throws(StageError) -> Consumer {
    try checkFree(name)
    let consumer = Consumer(
      log.nextConsumer(), name: name, sequence: log.nextSequence(), options: ConsumerOptions(),
      telling: news)
    consumer.phase = .over
    state.withLock { state in
      state.consumers.append(consumer)
      state.roles[name] = Role(sequence: consumer.sequence, consumer: consumer)
    }
    return consumer
  }

  /// Lets everything happen that is ready at this instant.
  ///
  /// Consumers past the end call `next()` once more after each further callback, but not for ever
  /// where that makes the backend call back.
  /// - Returns: Why the simulation stopped before it was quiescent; nil if it is quiescent. An
  ///   endless supply of elements at one instant, in which no limit of the simulation may show,
  ///   stops it too.
  public func settle() -> Halt? {
    var pokes = 0
    repeat {
      if let halt = simulation.settle() { return halt }
      if news.hasRunaway, consumers.contains(where: { consumer in consumer.isRunningAway }) {
        return .overLimit(.steps(Consumer.largestCrowd))
      }
      pokes += 1
    } while pokes <= Stage.mostPokes && pokePastTheEnd()
    // What it comes to is not to be held against anybody here.
    if let escape = simulation.workOutside { return .escaped([escape]) }
    sampleAllocations()
    markQuiescence()
    return nil
  }

  /// Lets virtual time pass up to an instant, with everything that happens until then and at it.
  ///
  /// - Parameter instant: The instant; one that has passed already changes nothing.
  /// - Returns: Why the simulation stopped before; nil if it is quiescent at the instant.
  public func advance(to instant: Instant) -> Halt? {
    while let next = simulation.nextTimer, next <= instant {
      let before = (step: simulation.step, entries: log.count)
      if let halt = simulation.advance(to: next) { return halt }
      noteIdleWork(afterStep: before.step, entries: before.entries)
      if let halt = settle() { return halt }
    }
    return simulation.advance(to: instant)
  }

  /// Lets virtual time pass until each add has come back that takes its time.
  ///
  /// - Returns: Why the simulation stopped before; nil if it is quiescent, and none is under way
  ///   but such as wait for something else than time.
  package func waitForAdds() -> Halt? {
    while spy.addsUnderWay > 0, let next = simulation.nextTimer {
      if let halt = advance(to: next) { return halt }
    }
    return nil
  }

  /// Whether a consumer's stream is being read just now, so that its task does not exist yet; it is
  /// cancelled then.
  func cancelWhileOpening(_ name: String) -> Bool {
    state.withLock { state in
      guard let role = state.roles[name], role.consumer == nil else { return false }
      state.earlyCancels.insert(name)
      return true
    }
  }

  func find(_ name: String) throws(StageError) -> Consumer {
    guard let consumer = consumer(named: name) else { throw .unknownStream(name) }
    return consumer
  }

  /// Counts one more wake-up of a stream's own, and how many there were in a row: nothing else was
  /// written down since.
  func countIdleWork(_ entries: Int) -> Int {
    state.withLock { state in
      let isInARow = state.idleWork.entries == entries && state.idleWork.count > 0
      state.idleWork.count = isInARow ? state.idleWork.count + 1 : 1
      return state.idleWork.count
    }
  }

  /// Notes how long the log is after a wake-up of a stream's own.
  func endIdleWork() {
    let entries = log.count
    state.withLock { state in state.idleWork.entries = entries }
  }

  /// Writes that nothing is ready any more, if anything has happened since it was written last.
  func markQuiescence() {
    guard log.count > state.withLock({ state in state.entriesAtQuiescence }) else { return }
    log.append(.quiescent)
    let count = log.count
    state.withLock { state in state.entriesAtQuiescence = count }
  }
}

extension Stage {
  private func checkFree(_ name: String) throws(StageError) {
    let isGroup = groups.contains { group in group.name == name }
    if isGroup || consumer(named: name) != nil { throw .nameTaken(name) }
  }

  private func opened(
    _ id: SequenceID, as name: String, _ open: () throws(SubjectError) -> ErasedSequence
  ) throws(SubjectError) -> ErasedSequence {
    let label = "access.\(name)"
    log.attribute(label, to: Event.Caller(sequence: id))
    let wasInside = SubjectAllocations.enter()
    defer { SubjectAllocations.restore(wasInside) }
    let result = Event.Caller.$current.withValue(Event.Caller(sequence: id)) {
      simulation.labelled(label) { Result { () throws(SubjectError) in try open() } }
    }
    return try result.get()
  }

  private func begin(
    _ name: String, sequence: SequenceID, _ options: ConsumerOptions
  ) -> Consumer {
    let consumer = Consumer(
      log.nextConsumer(), name: name, sequence: sequence, options: options, telling: news)
    state.withLock { state in
      state.consumers.append(consumer)
      state.roles[name] = Role(sequence: sequence, consumer: consumer)
    }
    countAllocations()
    let loop = ConsumerLoop(
      consumer: consumer, log: log, simulation: simulation,
      takeSequence: { [shelf] in shelf.sequence(sequence) },
      releaseSequence: { [shelf] in shelf.release(sequence) })
    if let group = options.group {
      join(self.group(named: group), loop)
    } else {
      spawn(loop)
    }
    let isCancelledEarly = state.withLock { state in state.earlyCancels.contains(name) }
    if options.isPrecancelled || isCancelledEarly { cancel(consumer) }
    return consumer
  }

  /// Starts a child task; one that joins a cancelled task is born cancelled.
  private func join(_ group: ConsumerGroup, _ loop: ConsumerLoop) {
    group.start(loop)
    guard group.task?.isCancelled == true else { return }
    log.append(.cancelCalled(loop.consumer.id))
    log.append(.cancelReturned(loop.consumer.id))
  }

  private func spawn(_ loop: ConsumerLoop) {
    log.attribute(loop.label, to: loop.caller)
    Event.Caller.$current.withValue(loop.caller) {
      if loop.consumer.options.isOnMain {
        let body: @Sendable @MainActor () async -> Void = { await loop.run() }
        loop.consumer.task = simulation.spawn(loop.label, body)
      } else {
        loop.consumer.task = simulation.spawn(loop.label) { await loop.run() }
      }
    }
  }

  private func group(named name: String) -> ConsumerGroup {
    if let group = groups.first(where: { group in group.name == name }) { return group }
    let group = ConsumerGroup(name: name)
    group.task = simulation.spawn("group.\(name)") { await group.run() }
    state.withLock { state in state.groups.append(group) }
    return group
  }

  /// How often consumers past the end are asked to call `next()` for what came of it.
  private static let mostPokes = 20

  private func pokePastTheEnd() -> Bool {
    let callbacks = spy.callbackCount
    let isNew = state.withLock { state in
      defer { state.callbacksSeen = max(callbacks, state.callbacksSeen) }
      return callbacks > state.callbacksSeen
    }
    guard isNew else { return false }
    // Consumers have their numbers in the order of their starts.
    let ended = news.pastTheEnd
    let consumers = ended.isEmpty ? [] : consumers
    for number in ended { consumers[number - 1].gate.signal(.poke) }
    return !ended.isEmpty
  }
}

/// Where in the log an expectation fails.
extension Stage {
  /// The place of an expectation that is given up now, as nothing came of it so far.
  ///
  /// - Parameters:
  ///   - consumer: Whom it is about, if it is a consumer.
  ///   - answer: The entry that is not as expected, if there is one.
  /// - Returns: The place.
  package func place(of consumer: Consumer?, answer: Int? = nil) -> FailedPlace {
    FailedPlace(
      of: consumer?.id, entries: log.count, instant: simulation.now, step: simulation.step,
      answer: answer)
  }

  /// The place of an answer of a consumer's that is not as expected.
  ///
  /// - Parameters:
  ///   - number: The number of the answer among those that the consumer got, from 0.
  ///   - consumer: The consumer.
  /// - Returns: The place; that of now where the log does not have the answer.
  package func place(ofAnswer number: Int, of consumer: Consumer) -> FailedPlace {
    place(of: consumer, answer: entry(ofAnswer: number, of: consumer))
  }

  /// The entry of an answer that a consumer got.
  ///
  /// Where an operator stands before the consumer, the log has answers that it never got, and
  /// others before it got them.
  private func entry(ofAnswer number: Int, of consumer: Consumer) -> Int? {
    let answers = consumer.outputs
    guard answers.indices.contains(number) else { return nil }
    let answer = answers[number]
    let entries = log.entries
    let alike = entries.indices.filter { place in
      entries[place].step <= answer.step
        && entries[place].event == .nextReturned(consumer.id, answer.output)
    }
    let earlier = answers[..<number].count { other in other == answer }
    let inItsStep = alike.filter { place in entries[place].step == answer.step }
    return inItsStep.dropFirst(earlier).first ?? alike.last
  }
}
