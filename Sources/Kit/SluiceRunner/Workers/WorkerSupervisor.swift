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
/// request. It is the fault of what the worker was asked for before, and is told with that.
package struct WorkerSupervisor: Sendable {
  /// Told of every late death.
  package typealias LateDeathHandler = @Sendable (LateDeath) -> Void

  private let command: WorkerCommand
  private let supervision: Supervision
  private let onLateDeath: LateDeathHandler

  /// A supervisor that has not started anything yet.
  ///
  /// - Parameters:
  ///   - command: what starts a worker, which then calls `WorkerService.serve` with descriptors 3
  ///     and 4.
  ///   - watchdog: how long a worker may report no progress, in real time.
  ///   - clock: the watchdog's clock.
  ///   - isStopped: whether nothing is to be waited for any more; looked at all the time.
  ///   - onLateDeath: told of every late death.
  package init(
    command: WorkerCommand, watchdog: Duration = .seconds(10),
    clock: any WatchdogClock, isStopped: @escaping @Sendable () -> Bool = { false },
    onLateDeath: @escaping LateDeathHandler = { _ in }
  ) {
    self.init(
      command: command, limits: WorkerLimits(silence: watchdog), clock: clock,
      isStopped: isStopped, onLateDeath: onLateDeath)
  }

  /// A supervisor with bounds of a test's choice.
  package init(
    command: WorkerCommand, limits: WorkerLimits, clock: any WatchdogClock,
    isStopped: @escaping @Sendable () -> Bool = { false },
    onLateDeath: @escaping LateDeathHandler = { _ in }
  ) {
    self.command = command
    self.onLateDeath = onLateDeath
    supervision = Supervision(limits: limits, clock: clock, isStopped: isStopped)
  }

  /// Workers of the same kind for requests that are made one by one.
  ///
  /// - Parameter onLateDeath: Told of the late deaths of its workers; nil for whom the supervisor
  ///   tells.
  /// - Returns: A session that has not started any.
  package func makeSession(onLateDeath: ((LateDeath) -> Void)? = nil) -> WorkerSession {
    WorkerSession(
      command: command, supervision: supervision, onLateDeath: onLateDeath ?? self.onLateDeath)
  }
}

/// What all workers of one supervisor have in common: how long each of them is waited for.
struct Supervision: Sendable {
  let limits: WorkerLimits
  let clock: any WatchdogClock
  /// Whether nothing is to be waited for any more.
  let isStopped: @Sendable () -> Bool
  let knownHangs = KnownHangs()
}

/// The end of a worker that had answered all that it was asked for, but not of its own accord.
package struct LateDeath: Sendable {
  /// The number of the request that was spared; behind the last, the number of all requests.
  package var before: Int
  /// How many requests the worker had answered: the last ones before that.
  package var served: Int
  /// How it ended.
  package var death: WorkerDeath
}

/// Workers for requests that are made one by one: each is asked as long as it lives, and replaced
/// when it is dead.
///
/// The last worker is dismissed with the session, or killed when its owner lets go of it. One may
/// be started ahead, so that nobody has to wait for it later.
package struct WorkerSession: ~Copyable {
  private let command: WorkerCommand
  private let supervision: Supervision
  private let onLateDeath: (LateDeath) -> Void
  private var worker: WorkerProcess?
  /// The one that comes after it, if it was started ahead.
  private var next: WorkerProcess?
  private var count = 0
  /// How many requests its worker has answered; of one that has died, until then.
  package private(set) var served = 0

  init(
    command: WorkerCommand, supervision: Supervision, onLateDeath: @escaping (LateDeath) -> Void
  ) {
    self.command = command
    self.supervision = supervision
    self.onLateDeath = onLateDeath
  }

  /// Has a request answered; a worker is started for it if there is none.
  ///
  /// - Parameter request: A text of one line.
  /// - Returns: What became of it.
  /// - Throws: `WorkerError` if a worker can't be started or is never ready, the request is more
  ///   than one line, or nothing is to be waited for any more.
  package mutating func ask(_ request: String) throws(WorkerError) -> WorkerOutcome {
    guard isOneLine(request) else { throw WorkerError.requestSpansLines(index: count) }
    let number = count
    count += 1
    // Ends after three turns at most: one that has served may be spent, then one that was started
    // ahead may have ended while nobody asked it; the next is started here.
    while true {
      let hasWaited = worker != nil || next != nil
      var current: WorkerProcess
      if let running = worker.take() {
        current = running
      } else {
        served = 0
        if let ready = next.take() {
          current = ready
        } else {
          current = try WorkerProcess.start(command, supervision)
        }
      }
      do throws(WorkerError) {
        try current.awaitReadiness()
      } catch {
        if hasWaited, case .notReady = error { continue }
        throw error
      }
      switch current.ask(number, request, hasWaited: hasWaited) {
      case .answered(let answer, let output):
        worker = consume current
        served += 1
        return .answered(answer, output: output)
      case .died(let death):
        return .died(death)
      case .starved(let time):
        throw .starved(time)
      case .stopped:
        throw .stopped
      case .spent(let death):
        tell(death, before: number)
      }
    }
  }

  /// Starts the worker that comes after the present one, if it was not yet, and if it can be.
  ///
  /// It gets ready while nobody waits for it. What keeps it from that, or ends it before it begins
  /// on a request, is no fault of the request: another worker is started for that, and what becomes
  /// of this one counts.
  package mutating func prepare() {
    if next == nil { next = try? WorkerProcess.start(command, supervision) }
  }

  /// Lets the worker end by itself, which it does when no request can come any more; the next
  /// request goes to a new one.
  ///
  /// - Parameter patience: For how long it is waited before, whether it ends by what it was asked
  ///   for.
  package mutating func renew(lingering patience: Duration = .zero) {
    guard var last = worker.take() else { return }
    if patience > .zero { last.linger(atMost: patience) }
    if let death = last.dismiss() { tell(death, before: count) }
  }

  /// Lets the worker end by itself; one that was started ahead is killed.
  package consuming func dismiss() { renew() }

  private func tell(_ death: WorkerDeath, before number: Int) {
    // Nothing is lost with one that nobody had asked anything.
    guard served > 0, !death.isRetirement else { return }
    onLateDeath(LateDeath(before: number, served: served, death: death))
  }
}
