import Glibc

/// Reaps processes and threads in bounded time, also where a subject asked to be traced.
///
/// A thread that a process of ours has had us trace waits, when it ends, until we have asked for
/// it; until then its process can't be reaped. So waiting for the process alone may have no end.
enum Reaper {
  /// How a wait for a process came out.
  enum Result: Equatable {
    /// It was reaped, with this status.
    case reaped(status: CInt)
    /// Other code has reaped it.
    case lost
    /// It has not ended yet.
    case notYet
  }

  /// Waits for a process that was killed.
  ///
  /// A tracer that the subject has started keeps the process, too, and is killed then.
  ///
  /// - Parameter identifier: The process, a child of this one.
  /// - Returns: How it ended; `notYet` if it has not within two seconds.
  static func awaitEnd(of identifier: pid_t) -> Result {
    var pauses = Pauses(atMost: 2_000_000)
    repeat {
      let result = DetachedProcesses.reap(identifier)
      guard result == .notYet else { return result }
      _ = reapThreads(of: identifier)
      if pauses.total > 100_000 {
        for tracer in ProcessTable.tracers(of: identifier)
        where ProcessTable.isDescendant(tracer) {
          Glibc.kill(tracer, SIGKILL)
        }
      }
    } while pauses.pause()
    return .notYet
  }

  /// Reaps the threads of a process that have ended and wait for their tracer, which is this
  /// process.
  ///
  /// - Parameter identifier: The process.
  /// - Returns: The signal that has stopped a thread for its tracer, if one has.
  static func reapThreads(of identifier: pid_t) -> CInt? {
    var signal = firstThreadStop(of: identifier)
    for thread in ProcessTable.furtherThreads(of: identifier) {
      var status: CInt = 0
      // Proof: the call writes one number into the variable.
      guard unsafe waitpid(thread, &status, WNOHANG | __WALL) == thread else { continue }
      if let stop = stopSignal(in: status) { signal = stop }
    }
    return signal
  }

  /// The signal that has stopped the first thread of a process for its tracer, which leaves an end
  /// of the process to be reaped.
  private static func firstThreadStop(of identifier: pid_t) -> CInt? {
    // Proof: the call fills in the structure, and the signal is in the part that is of children.
    var info = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &info, WSTOPPED | WNOHANG)
    guard result == 0, unsafe info.si_code == CInt(CLD_TRAPPED) else { return nil }
    return unsafe info._sifields._sigchld.si_status
  }

  /// The signal by which a status says that something has stopped; nil if it says another thing.
  static func stopSignal(in status: CInt) -> CInt? {
    status & 0xff == 0x7f ? (status >> 8) & 0xff : nil
  }

  /// The signals that end a worker, unless they have stopped it because it is traced.
  static let crashes = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]

  /// The codes that say that a process has ended, and not stopped.
  static let endings = [CLD_EXITED, CLD_KILLED, CLD_DUMPED].map { code in CInt(code) }
}

/// Pauses in a wait that has an end: short at first, and longer each time.
struct Pauses {
  /// How long they were, all together, in microseconds.
  private(set) var total: UInt32 = 0
  private let limit: UInt32
  private var next: UInt32 = 50
  private static let longest: UInt32 = 10_000

  /// Pauses of so many microseconds all together.
  init(atMost limit: UInt32) { self.limit = limit }

  /// Makes a pause; false if there were enough.
  mutating func pause() -> Bool {
    guard total < limit else { return false }
    usleep(next)
    total += next
    next = min(2 * next, Self.longest)
    return true
  }
}
