/// What starts workers that may die, and knows of all of them where a subject hangs: each is given
/// one request after the other, and replaced when it is dead.
///
/// However a worker ends, it ends one request only; another goes on with the next one. A
/// worker that is silent for longer than the watchdog's limit is killed, with all processes of its
/// group. What a subject prints can't be mistaken for an answer: requests and answers have
/// descriptors of their own.
///
/// A late death, of a worker that has answered and comes to an end before it begins on the next
/// request, is no fault of that next request, which goes to a new worker; nor is one after the last
/// request.
package struct WorkerSupervisor: Sendable {
  private let command: WorkerCommand
  private let limits: WorkerLimits
  private let clock: any WatchdogClock
  private let onLateDeath: @Sendable (_ before: Int, WorkerDeath) -> Void
  /// What all its workers have in common.
  private let knownHangs = KnownHangs()

  /// A supervisor that has not started anything yet.
  ///
  /// - Parameters:
  ///   - command: what starts a worker, which then calls `WorkerService.serve` with descriptors 3
  ///     and 4.
  ///   - watchdog: how long a worker may report no progress, in real time.
  ///   - clock: the watchdog's clock.
  ///   - onLateDeath: told of every late death, with the number of the request that was spared;
  ///     after the last request, the number of all requests.
  package init(
    command: WorkerCommand, watchdog: Duration = .seconds(10),
    clock: any WatchdogClock,
    onLateDeath: @escaping @Sendable (_ before: Int, WorkerDeath) -> Void = { _, _ in }
  ) {
    self.init(
      command: command, limits: WorkerLimits(silence: watchdog), clock: clock,
      onLateDeath: onLateDeath)
  }

  /// A supervisor with bounds of a test's choice.
  package init(
    command: WorkerCommand, limits: WorkerLimits, clock: any WatchdogClock,
    onLateDeath: @escaping @Sendable (_ before: Int, WorkerDeath) -> Void = { _, _ in }
  ) {
    self.command = command
    self.limits = limits
    self.clock = clock
    self.onLateDeath = onLateDeath
  }

  /// Workers of the same kind for requests that are made one by one.
  package func makeSession() -> WorkerSession {
    WorkerSession(
      command: command, limits: limits, clock: clock, knownHangs: knownHangs,
      onLateDeath: onLateDeath)
  }
}

/// Workers for requests that are made one by one: each is asked as long as it lives, and replaced
/// when it is dead.
///
/// The last worker is dismissed with the session, or killed when its owner lets go of it.
package struct WorkerSession: ~Copyable {
  private let command: WorkerCommand
  private let limits: WorkerLimits
  private let clock: any WatchdogClock
  private let knownHangs: KnownHangs
  private let onLateDeath: @Sendable (_ before: Int, WorkerDeath) -> Void
  private var worker: WorkerProcess?
  private var count = 0

  init(
    command: WorkerCommand, limits: WorkerLimits, clock: any WatchdogClock,
    knownHangs: KnownHangs,
    onLateDeath: @escaping @Sendable (_ before: Int, WorkerDeath) -> Void
  ) {
    self.command = command
    self.limits = limits
    self.clock = clock
    self.knownHangs = knownHangs
    self.onLateDeath = onLateDeath
  }

  /// Has a request answered; the first worker is started with the first request.
  ///
  /// - Parameter request: A text of one line.
  /// - Returns: What became of it.
  /// - Throws: `WorkerError` if a worker can't be started or is never ready, or the request is more
  ///   than one line.
  package mutating func ask(_ request: String) throws(WorkerError) -> WorkerOutcome {
    guard isOneLine(request) else { throw WorkerError.requestSpansLines(index: count) }
    let number = count
    count += 1
    // Ends after two turns at most: only a worker that has served can be spent, and a new one has
    // not.
    while true {
      var current: WorkerProcess
      if let running = worker.take() {
        current = running
      } else {
        current = try WorkerProcess.start(
          command, limits: limits, clock: clock, knownHangs: knownHangs)
      }
      switch current.ask(number, request) {
      case .answered(let answer, let output):
        worker = consume current
        return .answered(answer, output: output)
      case .died(let death):
        return .died(death)
      case .starved(let time):
        throw .starved(time)
      case .spent(let death):
        if !death.isRetirement { onLateDeath(number, death) }
      }
    }
  }

  /// Lets the worker end by itself, which it does when no request can come any more.
  package consuming func dismiss() {
    guard var last = worker.take(), let death = last.dismiss(), !death.isRetirement else { return }
    onLateDeath(count, death)
  }
}
