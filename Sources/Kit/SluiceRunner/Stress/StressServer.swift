import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
package import SluiceText

/// What answers the requests of `sluice stress`, in a worker or in its own process.
package struct StressServer: Sendable {
  private let products: [Product]
  private let cases: RequestedCases
  private let makePlatform: StressRunner.MakePlatform

  /// A server of cases of some products.
  ///
  /// - Parameters:
  ///   - products: The products.
  ///   - cases: The cases.
  ///   - makePlatform: Makes the platform of each round.
  package init(
    products: [Product], cases: RequestedCases, makePlatform: @escaping StressRunner.MakePlatform
  ) {
    self.products = products
    self.cases = cases
    self.makePlatform = makePlatform
  }

  /// The answer to one request: the case's result as one line.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - progress: Told of each round before it begins, and that it goes on, on whatever thread.
  /// - Returns: The answer's line, which `StressResult` reads; a request that is of no use is
  ///   answered with the reason.
  package func answer(
    _ request: String, _ progress: @escaping @Sendable (String) -> Void
  ) -> String {
    WorkerAnswer.line(to: request) { request in try run(request, progress) }
  }

  private func run(
    _ request: StressRequest, _ progress: @escaping @Sendable (String) -> Void
  ) throws -> StressResult {
    guard let level = Rule.Level(rawValue: request.level) else {
      throw CaseLineError.unknownLevel(request.level)
    }
    let edition = try CaseRequest.edition(request.edition)
    let scenario = try cases.scenario(request.id, in: request.shownPath, below: request.root)
    guard let scenario else { throw PlanError.spoiled(request.shownPath) }
    let runner = StressRunner(
      products: products, subjectName: request.subject, level: level, edition: edition,
      makePlatform: makePlatform)
    return runner.run(
      scenario, rounds: request.rounds, seed: request.seed,
      again: { seed in "\(request.again) \(seed)" }, progress: progress)
  }
}

extension StressResult {
  /// The result in what came of asking a worker.
  ///
  /// - Parameters:
  ///   - outcome: What came of asking.
  ///   - scenario: The case.
  ///   - request: What was asked for.
  package init(_ outcome: WorkerOutcome, of scenario: ScenarioCase, request: StressRequest) {
    switch outcome {
    case .answered(let line, _):
      do {
        self = try WorkerAnswer<StressResult>.result(in: line, of: scenario.id) { $0.result.id }
      } catch {
        self.init("\(error)", .answerUnusable, of: scenario)
      }
    case .died(let death):
      let seed = death.lastProgress.flatMap(StressProgress.seed)
      let again = "\(request.again) \(seed ?? request.seed)"
      self.init(CaseResult(outcome, of: scenario, again: again))
      wrongSeed = seed
      addRaces(in: death.lastWords.standardError)
    }
  }

  private init(_ message: String, _ kind: CaseFailure.Kind, of scenario: ScenarioCase) {
    let failure = CaseFailure(kind, message, line: scenario.line)
    self.init(CaseResult(id: scenario.id, outcome: .errored(failure)))
  }

  /// What the thread sanitizer begins a report with.
  private static let raceSign = "WARNING: ThreadSanitizer: "

  /// How many lines of the sanitizer's report are shown.
  private static let raceLines = 60

  /// Shows what the thread sanitizer said before it ended the worker.
  private mutating func addRaces(in words: String) {
    guard case .errored(var failure) = result.outcome,
      let start = words.firstRange(of: StressResult.raceSign)?.lowerBound
    else { return }
    let report = words[start...].split(separator: "\n").prefix(StressResult.raceLines)
    let what = report.first.map { line in line.dropFirst(StressResult.raceSign.count) } ?? ""
    failure.notes = report.map(String.init) + [failure.message] + failure.notes
    failure.message = "the thread sanitizer reports a \(what.prefix { $0 != "(" })"
      .trimmingSuffix(" ")
    result.outcome = .errored(failure)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ character: Character) -> String {
    var text = self
    while text.last == character { text.removeLast() }
    return text
  }
}

/// What `sluice stress` asks a worker for: one case, and how often to play it.
///
/// It crosses as one line of JSON.
package struct StressRequest: Sendable, Hashable, Codable {
  /// The directory where shown paths begin.
  package var root: String
  /// The path as reports show it.
  package var shownPath: String
  /// The case's stable id.
  package var id: String
  /// The name of the implementations under test.
  package var subject: String
  /// The lowest level at which a violation fails the case.
  package var level: String
  /// The last edition whose rules fail the case.
  package var edition: String
  /// How many rounds.
  package var rounds: Int
  /// The seed of the first round.
  package var seed: UInt64
  /// The command that shows a round again, but for its seed, which is the last word.
  package var again: String

  /// A request for one case.
  package init(
    root: String, shownPath: String, id: String, subject: String, level: String, edition: String,
    rounds: Int, seed: UInt64, again: String
  ) {
    self.root = root
    self.shownPath = shownPath
    self.id = id
    self.subject = subject
    self.level = level
    self.edition = edition
    self.rounds = rounds
    self.seed = seed
    self.again = again
  }
}

/// What became of one case on real threads.
///
/// It crosses from the worker to the command as one line of JSON.
package struct StressResult: Sendable, Hashable, Codable {
  /// The result, as of any case: the first round that was wrong makes it.
  package var result: CaseResult
  /// How many rounds were played.
  package var rounds = 0
  /// The seed of the round that was wrong.
  package var wrongSeed: UInt64?
  /// In how many rounds a line could not be played as it is meant.
  package var unreachedRounds = 0
  /// The first such line, with the reason.
  package var unreached: String?
  /// In how many rounds callbacks overlapped, so that some rules had no say.
  package var overlappingRounds = 0

  /// A result without any round.
  package init(_ result: CaseResult) {
    self.result = result
  }
}

extension StressRequest: CheckedContent {
  /// Checks the number of rounds.
  package func check() throws(ContentFlaw) { try check("rounds", rounds, in: CountLimits.count) }
}

extension StressResult: CheckedContent {
  /// Checks each count, and the result.
  package func check() throws(ContentFlaw) {
    try check("result", result)
    try check("rounds", rounds, in: CountLimits.count)
    try check("unreachedRounds", unreachedRounds, in: CountLimits.count)
    try check("overlappingRounds", overlappingRounds, in: CountLimits.count)
  }
}

/// Line of progress with the seed of the present round.
enum StressProgress {
  private static let prefix = "seed "

  /// The line of a round.
  static func tells(_ seed: UInt64) -> String { "\(prefix)\(seed)" }

  /// The seed of the round; nil for another line.
  static func seed(in line: String) -> UInt64? {
    line.hasPrefix(prefix) ? UInt64(line.dropFirst(prefix.count)) : nil
  }
}
