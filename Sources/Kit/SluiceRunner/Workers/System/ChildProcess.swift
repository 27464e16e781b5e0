import Foundation
import Glibc

/// The command line that starts a worker.
package struct WorkerCommand: Equatable, Sendable {
  /// The path of the program; it is not searched for.
  package var executable: String
  /// The words after the program's name.
  package var arguments: [String]
  /// The whole environment of the worker, but for what every worker is given.
  package var environment: [String: String]

  /// A command to start workers with.
  ///
  /// - Parameters:
  ///   - executable: the path of the program, which is not searched for.
  ///   - arguments: the words after the program's name.
  ///   - environment: all variables the worker sees; nothing is inherited silently. A worker is
  ///     also always given `SWIFT_DETERMINISTIC_HASHING=1`, so that a subject's sets and
  ///     dictionaries have the same order in every run, and `SWIFT_BACKTRACE=enable=no`, so that a
  ///     trap is over at once, and a variable by which what it leaves behind is known.
  package init(executable: String, arguments: [String] = [], environment: [String: String] = [:]) {
    self.executable = executable
    self.arguments = arguments
    self.environment = environment
  }

  /// The environment as `NAME=value`, sorted by name.
  package var variables: [String] {
    var all = environment
    all[DeterministicHashing.variable.name] = DeterministicHashing.variable.value
    all["SWIFT_BACKTRACE"] = "enable=no"
    all[DetachedProcesses.variable.name] = DetachedProcesses.variable.value
    return all.sorted { one, other in one.key < other.key }.map { "\($0.key)=\($0.value)" }
  }
}

/// A started process that leads a process group of its own, and is killed with it by its owner.
///
/// Every process is reaped at most once, after the group was killed and before its number can be
/// used again: a process that has ended but is not reaped still holds its number. One that does not
/// end though it was killed is given up.
struct ChildProcess: ~Copyable {
  /// How a process ended.
  enum Ending: Equatable {
    case exited(code: CInt)
    case signal(number: CInt)
    /// Other code reaped it, and its status is lost; or it has not ended.
    case unknown
  }

  let identifier: pid_t
  private var ending: Ending?

  private init(identifier: pid_t) {
    self.identifier = identifier
  }

  deinit {
    if ending == nil { _ = Self.kill(identifier) }
  }

  /// Whether the process has ended by now, however it did.
  var hasEnded: Bool {
    guard ending == nil else { return true }
    let flags = WEXITED | WNOHANG | WNOWAIT
    // Proof: the call fills in the structure, of which nothing but a number is read. It begins as
    // all zeros, and stays so for a process that still runs.
    var info = unsafe siginfo_t()
    let result = unsafe waitid(P_PID, id_t(identifier), &info, flags)
    // One that is traced may also have stopped.
    return unsafe result != 0 || Reaper.endings.contains(info.si_code)
  }

  /// Reaps those of its threads that have ended and had this process trace them: the process can't
  /// end before.
  ///
  /// - Returns: The signal that has stopped one of them for its tracer, if one has.
  func reapThreads() -> CInt? { Reaper.reapThreads(of: identifier) }

  /// Kills the process and all of its group, if anything of them still runs, and says how it ended.
  mutating func kill() -> Ending {
    if let ending { return ending }
    let ending = Self.kill(identifier)
    self.ending = ending
    return ending
  }

  private static func kill(_ identifier: pid_t) -> Ending {
    // A subject may have left the group.
    for target in [-identifier, identifier] { Glibc.kill(target, SIGKILL) }
    let result = Reaper.awaitEnd(of: identifier)
    DetachedProcesses.reapAdopted()
    guard case .reaped(let status) = result else {
      if result == .notYet { DetachedProcesses.giveUp(identifier) }
      return .unknown
    }
    let signal = status & 0x7f
    return signal == 0 ? .exited(code: (status >> 8) & 0xff) : .signal(number: signal)
  }
}

extension ChildProcess {
  /// Starts a program with the given descriptors, in order, as its 0, 1, 2 and so on.
  ///
  /// The first of `descriptors` may be `nil`: an empty standard input. It gets no others. Signals
  /// are as they are in a new process, whatever this one blocks or ignores.
  ///
  /// - Throws: `WorkerError.notStarted` with the system's reason.
  static func start(
    _ command: WorkerCommand, descriptors: [CInt?]
  ) throws(WorkerError) -> ChildProcess {
    let words = [command.executable] + command.arguments
    let variables = command.variables
    guard let arguments = CStringList(words), let environment = CStringList(variables) else {
      throw .notStarted(
        executable: command.executable, reason: "an argument or variable contains a zero byte")
    }
    var identifier: pid_t = 0
    DetachedProcesses.willStart()
    // Proof: both lists are terminated by a null pointer, all their strings by a zero byte, and
    // everything lives until the call is over; the new process has copies.
    let failure = unsafe withSpawnSettings(descriptors) { actions, attributes in
      unsafe arguments.withPointers { arguments in
        unsafe environment.withPointers { environment in
          unsafe posix_spawn(
            &identifier, command.executable, actions, attributes, arguments, environment)
        }
      }
    }
    DetachedProcesses.didStart(failure == 0 ? identifier : nil)
    guard failure == 0 else {
      let reason = SystemLimit.explained(failure, by: [.processes, .memory, .data])
      throw .notStarted(executable: command.executable, reason: reason)
    }
    return ChildProcess(identifier: identifier)
  }

  /// Has the new process close every descriptor from one on; nil where the C library can't, as one
  /// before 2.34.
  private static let closeFrom:
    (
      @convention(c) @Sendable (
        UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt
      ) -> CInt
    )? = {
      // Swift is not shown this extension of the library's.
      guard let symbol = unsafe dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
        return nil
      }
      // Proof: the symbol is the C library's function of this name, whose type this is.
      return unsafe unsafeBitCast(
        symbol,
        to: (@convention(c) @Sendable (
          UnsafeMutablePointer<posix_spawn_file_actions_t>, CInt
        ) -> CInt).self)
    }()

  private static func withSpawnSettings(
    _ descriptors: [CInt?],
    _ body: (
      UnsafePointer<posix_spawn_file_actions_t>, UnsafePointer<posix_spawnattr_t>
    ) -> CInt
  ) -> CInt {
    // Proof: the actions are initialised before they are used and destroyed after the spawn.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in descriptors.enumerated() {
      if let source {
        unsafe posix_spawn_file_actions_adddup2(&actions, source, CInt(target))
      } else {
        unsafe posix_spawn_file_actions_addopen(&actions, CInt(target), "/dev/null", O_RDWR, 0)
      }
    }
    // Files that Foundation has open in this process would be the worker's, too.
    unsafe _ = closeFrom?(&actions, CInt(descriptors.count))
    var attributes = posix_spawnattr_t()
    // Proof: so are the attributes, which copy what they are set to.
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    // Proof: as above.
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))
    unsafe posix_spawnattr_setpgroup(&attributes, 0)
    var signals = sigset_t()
    // Proof: a set of signals is a plain value, which the calls fill in, and the attributes copy
    // it.
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    // Proof: both settings are destroyed only when the body has returned.
    return unsafe body(&actions, &attributes)
  }
}

extension WatchdogClock {
  /// What a process has done so far, as Linux tells of its threads.
  ///
  /// A thread that runs, or would if the machine let it, or waits for a disk, is not waiting: what
  /// keeps it is not its own doing. One that waits for a child of its own to begin a program is
  /// waiting: the system has the thread wait as if for a disk, and the child may never do so.
  package func activity(ofProcess identifier: Int32) -> WorkerActivity? {
    let folder = "/proc/\(identifier)/task"
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    var activity = WorkerActivity(used: .zero, isWaiting: true)
    var isTold = false
    for thread in threads {
      // A thread may end meanwhile. The first number is the time that it ran.
      let times = try? String(contentsOfFile: "\(folder)/\(thread)/schedstat", encoding: .utf8)
      let status = try? String(contentsOfFile: "\(folder)/\(thread)/stat", encoding: .utf8)
      guard
        let used = times?.split(separator: " ").first.flatMap({ word in Int64(word) }),
        // The name before it may have anything in it, brackets too.
        let state = status?.split(separator: ") ").last?.first
      else { continue }
      isTold = true
      activity.used += .nanoseconds(used)
      if state == "R" || state == "D" && !StartedChild.isAwaited(byThread: thread, in: folder) {
        activity.isWaiting = false
      }
      if state == "T" || state == "t" { activity.isStopped = true }
    }
    return isTold ? activity : nil
  }
}

/// The wait of a thread for a child that shares its memory until it begins a program.
private enum StartedChild {
  #if arch(x86_64)
    /// The numbers of the system's calls `clone`, `vfork` and `clone3`.
    private static let calls: Set = ["56", "58", "435"]
  #else
    /// The numbers of the system's calls `clone` and `clone3`.
    private static let calls: Set = ["220", "435"]
  #endif

  /// Whether a thread is inside one of these calls; false where the system doesn't say.
  static func isAwaited(byThread thread: String, in folder: String) -> Bool {
    let call = try? String(contentsOfFile: "\(folder)/\(thread)/syscall", encoding: .utf8)
    return call?.split(separator: " ").first.map { number in calls.contains(String(number)) }
      ?? false
  }
}

/// A list of strings in the form that starting a program needs.
struct CStringList {
  private let bytes: [CChar]
  private let offsets: [Int]

  /// Returns `nil` if a string contains a zero byte, which would cut it short.
  init?(_ strings: [String]) {
    guard strings.allSatisfy({ string in !string.utf8.contains(0) }) else { return nil }
    var bytes: [CChar] = []
    var offsets: [Int] = []
    for string in strings {
      offsets.append(bytes.count)
      bytes += string.utf8.map { byte in CChar(bitPattern: byte) } + [0]
    }
    self.bytes = bytes
    self.offsets = offsets
  }

  /// Calls `body` with pointers to the strings and a null pointer behind the last.
  func withPointers(
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> CInt
  ) -> CInt {
    var copy = bytes
    // Proof: every offset lies inside the buffer, whose strings end in zero bytes; pointers are
    // valid inside the closures, and `body` hands them on only to a call that copies.
    return unsafe copy.withUnsafeMutableBufferPointer { buffer in
      let strings = unsafe offsets.map { offset in
        unsafe buffer.baseAddress?.advanced(by: offset)
      }
      let pointers = unsafe strings + [nil]
      return unsafe pointers.withUnsafeBufferPointer { list in
        guard let first = list.baseAddress else { return -1 }
        return unsafe body(first)
      }
    }
  }
}
