package import SluiceSimulation
package import SluiceSpies
package import SluiceText

/// Everything that one run left behind, for the rules and the reports.
///
/// `Line` is the place of a line in the text that was played: a span of a scenario, or a line of a
/// Swift test.
package struct RunRecord<Line: Hashable & Sendable> {
  /// The log, in order.
  package var entries: [LogEntry]
  /// The index of the entries, by registration, consumer and sequence.
  package var index: LogIndex
  /// The lines by where in the log they ran.
  package var marks: [LineMark<Line>]
  /// Why the text could not be played to its last line, if it could not.
  package var mishap: Mishap<Line>?
  /// The traits that the streams declare.
  package var declarations: Declarations
  /// The options that a sequence has to pass on, where that is said.
  package var askedOptions: [SequenceID: Value] = [:]
  /// The names of the consumers, in the order of their numbers.
  package var names: [String]
  /// The consumers whose tasks have not ended.
  package var unfinished: [String]
  /// The tasks that waited when nothing was left to happen, if a consumer did; else none.
  package var waiters: [Waiter] = []
  /// The tasks that lived when everything was over.
  package var left: [Waiter] = []
  /// The fate of the registrations after the end.
  package var aftermath = Aftermath()
  /// The work that was given to run loops that never run: why a task may wait for ever.
  package var idleWork: [IdleWork] = []
  /// How many expectations were checked.
  package var expectations = 0
  /// How many events the simulation ran.
  package var steps: Int
  /// How much virtual time passed, in nanoseconds.
  package var virtualNanoseconds: Int64
  /// Whether tasks of the process were given work, which they did at once.
  package var hasServed = false
  /// The abilities of the source that no listener had a callback for, although the subject does not
  /// say that the source lacks them; nil where no add said what it has callbacks for.
  package var inaudible: Set<SourceAbility>?
  /// The choice of a forced schedule that never came up, if there is one, and its line; nil for the
  /// line of a choice that came with the call.
  package var divergence: (row: ForcedSchedule.Row, line: Line?)?
  /// The log until the run was over, with its consumers, where only a part of it counts: an event
  /// held the run up.
  package var played: (entries: [LogEntry], names: [String])?

  /// A record of a stage as it is now.
  ///
  /// - Parameters:
  ///   - stage: The stage, of which the record has the consumers, the steps and the time.
  ///   - entries: The part of its log that counts.
  ///   - index: The index of the log's first entries, none to all of them.
  ///   - marks: The lines by where in the log they ran.
  ///   - mishap: Why not all of them did.
  ///   - declarations: The traits that the streams declare.
  package init(
    of stage: Stage, _ entries: [LogEntry], filedIn index: LogIndex = LogIndex(),
    marks: [LineMark<Line>], mishap: Mishap<Line>? = nil, declarations: Declarations
  ) {
    self.entries = entries
    self.index = index
    self.marks = marks
    self.mishap = mishap
    self.declarations = declarations
    names = stage.consumers.map(\.name)
    unfinished = stage.unfinished.map(\.name)
    steps = stage.simulation.step
    virtualNanoseconds = stage.simulation.now.nanoseconds
  }

  /// The whole log, for a search: each step counts for it, also one behind the judged part.
  package var course: (entries: [LogEntry], names: [String]) { played ?? (entries, names) }

  /// Leaves out everything after an escape from the simulation: another run need not have it.
  ///
  /// Code outside may have changed the rest of the same step, too: whether a listener is still
  /// called, or which owner is the last to let go of it.
  ///
  /// - Parameters:
  ///   - entries: The log until then.
  ///   - step: The step in which that was, the last that counts.
  package mutating func end(with entries: [LogEntry], in step: Int) {
    self.entries = entries
    index = LogIndex()
    index.extend(to: entries)
    unfinished = []
    steps = step
    virtualNanoseconds = entries.last.map { entry in entry.instant.nanoseconds } ?? 0
  }
}

extension Evidence {
  /// The evidence that a run left behind.
  package convenience init<Line>(of record: RunRecord<Line>) {
    self.init(
      of: record.entries, isEndless: record.mishap?.kind == .limitReached,
      filedIn: record.index, declarations: record.declarations,
      askedOptions: record.askedOptions, aftermath: record.aftermath)
  }
}

/// Where a line made itself felt: the log's length just before it ran.
package struct LineMark<Line: Hashable & Sendable>: Sendable {
  /// The number of log entries before the line ran.
  package var entry: Int
  /// The number of events that the simulation had run before it.
  package var step: Int
  /// Where the line is written.
  package var line: Line
  /// Where the scenario plays the flow in which the line is written; nil for any other line.
  package var playedAt: Line?

  /// A mark of a line that is about to run.
  package init(entry: Int, step: Int, line: Line, playedAt: Line? = nil) {
    self.entry = entry
    self.step = step
    self.line = line
    self.playedAt = playedAt
  }
}

/// Why a text could not be played to its last line.
package struct Mishap<Line: Hashable & Sendable> {
  /// The kind of the failure.
  package var kind: CaseFailure.Kind
  /// The failure in one line.
  package var message: String
  /// More lines that explain it, such as the differences between two values.
  package var details: [String] = []
  /// Where it came up; nil where no line led to it.
  package var place: FailureLines<Line>?
  /// The entry to blame; nil for the last one.
  package var blamed: Int?
  /// Where in the log an expectation failed; nil for any other mishap.
  package var failed: FailedPlace?
  /// The test's own error.
  package var thrown: (any Error)?

  /// A mishap at a place.
  package init(
    _ kind: CaseFailure.Kind, _ message: String, details: [String] = [],
    at place: FailureLines<Line>?, blamed: Int? = nil, failed: FailedPlace? = nil,
    throwing thrown: (any Error)? = nil
  ) {
    self.kind = kind
    self.message = message
    self.details = details
    self.place = place
    self.blamed = blamed
    self.failed = failed
    self.thrown = thrown
  }

  /// Whether it counts where another one is known: the first reason does, but for an escape.
  ///
  /// All earlier observations may follow from an escape.
  package func counts(over known: Mishap?) -> Bool {
    known == nil || (kind == .escaped && known?.kind != .escaped)
  }

  /// Whether nothing more can be played after it: the simulation came to a limit or lost its
  /// determinism, or an event blocks it.
  package var isHalt: Bool {
    kind == .limitReached || kind == .escaped || kind == .deadlocked
  }

  /// Whether violations of its run count.
  ///
  /// Another run need not repeat the observations of one that has escaped. A call that holds a
  /// thread for ever breaks rules, too.
  var leavesRulesTheirSay: Bool { kind != .escaped && kind != .subjectHung }

  /// Whether it is the failure of its run even where a rule is broken.
  var comesFirst: Bool { thrown != nil || !leavesRulesTheirSay }
}

/// The lines that a failure is about.
package struct FailureLines<Line: Hashable & Sendable>: Sendable {
  /// The line at which it came up.
  package var line: Line
  /// Where the scenario plays the flow in which that line is written; nil for any other line.
  package var playedAt: Line?
  /// The line that set it off; nil where there is none or it is the same.
  package var stimulus: Line?
  /// Whether it came up after the last line, so that the end of the text may have led to it.
  package var isAfterLastLine = false

  /// The lines of a failure.
  package init(_ line: Line, playedAt: Line? = nil, stimulus: Line? = nil) {
    self.line = line
    self.playedAt = playedAt
    self.stimulus = stimulus == line ? nil : stimulus
  }

  /// The line of a mark.
  package init(_ mark: LineMark<Line>) { self.init(mark.line, playedAt: mark.playedAt) }

  /// The line of the text itself: that of the flow, if the line is in one.
  package var shown: Line { playedAt ?? line }
}
