public import SluiceSimulation
import SluiceSpies

extension Stage {
  /// Ends whatever still iterates, as the end of a program would, and lets everything settle.
  ///
  /// Consumers that iterate are cancelled; those past the end call `next()` once more; then every
  /// iterator and every sequence is dropped.
  /// - Returns: Why the simulation stopped before it was quiescent; nil if it is quiescent.
  public func playEpilogue() -> Halt? {
    concludeAllocations()
    log.append(.epilogueBegan)
    simulation.watchScript()
    for group in groups { cancel(group) }
    for consumer in consumers where consumer.options.group == nil {
      if consumer.phase == .starting || consumer.phase == .iterating { cancel(consumer) }
    }
    if let halt = settle() ?? waitForAdds() { return halt }
    for consumer in consumers where consumer.phase == .pastTheEnd {
      consumer.gate.signal(.poke)
    }
    if let halt = settle() { return halt }
    for consumer in consumers { consumer.gate.close() }
    for group in groups { group.close() }
    if let halt = settle() { return halt }
    simulation.watchScript()
    shelf.releaseAll()
    if let halt = settle() ?? waitForAdds() { return halt }
    log.append(.epilogueEnded)
    return nil
  }

  /// Whether a consumer has called `next()`, which has not answered.
  public func isWaiting(_ consumer: Consumer) -> Bool {
    for entry in log.entries.reversed() {
      switch entry.event {
      case .nextCalled(consumer.id): return true
      case .nextReturned(consumer.id, _): return false
      default: continue
      }
    }
    return false
  }

  /// The consumers whose task has not ended, in the order of their starts.
  public var unfinished: [Consumer] {
    consumers.filter { consumer in consumer.phase != .over }
  }

  /// Writes what still lives once the caller has let go of the fixture; then the log is closed.
  ///
  /// What the backend has planned for later is dropped: it would keep alive what it is about.
  ///
  /// - Parameter releaseFixture: Lets go of the fixture and of everything else that the caller
  ///   holds for the run.
  /// - Returns: Why the simulation stopped before it was quiescent; nil if it is quiescent.
  public func conclude(releaseFixture: () -> Void) -> Halt? {
    conclude(releaseFixture: releaseFixture, then: {})
  }

  /// Writes what still lives, and closes the log.
  ///
  /// - Parameters:
  ///   - releaseFixture: Lets go of everything that the caller holds for the run.
  ///   - look: Looks at what lives then, before the log says so.
  /// - Returns: Why the simulation stopped before it was quiescent; nil if it is quiescent.
  package func conclude(releaseFixture: () -> Void, then look: () -> Void) -> Halt? {
    simulation.dropScheduledActions()
    simulation.watchScript()
    releaseFixture()
    let halt = settle()
    // Letting go may have planned something, too.
    simulation.dropScheduledActions()
    look()
    for role in log.livingSentinels { log.append(.sentinelAlive(role)) }
    if halt == nil, unfinished.isEmpty {
      left = simulation.waiters
      for waiter in left { log.append(.taskAlive(waiter.label)) }
    }
    if halt == nil { log.append(.concluded) }
    log.close()
    return halt
  }

  /// How often in a row it is written down that a stream has woken itself up: one that does so for
  /// ever needs no longer log than one that does so twice.
  private static let mostIdleWork = 2
  /// The most events of one wake-up that are looked at.
  private static let largestWakeUp = 64

  /// Writes down that a stream has worked at an instant at which nothing else happened, as one does
  /// that has set a timer.
  ///
  /// What acts by the label of a consumer, or of the reading of a stream, is the stream's own work
  /// there: what the driver sets timers for, and a backend, has labels of its own.
  ///
  /// - Parameters:
  ///   - step: The last event before that instant.
  ///   - entries: How long the log was then.
  func noteIdleWork(afterStep step: Int, entries: Int) {
    guard log.count == entries else { return }
    let events = simulation.step - step
    guard events > 0, events <= Stage.largestWakeUp else { return }
    let labels = simulation.recentEvents(events).map { entry in entry.event.label }
    guard
      let first = labels.first,
      labels.allSatisfy({ $0.hasPrefix("consumer.") || $0.hasPrefix("access.") })
    else { return }
    let count = countIdleWork(entries)
    if count <= Stage.mostIdleWork {
      log.append(.jobScheduled(first))
      markQuiescence()
    }
    endIdleWork()
  }
}
