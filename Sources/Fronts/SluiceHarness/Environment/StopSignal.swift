import Glibc
import SluiceRunner
import Synchronization

/// A wish to stop, which is looked at all the time, be it within a case that hangs: so a run that
/// is stopped is over at once, and leaves whole reports.
package final class StopSignal: Sendable {
  private let ownSignal = Atomic<Int32>(0)
  private let isWatching = Atomic<Bool>(false)
  /// How often something was begun or ended that may not come back: odd while it is under way.
  private let turns = Atomic<Int>(0)
  /// Whether a thread looks after that.
  private let isGuarded = Atomic<Bool>(false)

  /// Nobody has asked to stop yet.
  package init() {}

  /// The number of the signal that asked to stop, or `nil` if none did.
  package var received: Int32? {
    let own = ownSignal.load(ordering: .relaxed)
    if own != 0 { return own }
    guard isWatching.load(ordering: .relaxed) else { return nil }
    let ofProcess = signalOfProcess.load(ordering: .relaxed)
    return ofProcess == 0 ? nil : ofProcess
  }

  /// Whether to stop.
  package var isRaised: Bool {
    received != nil
  }

  /// Ends work that is worth nothing as a part, where somebody asked to stop.
  ///
  /// - Throws: `WorkerError.stopped`.
  func check() throws(WorkerError) { if isRaised { throw .stopped } }

  /// Asks to stop, as a signal with this number does; the first wish stands.
  package func raise(_ number: Int32) {
    _ = ownSignal.compareExchange(expected: 0, desired: number, ordering: .relaxed)
  }

  /// Has SIGINT, SIGTERM and SIGHUP ask to stop.
  ///
  /// Another one that comes some seconds later ends the process, as it would have without this: a
  /// program that hangs itself, too. One that comes before is the same wish again, as of a shell
  /// and a pipeline that both send theirs, and loses no report. A process that was told to outlive
  /// its terminal does.
  package func watch() {
    isWatching.store(true, ordering: .relaxed)
    // Looked at here first, so that they are initialised before a handler can run.
    _ = signalOfProcess.load(ordering: .relaxed)
    _ = isImpatient.load(ordering: .relaxed)
    var numbers = [SIGINT, SIGTERM]
    if !SignalMask.isIgnored(SIGHUP) { numbers.append(SIGHUP) }
    for number in numbers { signal(number, receive) }
    signal(SIGALRM) { _ in isImpatient.store(true, ordering: .relaxed) }
    SignalMask.unblock(numbers + [SIGALRM])
  }

  /// Does something in this process that may not come back.
  ///
  /// If it does not within half a second after a signal of the process, a thread of its own
  /// abandons the process: nothing else can. Without watched signals there is no such thread.
  ///
  /// - Parameters:
  ///   - abandon: Ends the process.
  ///   - body: What may not come back.
  /// - Returns: What the body returns.
  package func guarding<Value>(
    by abandon: @escaping @Sendable () -> Void, _ body: () -> Value
  ) -> Value {
    guard isWatching.load(ordering: .relaxed) else { return body() }
    let (isFirst, _) = isGuarded.compareExchange(
      expected: false, desired: true, ordering: .relaxed)
    // Without the thread a second signal is needed.
    if isFirst { try? OwnThread.start { [self] in lookAfterTurns(abandon) } }
    turns.wrappingAdd(1, ordering: .relaxed)
    defer { turns.wrappingAdd(1, ordering: .relaxed) }
    return body()
  }

  private func lookAfterTurns(_ abandon: () -> Void) {
    while true {
      usleep(100_000)
      let turn = turns.load(ordering: .relaxed)
      guard isRaised, !turn.isMultiple(of: 2) else { continue }
      usleep(500_000)
      if turns.load(ordering: .relaxed) == turn { abandon() }
    }
  }

  /// For how many seconds after the first signal others are the same wish.
  private static let grace: UInt32 = 5

  /// Begins the time in which others are the same wish.
  fileprivate static func beginGrace() { alarm(grace) }
}

/// The first signal that this process received while it was watched; zero before.
///
/// A handler can know nothing but globals, and signals belong to the process as a whole.
private let signalOfProcess = Atomic<Int32>(0)

/// Whether a further signal ends the process.
private let isImpatient = Atomic(false)

/// The handler: does only what is safe at any moment of any other code, which atomic operations,
/// setting a handler or an alarm and sending a signal are.
private func receive(_ number: Int32) {
  let (isFirst, _) = signalOfProcess.compareExchange(
    expected: 0, desired: number, ordering: .relaxed)
  if isFirst { return StopSignal.beginGrace() }
  guard isImpatient.load(ordering: .relaxed) else { return }
  signal(number, SIG_DFL)
  kill(getpid(), number)
}
