import Glibc
package import SluiceText

/// What became of one request.
package enum WorkerOutcome: Equatable, Sendable {
  /// The worker answered; `output` is what it printed meanwhile.
  case answered(String, output: CapturedOutput)
  /// The worker died, or had to be killed, before it answered.
  case died(WorkerDeath)
}

/// What a worker printed on its two standard streams while it had one request.
package struct CapturedOutput: Equatable, Sendable {
  /// The end of what it printed on its standard output.
  package var standardOutput: String
  /// The end of what it printed on its standard error.
  package var standardError: String
  /// The beginning of the line that is cut where that begins; empty if none is.
  package var cutErrorLine = ""
  /// How many bytes of both came before these ends and were not kept.
  package var droppedBytes: Int

  /// What a worker printed.
  package init(standardOutput: String = "", standardError: String = "", droppedBytes: Int = 0) {
    self.standardOutput = standardOutput
    self.standardError = standardError
    self.droppedBytes = droppedBytes
  }
}

/// The end of a worker that had not answered yet: how, how far it was, and its last words.
package struct WorkerDeath: Equatable, Sendable, CustomStringConvertible {
  /// How a worker ended.
  package enum Cause: Equatable, Sendable {
    /// A signal killed it: a trap, an abort, a bad access, or a kill from outside.
    case signal(number: Int, name: String)
    /// It ended of itself without an answer, be it with code 0.
    case exited(code: Int)
    /// It reported no progress for so long, and was killed.
    case silent(limit: Duration)
    /// It reported no progress where another one had hung, and was killed.
    case silentAgain
    /// It closed its line to the supervisor and ran on, or nobody knows how it ended.
    case vanished
    /// A line came that the kit's worker does not write there, and the worker was killed.
    case incoherent(line: String)
  }

  /// How it ended.
  package var cause: Cause
  /// The last progress it reported, if it reported any on this request.
  package var lastProgress: String?
  /// The end of the log of the run that it died of, if it was asked to tell that.
  package var log: [String]
  /// How many entries that log had.
  package var toldEntries = 0
  /// The log as a picture, if the worker was asked to draw it.
  package var picture: LogPicture?
  /// The end of what it printed; addresses in it differ from run to run.
  package var lastWords: CapturedOutput
  /// Where it was.
  package var location = Location()

  /// The end of a worker.
  package init(
    cause: Cause, lastProgress: String? = nil, log: [String] = [],
    lastWords: CapturedOutput = .init()
  ) {
    self.cause = cause
    self.lastProgress = lastProgress
    self.log = log
    self.lastWords = lastWords
  }

  /// Where a worker was that did not come back.
  package struct Location: Equatable, Sendable {
    /// Whether it blocked its thread, and didn't run; nil if the system does not tell.
    package var isBlocked: Bool?
    /// The functions that it was in, all the time if it was silent, innermost first; empty where
    /// they are unknown.
    package var functions: [String] = []

    /// A place of which nothing is known.
    package init() {}
  }

  /// Whether it was killed for its silence.
  package var isHang: Bool {
    switch cause {
    case .silent, .silentAgain: true
    default: false
    }
  }

  /// Whether nothing but the watchdog shows it: a subject that executes another program closes the
  /// worker's line, and its process goes on.
  var isAwaited: Bool { isHang || cause == .vanished }

  /// Whether the subject has written to the worker's line: no answer of the worker is to be
  /// trusted.
  package var isForgery: Bool {
    if case .incoherent = cause { true } else { false }
  }

  /// Whether another death is the same as far as can be said: for silence what it was at is known.
  package func isLike(_ other: WorkerDeath) -> Bool {
    if isHang { return other.isHang }
    return cause == other.cause && complaint == other.complaint
  }

  /// The exit code of a worker that ends itself because a subject has spoilt its process.
  static let retirementCode: Int32 = 75
  /// The exit code of a worker that was asked for a picture of a log, and has drawn it.
  static let picturedCode: Int32 = 77
  /// The exit code of a worker that a subject has cut off from its supervisor.
  static let closedLineCode: Int32 = 76

  /// Whether it was the worker's own decision, after an answer: nothing that anybody is to be told.
  var isRetirement: Bool { cause == .exited(code: Int(Self.retirementCode)) }

  /// The last line that it wrote on its standard error, where the runtime has not complained.
  fileprivate var lastLine: String? {
    guard complaint == nil else { return nil }
    return lastWords.standardError.split(whereSeparator: \.isNewline).last.map { line in
      String(line)
    }
  }

  /// The last line in which the runtime said what was wrong, if it said anything.
  ///
  /// The same in every run, unlike the stack trace that the runtime prints below it: addresses in
  /// it are left out. Of a line of megabytes it has the beginning.
  package var complaint: String? {
    let lines = lastWords.standardError.split(whereSeparator: \.isNewline)
    let isComplaint = { (line: Substring) in
      Self.complaints.contains { words in line.contains(words) }
    }
    let cut = lastWords.cutErrorLine[...]
    let whole = lines.dropFirst(cut.isEmpty ? 0 : 1).last(where: isComplaint)
    guard let line = whole ?? (isComplaint(cut) ? cut : nil) else { return nil }
    let text = String(line).replacing(/0x[0-9a-fA-F]+/, with: "0x…")
    return whole == nil ? "\(text)…" : text
  }

  /// How the runtime of Swift, the dispatch library, the C library and its allocator begin a
  /// complaint.
  private static let complaints = [
    "Fatal error", "Precondition failed", "Assertion failed", "Could not cast value of type",
    "Simultaneous accesses to", "BUG IN CLIENT OF", "Assertion `", "malloc(",
    "malloc_consolidate()", "realloc()",
    "free()", "double free or corruption", "corrupted size vs. prev_size",
    "corrupted double-linked list", "munmap_chunk()", "*** stack smashing detected",
  ]

  /// The crash of a subject: the runtime's complaint, or else how the process ended.
  ///
  /// It has no functions in it, since failures are grouped by it.
  package var crash: String {
    guard case .signal(let number, let name) = cause else { return description }
    return "\(complaint ?? Self.meaning(of: number)) (\(name))"
  }

  /// The meaning of a signal without a complaint.
  private static func meaning(of signal: Int) -> String {
    switch Int32(signal) {
    case SIGILL, SIGTRAP: "a trap, as of arithmetic that overflows or of an index out of range"
    case SIGSEGV, SIGBUS: "an access to memory that is not there, or no stack left"
    case SIGABRT: "the process was aborted"
    case SIGFPE: "arithmetic without a result"
    default: "the process was killed"
    }
  }

  /// One line that says how it ended, and what the runtime said.
  package var description: String { description(hasAnswered: false) }

  /// One line that says how it ended, and what the runtime said.
  ///
  /// - Parameter hasAnswered: Whether the worker had answered before.
  /// - Returns: The line.
  package func description(hasAnswered: Bool) -> String {
    let words =
      if hasAnswered, case .exited(let code) = cause, code != Self.closedLineCode {
        "exited with code \(code)"
      } else {
        cause.description
      }
    return [words, complaint].compactMap { part in part }.joined(separator: ": ")
  }
}

extension WorkerDeath.Cause: CustomStringConvertible {
  /// The cause as the end of a sentence about a worker, such as `killed by SIGTRAP`.
  package var description: String {
    switch self {
    case .signal(_, let name): "killed by \(name)"
    case .exited(Int(WorkerDeath.closedLineCode)):
      "it closed descriptors that are not its own, the worker's among them"
    case .exited(let code): "exited with code \(code) without an answer"
    // For how long it was waited hangs on what hung before, and on nothing of the case.
    case .silent, .silentAgain: "silent, and killed by the watchdog"
    case .vanished: "vanished"
    case .incoherent(let line): "killed for a line that the kit does not write: \(line.prefix(200))"
    }
  }
}

/// The name of a signal, such as `SIGTRAP`; `signal 64` for one without a name.
package func signalName(_ number: Int32) -> String {
  switch number {
  case SIGHUP: "SIGHUP"
  case SIGINT: "SIGINT"
  case SIGQUIT: "SIGQUIT"
  case SIGILL: "SIGILL"
  case SIGTRAP: "SIGTRAP"
  case SIGABRT: "SIGABRT"
  case SIGBUS: "SIGBUS"
  case SIGFPE: "SIGFPE"
  case SIGKILL: "SIGKILL"
  case SIGUSR1: "SIGUSR1"
  case SIGSEGV: "SIGSEGV"
  case SIGUSR2: "SIGUSR2"
  case SIGPIPE: "SIGPIPE"
  case SIGALRM: "SIGALRM"
  case SIGTERM: "SIGTERM"
  case SIGXCPU: "SIGXCPU"
  case SIGXFSZ: "SIGXFSZ"
  case SIGVTALRM: "SIGVTALRM"
  case SIGPROF: "SIGPROF"
  case SIGSYS: "SIGSYS"
  default: "signal \(number)"
  }
}

/// A failure of the harness itself around its workers; never the result of a case.
package enum WorkerError: Error, Equatable, CustomStringConvertible {
  /// The worker's program can't be started.
  case notStarted(executable: String, reason: String)
  /// The worker was started and ended, or stayed silent, before it was ready for the first case.
  case notReady(executable: String, death: WorkerDeath)
  /// The machine did not let a worker run for so long.
  case starved(Duration)
  /// The subject has written to the line of its worker: no answer can be trusted.
  case forged(WorkerDeath)
  /// Nothing is to be waited for any more: the run is to stop.
  case stopped
  /// The system has no descriptors left for pipes.
  case noDescriptors(reason: String)
  /// A thread of the kit's own can't be started.
  case noThread(reason: String)
  /// A request is more than one line; counted from zero.
  case requestSpansLines(index: Int)
  /// The worker was sent a line that is no request.
  case unintelligible(line: String)

  /// The sentence for the person at the terminal.
  package var description: String {
    switch self {
    case .notStarted(let executable, let reason):
      "cannot start the worker \(executable): \(reason)"
    case .notReady(let executable, let death):
      "the worker \(executable) was never ready: "
        + [death.description, death.lastLine].compactMap(\.self).joined(separator: ": ")
    case .starved(let time):
      "the machine has not let a worker run enough for \(time) to tell whether it hangs"
    case .forged(let death): "the answers of a worker can't be trusted: it was \(death)"
    case .stopped: "stopped before an answer"
    case .noDescriptors(let reason):
      "cannot open pipes to a worker: \(reason)"
    case .noThread(let reason): "cannot start a thread: \(reason)"
    case .requestSpansLines(let index):
      "request \(index) for a worker is more than one line"
    case .unintelligible(let line):
      "the worker was sent a line that is no request: \(line.prefix(200))"
    }
  }
}
