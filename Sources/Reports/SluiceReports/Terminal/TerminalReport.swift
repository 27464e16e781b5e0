package import SluiceText

/// The results of a run as text that appears while the cases finish.
///
/// One value is used by one thread. It holds the counts and a short list of slow cases, however
/// many cases there are, and hands over whole pieces of text.
package struct TerminalReport {
  private var renderer: any ResultRenderer
  /// The counts so far.
  package private(set) var totals = ReportTotals()
  private let clock: ReportClock
  private let write: (String) -> Void

  /// Creates a report of no case so far.
  ///
  /// - Parameters:
  ///   - style: the form of the text.
  ///   - plannedCases: how many cases there will be, where that is known.
  ///   - write: takes each piece of text; line breaks are part of it.
  package init(style: Style, plannedCases: Int?, write: @escaping (String) -> Void) {
    clock = style.clock
    self.write = write
    renderer =
      switch style.format {
      case .human: HumanRenderer(style: style, plannedCases: plannedCases)
      case .gcc: GCCRenderer()
      case .json: JSONRenderer(clock: style.clock)
      }
  }

  /// Says first what the sources of the streams are declared to lack.
  ///
  /// - Parameter lacking: the abilities, and how many cases are left out for them.
  package mutating func begin(lacking: String) {
    emit(renderer.text(lacking: lacking))
  }

  /// Shows the result of a case, as far as the form shows it.
  ///
  /// - Parameter report: the result.
  /// - Returns: the counts with this case.
  @discardableResult
  package mutating func add(_ report: CaseReport) -> ReportTotals {
    totals.count(report.outcome, time: report.time(on: clock))
    emit(renderer.text(of: report, totals: totals))
    return totals
  }

  /// Shows the end of the run.
  ///
  /// - Parameter summary: what is said beside the counts.
  package mutating func finish(_ summary: RunSummary) {
    emit(renderer.text(of: summary, totals: totals))
  }

  private func emit(_ text: String) {
    if !text.isEmpty { write(text) }
  }
}

extension TerminalReport {
  /// The forms: the values of `--format`.
  package enum Format: String, Sendable, Hashable, CaseIterable {
    /// For people: failures in full, progress, the slowest cases, a summary.
    case human
    /// As compilers print errors, so that editors can jump to them.
    case gcc
    /// One JSON object a line: every case, then the summary.
    case json
  }

  /// How much people are told of failures.
  package enum Detail: Sendable, Hashable {
    /// Their causes alone.
    case nothing
    /// Each cause with its smallest failure, at the end.
    case causes
    /// Each failure in full, when it happens.
    case everything
  }

  /// What decides the form of the text.
  package struct Style: Sendable, Hashable {
    /// The form.
    package var format: Format
    /// Whether to use colours.
    package var usesColor: Bool
    /// Whether the text goes to a terminal, where a line can be drawn again.
    package var isTerminal: Bool
    /// The clock whose times are shown; with the virtual one, equal runs give equal text.
    package var clock: ReportClock
    /// How many of the slowest cases are listed.
    package var slowestCases: Int
    /// How much people are told of failures.
    package var detail = Detail.causes
    /// The columns that people's text may take; nil for as many as it takes where nobody says.
    package var columns: Int?
    /// Whether people are shown every entry of the log of a failure.
    package var showsWholeLogs = false

    /// Creates a style.
    package init(
      format: Format = .human, usesColor: Bool = false, isTerminal: Bool = false,
      clock: ReportClock = .real, slowestCases: Int = 5
    ) {
      self.format = format
      self.usesColor = usesColor
      self.isTerminal = isTerminal
      self.clock = clock
      self.slowestCases = slowestCases
    }
  }
}

/// What is said at the end of a run, beside the counts of its cases.
package struct RunSummary: Sendable, Hashable {
  /// How many schedules the cases were run under.
  package struct Schedules: Sendable, Hashable {
    /// The runs.
    package var run = 0
    /// The schedules that differ in at least one choice.
    package var distinct = 0
    /// The cases that were run.
    package var cases = 0
    /// Those of them that were run under every schedule there is, or under one for each that
    /// differs from it in the order of independent events alone.
    package var completeCases = 0

    /// Creates a count of nothing.
    package init() {}
  }

  /// How many rules were held or broken at least once.
  package var exercisedRules: Int
  /// The parts that were not tested: cases, schedules and rules.
  package var notTested: NotTested
  /// Whether only the results of cases are known, and nothing else that is said here.
  package var isOfResultsAlone = false
  /// How many schedules the cases were run under; nil where nobody counted.
  package var schedules: Schedules?
  /// How many steps the runs made that are reported, one for each case.
  package var steps: Int
  /// How much virtual time all simulations covered.
  package var virtualTime: Duration
  /// How long the run took for the person waiting.
  package var realTime: Duration
  /// The weakest rules that fail a case; the rules below are advice.
  package var level = "must"
  /// Which causes of failures are usually symptoms of others.
  package var symptoms = Symptoms.none
  /// The entries of the list of known failures that are unused, since their causes are advice.
  package var entriesOfAdvice = 0
  /// The edition that counted, if that was the newest since nothing names one.
  package var undeclaredEdition: String?
  /// Why the run ended before its last case, if it did.
  package var interruption: String?
  /// Why the run was content with a part of its cases, if it was.
  package var cutShort: String?

  /// Creates a summary.
  package init(
    exercisedRules: Int = 0, notTested: NotTested = NotTested(), steps: Int = 0,
    virtualTime: Duration = .zero, realTime: Duration = .zero, interruption: String? = nil
  ) {
    self.exercisedRules = exercisedRules
    self.notTested = notTested
    self.steps = steps
    self.virtualTime = virtualTime
    self.realTime = realTime
    self.interruption = interruption
  }
}
