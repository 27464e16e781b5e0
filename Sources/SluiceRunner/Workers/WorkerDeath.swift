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
    /// It closed its line to the supervisor and ran on, or nobody knows how it ended.
    case vanished
    /// It wrote a line that nobody expected, and was killed.
    case incoherent(line: String)
  }

  /// How it ended.
  package var cause: Cause
  /// The last progress it reported, if it reported any on this request.
  package var lastProgress: String?
  /// The end of the log of the run that it died of, if it was asked to tell that.
  package var log: [String]
  /// The end of what it printed; addresses in it differ from run to run.
  package var lastWords: CapturedOutput

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

  /// The exit code of a worker that ends itself because a subject has spoilt its process.
  static let retirementCode: Int32 = 75

  /// Whether it was the worker's own decision, after an answer: nothing that anybody is to be told.
  var isRetirement: Bool { cause == .exited(code: Int(Self.retirementCode)) }

  /// The last line in which the runtime said what was wrong, if it said anything.
  ///
  /// The same in every run, unlike the stack trace that the runtime prints below it: addresses in
  /// it are left out.
  package var complaint: String? {
    lastWords.standardError.split(whereSeparator: \.isNewline)
      .last { line in Self.complaints.contains { words in line.contains(words) } }
      .map { line in String(line).replacing(/0x[0-9a-fA-F]+/, with: "0x…") }
  }

  /// How the runtimes of Swift, of the dispatch library and of the allocator begin a complaint.
  private static let complaints = [
    "Fatal error", "Precondition failed", "Assertion failed", "BUG IN CLIENT OF", "malloc(",
    "free()",
  ]

  /// One line that says how it ended, and what the runtime said.
  package var description: String {
    [cause.description, complaint].compactMap { part in part }.joined(separator: ": ")
  }
}

extension WorkerDeath.Cause: CustomStringConvertible {
  /// The cause as the end of a sentence about a worker, such as `killed by SIGTRAP`.
  package var description: String {
    switch self {
    case .signal(_, let name): "killed by \(name)"
    case .exited(let code): "exited with code \(code) without an answer"
    case .silent(let limit): "silent for \(limit), and killed"
    case .vanished: "vanished"
    case .incoherent(let line): "wrote what nobody expected, and was killed: \(line.prefix(200))"
    }
  }
}
