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
    WorkerSession(command: command, limits: limits, clock: clock, onLateDeath: onLateDeath)
  }
}
