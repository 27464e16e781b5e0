package import SluiceText

/// Under which schedules a case is run.
///
/// It crosses from a run to its workers.
package enum Exploration: Sendable, Hashable, Codable {
  /// The canonical schedule and then further ones by number, up to the first that fails.
  ///
  /// - Parameters:
  ///   - first: The number of the first further schedule; the first of all is 1.
  ///   - count: How many further schedules; 0 for the canonical one alone.
  case sample(first: Int, count: Int)
  /// The canonical schedule, and then every other one if so many further runs show all of them;
  /// what a search does not finish is sampled. The first that fails ends it.
  ///
  /// - Parameter count: How many further runs a search may take, and how many further schedules are
  ///   sampled if that is not enough; 0 for the canonical schedule alone, and `every` for a search
  ///   that goes on to the end, and no sample.
  case thorough(count: Int)
  /// The same up to one run of the search, by its number, with each departure of that run told as
  /// progress before it is taken.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - count: As `thorough` has it.
  case searched(run: Int, count: Int)
  /// One of the further schedules, by its number; each departure is told as progress before it is
  /// taken, so that it is known even if the subject crashes.
  case single(number: Int)
  /// A schedule to the letter, given by its short text, so many times in a row.
  case forced(schedule: String, times: Int)
  /// A schedule as far as it makes sense, told like `single`.
  case guided(schedule: String)
  /// Every schedule, depth first, up to so many runs.
  ///
  /// - Parameters:
  ///   - runs: The largest number of runs.
  ///   - departures: The largest number of departures from the canonical schedule; nil for any.
  ///   - reduced: Whether orders that differ only in independent events are run once.
  case exhaustive(runs: Int, departures: Int?, reduced: Bool)

  /// The canonical schedule alone.
  package static let canonical = sample(first: 1, count: 0)

  /// The number of further schedules that stands for all there are.
  package static let every = Int.max

  /// The number of further schedules that a run tries if nothing else is said.
  package static let defaultSchedules = 64

  /// How many further schedules there are beside the canonical one; 0 for what has none by number.
  var furtherSchedules: Int {
    switch self {
    case .sample(_, let count), .thorough(let count): count
    case .searched, .single, .forced, .guided, .exhaustive: 0
    }
  }
}

/// How many schedules a case was run under.
package struct ScheduleCount: Sendable, Hashable, Codable {
  /// The runs, the canonical one among them; where walks alone are tried, those too whose order was
  /// played before.
  package var tried = 0
  /// The schedules that differ in at least one choice.
  package var distinct = 0
  /// The results that differ in what some consumer or registration saw, where they were compared.
  package var outcomes = 0
  /// The runs that turned out to differ from others in the order of independent events alone.
  package var redundant = 0
  /// The orders that were sampled beside a search, to check what it took for independent.
  package var checked = 0
  /// The runs that failed, where a failure did not end the search.
  package var failures = 0
  /// Whether there is no other schedule.
  package var isExhausted = false
  /// Whether tasks that serve the whole process were given work in a run, which they did where they
  /// were given it: the order of that was no schedule's choice.
  package var haveServed = false

  /// A count of nothing.
  package init() {}
}

/// The data that a request asks a result to keep beside the outcome.
package struct KeptData: OptionSet, Sendable {
  /// The logs of the first runs.
  package static let logs = KeptData(rawValue: 1)
  /// A digest of each distinct schedule.
  package static let digests = KeptData(rawValue: 2)
  /// Only the runs whose logs are kept are played.
  package static let endsWithLogs = KeptData(rawValue: 4)

  /// The members as bits.
  package let rawValue: Int

  /// Creates a set of members.
  package init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// What a request asks for.
  init(_ request: CaseRequest) {
    self = []
    if request.keepsLogs { insert(.logs) }
    if request.endsWithLogs { insert(.endsWithLogs) }
    if request.keepsDigests { insert(.digests) }
  }
}

/// The commands that show a run of a case again, for a shell or for a test.
package struct ExplorationCommands: Sendable, Hashable, Codable {
  /// What runs the case as it was run: under the canonical schedule and then others.
  package var run: String
  /// What replays the case; a schedule's text is put behind it.
  package var replay: String
  /// What stands before and behind a schedule's text; it has no quote of either kind in it.
  private var quote = "'"
  /// What ends a replay behind the schedule.
  private var ending = ""

  /// Commands of a shell for one case.
  ///
  /// - Parameters:
  ///   - run: What runs the case again.
  ///   - replay: What replays it, up to and with the option that takes the schedule.
  package init(run: String, replay: String) {
    self.run = run
    self.replay = replay
  }

  /// Calls in a test for one case.
  ///
  /// - Parameters:
  ///   - call: The call that runs the case again, up to its last argument, without the closing
  ///     parenthesis.
  ///   - remark: What is said behind it, in a comment.
  package init(swiftCall call: String, remark: String) {
    ending = ")  // \(remark)"
    run = "\(call)\(ending)"
    replay = "\(call), schedule:"
    quote = "\""
  }

  /// The command that shows the case under a schedule; nil stands for the canonical one.
  package func text(for schedule: String?) -> String {
    schedule.map { text in "\(replay) \(quote)\(text)\(quote)\(ending)" } ?? run
  }
}

extension ScheduleCount: CheckedContent {
  /// Checks each count.
  package func check() throws(ContentFlaw) {
    try check("tried", tried, in: CountLimits.count)
    try check("distinct", distinct, in: CountLimits.count)
    try check("outcomes", outcomes, in: CountLimits.count)
    try check("redundant", redundant, in: CountLimits.count)
    try check("checked", checked, in: CountLimits.count)
    try check("failures", failures, in: CountLimits.count)
  }
}

extension Exploration: CheckedContent {
  /// Checks the numbers of runs and schedules; ``every`` is one.
  package func check() throws(ContentFlaw) {
    switch self {
    case .sample(let first, let count):
      try check("first", first, in: 1...CountLimits.count.upperBound)
      try check("count", count, in: 0...)
    case .thorough(let count): try check("count", count, in: 0...)
    case .searched(let run, let count):
      try check("run", run, in: 1...)
      try check("count", count, in: 0...)
    case .single(let number): try check("number", number, in: 1...)
    case .forced(_, let times): try check("times", times, in: 0...CountLimits.count.upperBound)
    case .guided: break
    case .exhaustive(let runs, let departures, _):
      try check("runs", runs, in: 0...)
      try check("departures", departures, in: 0...)
    }
  }
}
