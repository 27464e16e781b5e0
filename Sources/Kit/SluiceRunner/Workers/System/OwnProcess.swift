// Strict concurrency takes the variable `stdout` for shared mutable state.
@unsafe @preconcurrency import Glibc

/// Hashing without chance, so that a subject's sets and dictionaries have the same order in every
/// process.
///
/// Swift decides when its standard library is loaded, by a variable of the environment. The kit's
/// workers are started with it, and its programs begin again with it; a process that merely links
/// the kit is left as it is.
package enum DeterministicHashing {
  /// The variable, and the value with which nothing is left to chance.
  package static let variable = (name: "SWIFT_DETERMINISTIC_HASHING", value: "1")

  /// Has the process hash without chance: if it was not started so, it begins again, with the same
  /// words and in the same place, as the same process.
  ///
  /// To be called before anything else is done: whatever has happened is forgotten.
  ///
  /// - Parameters:
  ///   - arguments: All words of the call, the program's name first.
  ///   - program: The file that is begun; by default the one that is running.
  /// - Throws: `WorkerError.notStarted` if it can't begin again.
  package static func require(
    arguments: [String], program: String = "/proc/self/exe"
  ) throws(WorkerError) {
    // Proof: the value is compared before anything else happens, and the variable set while there
    // is one thread.
    let isSet = unsafe getenv(variable.name).map { unsafe strcmp($0, variable.value) == 0 }
    if isSet == true { return }
    unsafe setenv(variable.name, variable.value, 1)
    guard let words = CStringList(arguments) else {
      throw .notStarted(executable: program, reason: "an argument has a zero byte")
    }
    // Proof: the pointers are valid during the call, which only returns if it has failed.
    _ = unsafe words.withPointers { words in unsafe execv(program, words) }
    throw .notStarted(executable: program, reason: unsafe String(cString: strerror(errno)))
  }
}

/// The C library's standard output, as far as a worker cares about it.
enum StandardOutput {
  /// Makes every line that is printed leave the process at once.
  ///
  /// A subject that traps has printed its last lines then, and they reach the report.
  static func sendEveryLine() {
    // Proof: the library allocates the buffer itself, and nobody ever assigns the variable.
    unsafe setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// Sends what was printed so far.
  static func flush() {
    fflush(nil)
  }
}

/// The signals that the calling thread, and every thread that it starts from then on, lets through.
package enum SignalMask {
  /// Lets signals through that whoever started this process had blocked.
  ///
  /// A process inherits what its parent blocks: one that was started from a thread of a pool would
  /// otherwise never hear of a wish to stop.
  ///
  /// - Parameter numbers: The signals' numbers.
  package static func unblock(_ numbers: [Int32]) {
    // Proof: the set is a plain value, which the calls fill in and read while it lives.
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    for number in numbers { unsafe sigaddset(&signals, number) }
    unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Whether the process ignores a signal, as one does that whoever started it has told to.
  ///
  /// - Parameter number: The signal's number.
  /// - Returns: Whether it does.
  package static func isIgnored(_ number: Int32) -> Bool {
    // Proof: the call fills in the structure. The handlers are compared as numbers, and not called.
    var action = sigaction()
    guard unsafe sigaction(number, nil, &action) == 0 else { return false }
    return unsafe unsafeBitCast(action.__sigaction_handler, to: Int.self) == 1
  }

  /// Has the system keep how each child has ended until this process asks.
  ///
  /// A process that ignores SIGCHLD, as it does whose parent has told it to, never hears of it.
  static func keepEndingsOfChildren() {
    if isIgnored(SIGCHLD) { signal(SIGCHLD, SIG_DFL) }
  }
}

/// The sanitizers of the compiler, with which a program may be built.
package enum Sanitizer {
  /// How many times as long as otherwise a program may take, at a guess that errs on the safe side.
  package static let slowdown = isBuiltIn ? 6 : 1

  /// Whether this program is built with one.
  private static let isBuiltIn = (["__asan_init", "__tsan_init"] as [String]).contains { name in
    // Proof: the call looks a name up among the loaded symbols; what it finds is compared with
    // null and not used.
    unsafe dlsym(nil, name) != nil
  }
}

/// The machine's clock, which stands still while the machine sleeps.
///
/// So a laptop that was closed in the middle of a run kills no worker when it is opened.
package struct MachineWatchdogClock: WatchdogClock {
  private let start = SuspendingClock().now

  /// A clock that reads zero now.
  package init() {}

  /// The time since this value was made.
  package var reading: Duration {
    start.duration(to: SuspendingClock().now)
  }
}
