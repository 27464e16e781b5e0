import SluiceSimulation
import SluiceSpies

/// What a stage does on real threads, where nothing settles.
extension Stage {
  /// What runs everything, on real threads.
  private var platform: any ThreadPlatform {
    guard let platform = simulation.platform else {
      preconditionFailure("a stage in a simulation settles; it does not wait")
    }
    return platform
  }

  /// How often in a row nothing must have happened for it to look like rest.
  private static let looksAtRest = 4

  /// Waits until nothing seems to go on any more: what comes nearest to quiescence.
  ///
  /// No verdict depends on it. It gives a line of the scenario a good chance to find what it would
  /// find in a simulation.
  ///
  /// - Parameter limit: How long at most, in real time.
  package func waitForRest(atMost limit: Duration) {
    var seen = -1
    var looks = 0
    _ = platform.wait(atMost: limit) {
      let count = log.count
      let isStill = count == seen && platform.isIdle && consumers.allSatisfy(\.hasBegun)
      looks = isStill ? looks + 1 : 0
      seen = count
      return looks >= Stage.looksAtRest
    }
  }

  /// Ends whatever still iterates, and waits until every thread is done with it.
  ///
  /// Consumers that iterate are cancelled; those past the end call `next()` once more; then every
  /// iterator and every sequence is dropped. The epilogue ends with ``concludeOnThreads``.
  ///
  /// - Parameter patience: How long each step may take, in real time.
  package func playEpilogueOnThreads(patience: Duration) {
    let platform = platform
    log.append(.epilogueBegan)
    for group in groups { cancel(group) }
    for consumer in consumers where consumer.options.group == nil {
      if consumer.phase == .starting || consumer.phase == .iterating { cancel(consumer) }
    }
    _ = platform.wait(atMost: patience) { consumers.allSatisfy(\.isAtGateOrOver) }
    for consumer in consumers where consumer.phase == .pastTheEnd { consumer.gate.signal(.poke) }
    _ = platform.wait(atMost: patience) { consumers.allSatisfy(\.isAtGateOrOver) }
    for consumer in consumers { consumer.gate.close() }
    for group in groups { group.close() }
    guard platform.wait(atMost: patience, until: { unfinished.isEmpty }) else { return }
    shelf.releaseAll()
    _ = platform.wait(atMost: patience) { spy.active.isEmpty }
  }

  /// Ends the epilogue once every watched object has died and nothing is registered any more,
  /// writes what has not gone, and closes the log.
  ///
  /// An add or a remove that a stream has put on a queue may come when its consumer is long gone:
  /// nothing was active before the add. But what is on its way holds the source, and so the fixture
  /// outlives it. The epilogue ends only if all tasks have ended; then a registration that is still
  /// active, after all the patience, stays so.
  ///
  /// - Parameters:
  ///   - patience: How long the last of them may take, in real time.
  ///   - releaseFixture: Lets go of the fixture and of everything else that the caller holds for
  ///     the run.
  package func concludeOnThreads(patience: Duration, releaseFixture: () -> Void) {
    releaseFixture()
    defer { log.close() }
    guard unfinished.isEmpty else { return }
    _ = platform.wait(atMost: patience) { !log.hasLivingSentinels && spy.active.isEmpty }
    log.append(.epilogueEnded)
    for role in log.livingSentinels { log.append(.sentinelAlive(role)) }
    log.append(.concluded)
  }
}

extension Consumer {
  /// Whether it has come as far as its first call of `next()`, or waits to be told to.
  fileprivate var hasBegun: Bool { phase != .starting || gate.isOccupied }

  /// Whether it is not inside `next()` and will not be without a signal.
  fileprivate var isAtGateOrOver: Bool { phase == .over || gate.isOccupied }
}
