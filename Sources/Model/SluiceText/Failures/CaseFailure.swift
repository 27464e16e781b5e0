/// A failure of a case: its kind and place, the log, the schedule, and the command that repeats it.
///
/// The judge makes it once. A worker sends it to the run, and the journal keeps it. Each report
/// renders it once, at its own width and in its own form.
package struct CaseFailure: Sendable, Hashable, Codable {
  /// Kind of a failure, with its name in reports.
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// A rule was violated.
    case ruleViolation = "RuleViolation"
    /// An expectation of the scenario was not met.
    case expectationFailed = "ExpectationFailed"
    /// A known failure passed.
    case passesUnexpectedly = "PassesUnexpectedly"
    /// The subject trapped or its process vanished.
    case subjectCrashed = "SubjectCrashed"
    /// A consumer waits for ever, or the worker gave no sign of life.
    case subjectHung = "SubjectHung"
    /// The simulation came to a limit.
    case limitReached = "LimitReached"
    /// An event blocks its thread, waiting for what nothing can give it.
    case deadlocked = "Deadlocked"
    /// Work of the simulation came from a foreign thread.
    case escaped = "Escaped"
    /// The run did not follow the schedule that it was given.
    case diverged = "ScheduleDiverged"
    /// The same schedule had another course in another process.
    case nondeterministic = "NondeterministicSubject"
    /// The subject says that its source lacks what one of its listeners has a callback for.
    case declarationWrong = "WrongDeclaration"
    /// The scenario asks for what the backend or the driver can't do.
    case scenarioUnusable = "ScenarioUnusable"
    /// A worker's answer is no result of the case, or was written by the subject. The run can't be
    /// trusted, and ends with 2.
    case answerUnusable = "AnswerUnusable"

    /// Whether reports count it as a failure of the case, and not as an error.
    package var isFailure: Bool {
      switch self {
      case .ruleViolation, .expectationFailed, .passesUnexpectedly: true
      default: false
      }
    }
  }

  /// Its kind.
  package var kind: Kind
  /// The id of the violated rule, if one was.
  package var rule: String?
  /// The failure in one line.
  package var message: String
  /// The line of the scenario at which it came up, from 1.
  package var line: Int
  /// Lines directly below the message.
  package var notes: [String] = []
  /// The scenario, and the flow in which the failing line is written if it is in one.
  package var excerpts: [SourceExcerpt] = []
  /// The meaning of the violated rule; nil where no rule was violated or the rule is not known.
  package var meaning: RuleMeaning?
  /// Lines that explain it, indented as they are to be shown.
  package var details: [String] = []
  /// The log, without rows if it is empty; nil for a failure without a log.
  package var log: LogPicture?
  /// How many entries of the log the text leaves out that the command can show; nil for none.
  package var leftOut: Int?
  /// Every event of the log, one line each; nil where that was not asked for.
  package var events: LogSample?
  /// The schedule; nil for the canonical one.
  package var schedule: ScheduleAccount?
  /// The command that shows the failure again; nil where there is none.
  package var again: String?
  /// The command that replays it, up to the schedule, where that is too long for a line; nil for
  /// others.
  package var replay: String?
  /// Whether a line that it is about races with others.
  package var isRace = false
  /// The id of another case whose account is to be read in the place of this one, if there is one.
  package var tellingCase: String?

  /// A failure with a message alone.
  package init(
    _ kind: Kind, rule: String? = nil, _ message: String, line: Int, again: String? = nil
  ) {
    self.kind = kind
    self.rule = rule
    self.message = message
    self.line = line
    self.again = again
  }

  /// Its name in a list of known failures: the rule's id, or the kind.
  package var cause: String { rule ?? kind.rawValue }

  /// Whether there is more of it than the message and the command.
  package var hasParts: Bool {
    !notes.isEmpty || !excerpts.isEmpty || meaning != nil || !details.isEmpty || log != nil
      || schedule != nil
  }

  /// Amount of the log that a failure has.
  ///
  /// The parts that cost little are always there.
  package struct Extent: Sendable, Hashable, Codable {
    /// How much of the log is drawn.
    package enum Drawing: String, Sendable, Codable {
      /// The part that the text of a report shows.
      case none
      /// As much as a reader looks at.
      case near
      /// Every entry that is kept.
      case whole
    }

    /// How much of the log is drawn.
    package var drawing = Drawing.none
    /// Whether every event of it is there as a line of text.
    package var hasEvents = false

    /// The parts that cost little.
    package init() {}
  }

  /// The greatest number of events that are kept; a log that is longer has no end of its own.
  package static let mostEvents = 50_000
}

/// The schedule under which a case fails.
package struct ScheduleAccount: Sendable, Hashable, Codable {
  /// How far it is from the canonical one, and how it was found.
  package var heading: String
  /// Its short text, by which a replay takes it; nil where it is too long.
  package var text: String?
  /// The schedule as a scenario has it; nil where it is too long.
  package var rows: ScheduleRows?
  /// The most bytes of a short text that a reader takes in as a word of a command.
  private static let longestWord = 500
  /// Further lines about it.
  package var remarks: [String] = []

  /// An account of a schedule.
  package init(
    _ heading: String, text: String? = nil, _ rows: ScheduleRows? = nil, remarks: [String] = []
  ) {
    self.heading = heading
    self.text = text
    self.rows = rows
    self.remarks = remarks
  }
}

/// A schedule as a table of the scenario language, which forces it where a scenario has it.
package struct ScheduleRows: Sendable, Hashable, Codable {
  /// The seed of its random numbers; 0 where none were drawn.
  package var seed: UInt64
  /// For each departure from the canonical schedule the time, the events that were ready, and the
  /// one that ran.
  package var departures: [[String]]

  /// The rows of a schedule.
  package init(seed: UInt64, departures: [[String]]) {
    self.seed = seed
    self.departures = departures
  }
}

extension ScheduleAccount {
  /// Whether its short text is longer than a word of a command should be.
  package var isLong: Bool { (text?.utf8.count ?? 0) > Self.longestWord }
}

extension CaseFailure.Kind {
  /// Whether the subject ended its process, or held up all threads of its run.
  package var isCrash: Bool { self == .subjectCrashed || self == .deadlocked }
}

extension CaseFailure: CheckedContent {
  /// Checks the lines, the excerpts, the picture and the counts.
  package func check() throws(ContentFlaw) {
    try check("line", line, in: CountLimits.line)
    try check("excerpts", each: excerpts)
    try check("log", log)
    try check("leftOut", leftOut, in: CountLimits.count)
    try check("schedule.rows", schedule?.rows)
  }
}

extension ScheduleRows: CheckedContent {
  /// Checks that each departure has its three cells.
  package func check() throws(ContentFlaw) {
    for (index, row) in departures.enumerated() where row.count != 3 {
      throw ContentFlaw("departures[\(index)]", "has \(row.count) cells, and not 3")
    }
  }
}
