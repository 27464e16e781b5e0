import SluiceConformance
import SluiceScenarios
import SluiceSimulation
import SluiceSpies
import SluiceText

/// Everything that one run left behind, for the rules and the reports.
struct RunRecord {
  /// What happened, in order.
  var entries: [LogEntry]
  /// What the entries say, by registration, consumer and sequence.
  var index: LogIndex
  /// The scenario lines by where in the log they ran.
  var marks: [LineMark]
  /// Why the scenario could not be played to its last line, if it could not.
  var mishap: Mishap?
  /// What the streams declare of themselves.
  var declarations: Declarations
  /// The options that a sequence has to pass on, where that is said.
  var askedOptions: [SequenceID: Value]
  /// The names of the consumers, in the order of their numbers.
  var names: [String]
  /// The consumers whose tasks have not ended.
  var unfinished: [String]
  /// Whoever waited when nothing was left to happen, if a consumer did; else nobody is asked.
  var waiters: [Waiter] = []
  /// The tasks that lived when everything was over.
  var left: [Waiter] = []
  /// What came of the registrations after the end.
  var aftermath = Aftermath()
  /// What was given to run loops that nobody runs: why somebody may wait for ever.
  var idleWork: [IdleWork] = []
  /// How many expectations were checked.
  var expectations: Int
  /// How many events the simulation ran.
  var steps: Int
  /// How much virtual time passed, in nanoseconds.
  var virtualNanoseconds: Int64
  /// Whether tasks of the process were given work, which they did at once.
  var hasServed = false
  /// The abilities of the source that no listener had a callback for, although the subject does not
  /// say that the source lacks them; nil where no add said what it has callbacks for.
  var inaudible: Set<SourceAbility>?
  /// The choice of a forced schedule that never came up, if there is one.
  var divergence: Divergence?
  /// What happened until the run was over, and to whom, where that is more than counts: an event
  /// was blocked.
  var played: (entries: [LogEntry], names: [String])?

  /// All that happened, for a search: what each step has touched, also after what counts.
  var course: (entries: [LogEntry], names: [String]) { played ?? (entries, names) }

  /// Leaves out what came after something had left the simulation: another run need not have it.
  ///
  /// What is outside may have had a hand in the rest of the same step, too: whether a listener is
  /// still called, or who is the last to let go of it.
  ///
  /// - Parameters:
  ///   - entries: What had happened by then.
  ///   - step: The step in which that was, the last that counts.
  mutating func end(with entries: [LogEntry], in step: Int) {
    self.entries = entries
    index = LogIndex()
    index.extend(to: entries)
    unfinished = []
    steps = step
    virtualNanoseconds = entries.last.map { entry in entry.instant.nanoseconds } ?? 0
  }

  /// A choice of a forced schedule that never came up.
  struct Divergence {
    /// The choice.
    var row: ForcedSchedule.Row
    /// Where it stands in the scenario; nil if it came with the call.
    var span: SourceSpan?
  }
}

/// Where a scenario line made itself felt: the log's length just before it ran.
struct LineMark {
  /// The number of log entries before the line ran.
  var entry: Int
  /// The number of events that the simulation had run before it.
  var step: Int
  /// Where the line is written.
  var span: SourceSpan
  /// Where the scenario plays the flow in which the line is written; nil for a line of the scenario
  /// itself.
  var playedAt: SourceSpan?
}

/// Why a scenario could not be played to its last line.
struct Mishap {
  /// The kind of the failure.
  var kind: CaseFailure.Kind
  /// The failure in one line.
  var message: String
  /// More lines that explain it, such as the differences between two values.
  var details: [String] = []
  /// The line at which it came up.
  var span: SourceSpan
  /// Where the scenario plays the flow in which that line is written; nil for a line of the
  /// scenario itself.
  var playedAt: SourceSpan?
  /// The line that set off what was expected; nil where there is none or it is the same.
  var stimulus: SourceSpan?
  /// Where in the log an expectation failed; nil for what is no expectation.
  var place: FailedPlace?
}
