/// Whatever answers requests one after the other: workers that may die, or this process itself.
///
/// What a request is, and an answer, is the caller's matter; here each is one line of text.
package protocol CaseWorkers {
  /// Has every request answered, in order, and reports each outcome as soon as it is known.
  ///
  /// One request is taken from the sequence at a time, after the outcome before it was reported: a
  /// sequence that ends early stops the run between two cases, and nothing is kept of what is done.
  ///
  /// - Parameters:
  ///   - requests: texts of one line each.
  ///   - each: called with the number of the request, from zero, and what became of it.
  /// - Throws: `WorkerError` when the harness itself fails; and what `each` throws, after which
  ///   no further request is taken.
  func run(
    _ requests: some Sequence<String>,
    each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws
}

/// Requests answered in this process, for debugging a subject.
///
/// Nothing protects the run here: a trap ends it, a hang hangs it, and what the subject prints goes
/// where this process prints.
package struct InProcessWorkers: CaseWorkers {
  private let handle: WorkerService.Handler

  /// Answers with the same closure that a worker would serve.
  package init(handle: @escaping WorkerService.Handler) {
    self.handle = handle
  }

  /// Has every request answered, in order, by the closure; progress goes nowhere.
  ///
  /// - Throws: `WorkerError.requestSpansLines`, and what `each` throws.
  package func run(
    _ requests: some Sequence<String>,
    each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws {
    for (index, request) in requests.enumerated() {
      guard isOneLine(request) else { throw WorkerError.requestSpansLines(index: index) }
      let answer = handle(request) { progress in WorkerService.requireOneLine(progress) }
      WorkerService.requireOneLine(answer)
      try each(index, .answered(answer, output: CapturedOutput()))
    }
  }
}

/// Workers that may die: one at a time, replaced when it does, each given one request after the
/// other.
///
/// However a worker ends, it ends one request only; the next worker goes on with the next one. A
/// worker that is silent for longer than the watchdog's limit is killed, with all processes of its
/// group. What a subject prints can't be mistaken for an answer: requests and answers have
/// descriptors of their own.
///
/// A late death, of a worker that has answered and comes to an end before it begins on the next
/// request, is no fault of that next request, which goes to a new worker; nor is one after the last
/// request.
package struct WorkerSupervisor: CaseWorkers {
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

  /// Has every request answered, in order, by workers; the first is started when there is a
  /// request.
  ///
  /// - Throws: `WorkerError` if a worker can't be started or is never ready, or a request is more
  ///   than one line; and what `each` throws. No worker runs any more then.
  package func run(
    _ requests: some Sequence<String>,
    each: (_ index: Int, _ outcome: WorkerOutcome) throws -> Void
  ) throws {
    var session = makeSession()
    for (index, request) in requests.enumerated() { try each(index, session.ask(request)) }
    session.dismiss()
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
