import Foundation
import Glibc
import Synchronization

/// The processes that subjects have started and detached from their workers, so that they have not
/// ended with those.
///
/// A program of the kit has the system hand it every process below it whose parent has ended. A
/// process can leave its group and its session, and drop its variables, but it can't choose whose
/// child it becomes. A process that has a living parent is found when that parent was ended; one
/// that has inherited a variable of the worker is found at once.
package enum DetachedProcesses {
  /// The variable that every worker of this process is given, and all that it starts.
  static let variable = (name: "SLUICE_WORKER_OF", value: "\(getpid())")

  private struct State {
    /// Whether the program may adopt processes, and whether it does.
    var mayAdopt = false
    var adopts = false
    /// Whether this process has started a worker, or plays subjects itself; else nothing is looked
    /// for.
    var hasStarted = false
    /// How many workers are being started, whose numbers are not known yet.
    var starting = 0
    /// The workers that are not reaped.
    var workers: Set<pid_t> = []
  }

  private static let state = Mutex(State())

  /// How often is looked: what is detached may start others meanwhile.
  private static let looks = 100
  /// How many are reaped at a time.
  private static let mostReaped = 1_000

  /// Allows this process to adopt what its workers leave behind.
  ///
  /// It does so when it starts its first worker, unless it has children already, as a process has
  /// whose shell has executed it: processes that these leave behind belong to no subject.
  package static func adopt() { state.withLock { state in state.mayAdopt = true } }

  /// Ends all of them, but for those below a worker that lives: they are looked for when it has
  /// ended.
  ///
  /// - Returns: What is said of them; nil if there were none.
  package static func end() -> String? {
    let names = endAll()
    guard !names.isEmpty else { return nil }
    let counts = Dictionary(grouping: names, by: \.self).mapValues(\.count)
    let texts = counts.sorted { one, other in one.key < other.key }.map { name, count in
      count > 1 ? "\(name) (\(count) times)" : name
    }
    return "ended what a subject had left running: \(texts.joined(separator: ", "))"
  }

  private static func endAll() -> [String] {
    guard state.withLock({ state in state.hasStarted }) else { return [] }
    var names: [pid_t: String] = [:]
    var pauses = Pauses(atMost: 1_000_000)
    for _ in 0..<looks {
      reapAdopted()
      let found = detached()
      if found.isEmpty { break }
      for process in found {
        names[process.number] = process.name
        end(process)
      }
      // What has not ended yet has not handed over its own children either.
      while found.contains(where: isRunning), pauses.pause() { reapAdopted() }
    }
    return Array(names.values)
  }

  private static func end(_ process: ProcessTable.Entry) {
    // Of a process that goes on as ever new ones only its group is there for long enough. A group
    // of another session is none but a subject's.
    if process.session != getsid(0), process.group > 1 { kill(-process.group, SIGKILL) }
    kill(process.number, SIGKILL)
  }

  private static func isRunning(_ process: ProcessTable.Entry) -> Bool {
    guard let now = ProcessTable.Entry(process.number) else { return false }
    return !now.hasEnded
  }

  /// Those that run.
  private static func detached() -> [ProcessTable.Entry] {
    let (adopts, workers) = state.withLock { state in (state.adopts, state.workers) }
    let mark = Data("\(variable.name)=\(variable.value)".utf8) + [0]
    let own = getpid()
    return ProcessTable.all.filter { process in
      guard process.number != own, !process.hasEnded, !workers.contains(process.number) else {
        return false
      }
      // A child that is marked and not adopted is a worker that has only just begun.
      guard process.parent != own else { return adopts }
      return hasInherited(mark, process.number)
        && !ProcessTable.isDescendant(process.number, of: workers)
    }
  }

  /// Whether the environment of a process has a variable.
  private static func hasInherited(_ mark: Data, _ number: pid_t) -> Bool {
    guard let variables = FileManager.default.contents(atPath: "/proc/\(number)/environ") else {
      return false
    }
    // At the beginning of a variable, and not within another's value.
    return (Data([0]) + variables).range(of: Data([0]) + mark) != nil
  }
}

/// Which children are workers, and have an owner that reaps them.
extension DetachedProcesses {
  /// Notes that a worker will be started: until it has been, no child is taken for an adopted one.
  static func willStart() {
    SignalMask.keepEndingsOfChildren()
    state.withLock { state in
      begin(&state)
      state.starting += 1
    }
  }

  /// Notes that subjects will be played in this process: what they start are its own children.
  package static func willPlayHere() { state.withLock { state in begin(&state) } }

  private static func begin(_ state: inout State) {
    if state.mayAdopt, !state.hasStarted, !hasChildren() { state.adopts = becomeSubreaper() }
    state.hasStarted = true
  }

  /// Notes that a worker was started, or that it could not be.
  static func didStart(_ worker: pid_t?) {
    state.withLock { state in
      state.starting -= 1
      if let worker { state.workers.insert(worker) }
    }
  }

  /// Reaps a worker if it has ended.
  static func reap(_ worker: pid_t) -> Reaper.Result {
    state.withLock { state in
      var status: CInt = 0
      let reaped = retryingInterrupted {
        // Proof: the call writes one number into the variable.
        unsafe waitpid(worker, &status, WNOHANG | __WALL)
      }
      if reaped == 0 { return .notYet }
      if reaped == worker, Reaper.stopSignal(in: status) != nil { return .notYet }
      // From here on the number may be another's.
      state.workers.remove(worker)
      return reaped == worker ? .reaped(status: status) : .lost
    }
  }

  /// Gives a worker up that has not ended though it was killed.
  static func giveUp(_ worker: pid_t) {
    state.withLock { state in _ = state.workers.remove(worker) }
  }

  /// Reaps the adopted processes that have ended, as far as no worker has that waits for its owner.
  static func reapAdopted() {
    state.withLock { state in
      guard state.adopts, state.starting == 0 else { return }
      for _ in 0..<mostReaped {
        guard let number = firstEnded(), number > 0, !state.workers.contains(number) else { return }
        waitpid(number, nil, WNOHANG | __WALL)
      }
    }
  }

  /// The first child that has ended; 0 if none has, nil if there is no child.
  private static func firstEnded() -> pid_t? {
    // Proof: the call fills in the structure. It begins as all zeros, and stays so where none has
    // ended; the number is in the part that is of children.
    var info = unsafe siginfo_t()
    let flags = WEXITED | WNOHANG | WNOWAIT | __WALL
    guard unsafe waitid(P_ALL, 0, &info, flags) == 0 else { return nil }
    guard unsafe Reaper.endings.contains(info.si_code) else { return 0 }
    return unsafe info._sifields._sigchld.si_pid
  }

  private static func hasChildren() -> Bool { firstEnded() != nil }

  /// Has the system hand over the processes below this one whose parents end.
  private static func becomeSubreaper() -> Bool {
    typealias Call =
      @convention(c) (CInt, CUnsignedLong, CUnsignedLong, CUnsignedLong, CUnsignedLong) -> CInt
    // Swift is not shown functions with any number of arguments.
    guard let symbol = unsafe dlsym(nil, "prctl") else { return false }
    // Proof: the symbol is the C library's function of this name, which is given numbers alone, as
    // it takes them on both processors.
    let call = unsafe unsafeBitCast(symbol, to: Call.self)
    let setChildSubreaper: CInt = 36
    return call(setChildSubreaper, 1, 0, 0, 0) == 0
  }
}
