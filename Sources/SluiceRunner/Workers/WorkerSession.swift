/// Workers for requests that are made one by one: each is asked as long as it lives, and replaced
/// when it is dead.
///
/// The last worker is dismissed with the session, or killed when its owner lets go of it.
package struct WorkerSession: ~Copyable {
  private let command: WorkerCommand
  private let limits: WorkerLimits
  private let clock: any WatchdogClock
  private let onLateDeath: @Sendable (_ before: Int, WorkerDeath) -> Void
  private var worker: WorkerProcess?
  private var count = 0

  init(
    command: WorkerCommand, limits: WorkerLimits, clock: any WatchdogClock,
    onLateDeath: @escaping @Sendable (_ before: Int, WorkerDeath) -> Void
  ) {
    self.command = command
    self.limits = limits
    self.clock = clock
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
        current = try WorkerProcess.start(command, limits: limits, clock: clock)
      }
      switch current.ask(number, request) {
      case .answered(let answer, let output):
        worker = consume current
        return .answered(answer, output: output)
      case .died(let death):
        return .died(death)
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
