package import SluiceProducts
package import SluiceRunner
import SluiceScenarios
import SluiceSimulation
package import SluiceText

/// What a worker is asked for by whoever counts verdicts: cases of one file, against one subject.
///
/// It crosses as one line of JSON.
package struct VerdictRequest: Sendable, Hashable, Codable {
  /// The directory where shown paths begin.
  package var root: String
  /// The file's path as reports show it.
  package var shownPath: String
  /// The file's text, for one that stands nowhere.
  package var text: String?
  /// The places of the cases among those of the file, from 0.
  package var places: [Int]
  /// The name of the implementations under test.
  package var subject: String
  /// Under how many schedules beside the canonical one each case is run.
  package var schedules: Int
  /// What schedules and random numbers follow from, together with the cases' ids.
  package var seed: UInt64
  /// The ids of the rules that nobody is judged by.
  package var switchedOff: [String]
  /// After how many steps a run is given up, where its case doesn't say; nil for the usual.
  package var steps: Int?

  /// A request for some cases of a file.
  package init(
    root: String, shownPath: String, text: String? = nil, places: [Int], subject: String,
    schedules: Int, seed: UInt64, switchedOff: [String] = [], steps: Int? = nil
  ) {
    self.root = root
    self.shownPath = shownPath
    self.text = text
    self.places = places
    self.subject = subject
    self.schedules = schedules
    self.seed = seed
    self.switchedOff = switchedOff
    self.steps = steps
  }
}

extension VerdictRequest: CheckedContent {
  /// Checks the places and the counts.
  package func check() throws(ContentFlaw) {
    try check("places", each: places, in: CountLimits.cases)
    try check("schedules", schedules, in: 0...)
    try check("steps", steps, in: CountLimits.count)
  }
}

/// What a worker answers: a verdict for each case, in the order of the request.
package struct VerdictAnswer: Sendable, Hashable, Codable {
  private let shownPath: String
  /// The verdicts.
  package let verdicts: [CaseVerdict]

  fileprivate init(_ verdicts: [CaseVerdict], to request: VerdictRequest) {
    shownPath = request.shownPath
    self.verdicts = verdicts
  }

  /// The answer in a line.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - request: What was asked for.
  /// - Throws: `CaseLineError` if the line holds no such answer.
  package init(in line: String, to request: VerdictRequest) throws(CaseLineError) {
    self = try WorkerAnswer.result(in: line, of: request.shownPath) { answer in answer.shownPath }
    guard verdicts.count == request.places.count else {
      throw .unreadable(
        reason: "\(verdicts.count) verdicts where \(request.places.count) were asked for")
    }
  }
}

extension VerdictAnswer: CheckedContent {
  /// Checks the verdicts.
  package func check() throws(ContentFlaw) { try check("verdicts", each: verdicts) }
}

/// What answers requests for verdicts, in a worker or in its own process.
package struct VerdictServer: Sendable {
  private let products: [Product]
  private let cases: RequestedCases

  /// A server of cases of some products.
  package init(products: [Product], cases: RequestedCases) {
    self.products = products
    self.cases = cases
  }

  /// The answer to one request as one line.
  ///
  /// - Parameters:
  ///   - request: The request's line.
  ///   - progress: Told of each case before it runs, by its place among those of the request.
  /// - Returns: The answer's line, which `VerdictAnswer` reads; a request that is of no use is
  ///   answered with the reason.
  package func answer(
    _ request: String, _ progress: @escaping (String) -> Void
  ) -> String {
    WorkerAnswer.line(to: request) { request in
      VerdictAnswer(try verdicts(on: request, progress), to: request)
    }
  }

  private func verdicts(
    on request: VerdictRequest, _ progress: @escaping (String) -> Void
  ) throws(PlanError) -> [CaseVerdict] {
    let scenarios = try Array(file(of: request).cases)
    let runner = CaseRunner(products: products, subjectName: request.subject)
    let switchedOff = Set(request.switchedOff)
    var verdicts: [CaseVerdict] = []
    for (number, place) in request.places.enumerated() {
      guard scenarios.indices.contains(place) else { throw .spoiled(request.shownPath) }
      progress(VerdictProgress.tells(number))
      var scenario = scenarios[place]
      if let steps = request.steps, scenario.limit == nil { scenario.limit = .steps(steps) }
      var explorer = CaseExplorer(
        of: scenario, playedBy: runner, seed: request.seed,
        progress: { line in if line == StepProgress.goesOn { progress(line) } })
      explorer.switchedOff = switchedOff
      let judge = { (explorer: CaseExplorer) in explorer.verdict(schedules: request.schedules) }
      // Where something blocks its thread for good, it gets one that may be left behind.
      verdicts.append(
        Simulation.onThread { [explorer] in judge(explorer) } ?? judge(explorer.patient))
    }
    return verdicts
  }

  private func file(of request: VerdictRequest) throws(PlanError) -> ScenarioFile {
    guard let text = request.text else {
      return try cases.file(request.shownPath, below: request.root)
    }
    let result = ScenarioReader(registry: cases.registry).read(path: request.shownPath, text: text)
    guard let file = result.file else { throw .spoiled(request.shownPath) }
    return file
  }
}

/// Which case a worker is at, as a line of progress.
package enum VerdictProgress {
  private static let prefix = "case "

  /// The line.
  static func tells(_ number: Int) -> String { "\(prefix)\(number)" }

  /// The number of the case among those of the request; nil for a line that tells of none.
  package static func number(in line: String) -> Int? {
    line.hasPrefix(prefix) ? Int(line.dropFirst(prefix.count)) : nil
  }
}
