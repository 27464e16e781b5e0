import Foundation
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText

/// A case that is played, by its place among those of its file.
struct SelfTestCase: Sendable {
  let place: Int
  let id: String
  /// The rules that a case of thousands of values is about; nil for any other case.
  ///
  /// It takes as long as a hundred others, and says nothing of streams that break other rules.
  var rulesOfLarge: [String]?

  /// Whether a stream is played in it.
  func isFor(_ entry: SelfTestEntry) -> Bool {
    guard let rulesOfLarge, entry.expectation != .right else { return true }
    return entry.rule.map(rulesOfLarge.contains) == true
  }
}

/// A file of scenarios with those of its cases that are played.
struct SelfTestFile: Sendable {
  /// The path as reports show it.
  let path: String
  /// The file's text, for one that stands nowhere.
  var text: String?
  /// The product whose cases these are.
  let product: String
  /// The cases.
  var cases: [SelfTestCase]

  /// The files of a plan.
  ///
  /// - Throws: `PlanError` where one can't be read.
  static func all(of plan: RunPlan) throws(PlanError) -> [SelfTestFile] {
    var files: [SelfTestFile] = []
    for path in plan.files {
      guard let file = try plan.library.read(path).file else { throw .spoiled(path) }
      let cases = Array(file.cases)
      let selected = cases.enumerated().filter { _, scenario in plan.selects(scenario) }
      guard let first = selected.first?.element else { continue }
      files.append(
        SelfTestFile(
          path: path, product: first.place.product,
          cases: selected.map { place, scenario in
            SelfTestCase(
              place: place, id: scenario.id,
              rulesOfLarge: scenario.tags.contains("large") ? scenario.rules : nil)
          }))
    }
    return files
  }

  /// Random cases.
  ///
  /// - Parameters:
  ///   - words: What they are made of.
  ///   - count: How many.
  ///   - seed: What they follow from.
  /// - Returns: The file, the same each time.
  static func random(of words: RandomVocabulary, count: Int, seed: UInt64) -> SelfTestFile {
    let path = "Scenarios/\(words.product)/\(words.layer)/random.scenario"
    return SelfTestFile(
      path: path, text: RandomScenario.file(of: words, count: count, seed: seed),
      product: words.product,
      cases: (0..<count).map { number in
        SelfTestCase(
          place: number, id: "\(words.product)/\(words.layer)/random/random \(number)")
      })
  }
}

/// One `sluice selftest` once everything about the call is known to be right.
///
/// Workers share the streams. What is seen of a stream does not depend on who plays it, so the
/// matrix is the same for any number of workers.
struct SelfTestSession: Sendable {
  let options: SelfTestOptions
  let environment: CommandEnvironment
  /// The directory where shown paths begin.
  let root: String
  let files: [SelfTestFile]
  let server: VerdictServer

  /// How long a worker may be silent, in real time.
  private static let watchdog = Duration.seconds(5)
  /// After how many steps a run is given up.
  ///
  /// A stream that spins shows it in a few. Cases of thousands of values have the usual limit, and
  /// those that are played along with them.
  private static let steps = 20_000
  /// How many random cases are made at a time.
  private static let randomFile = 40
  /// Under how many further schedules a random case is played; for a faulty stream, which is to be
  /// found, and for a right one, which is to be tried in as many cases as there is time for.
  private static let randomSchedules = (faulty: 24, right: 4)
  /// The largest number of random cases in which a faulty stream must be found.
  private static let faultyRandomCases = 800

  /// What is seen of each stream, in the order of the roster.
  ///
  /// - Returns: The rows; nil if somebody wanted the self-test to stop.
  /// - Throws: What keeps it from going on.
  func rows() throws -> [SelfTestMatrix.Row]? {
    let entries = SelfTestRoster.all.filter { entry in
      options.rules.isEmpty || entry.rule.map(options.rules.contains) == true
    }
    var rows: [SelfTestMatrix.Row] = []
    do {
      try SharedWork(jobs: Harness.jobs(options.jobs, options.isolation)).run(entries) {
        VerdictWorker(of: self)
      } each: { _, row in
        rows.append(row)
        return !isStopped
      }
    } catch WorkerError.stopped {
      return nil
    }
    return isStopped ? nil : rows
  }

  fileprivate var isStopped: Bool { environment.stopSignal.isRaised }

  /// The files of a stream's own product.
  fileprivate func files(for entry: SelfTestEntry) -> [SelfTestFile] {
    files.filter { file in file.product == entry.product }
  }

  /// Random cases for a stream, one file after the other; others for each stream.
  fileprivate func randomFiles(for entry: SelfTestEntry) -> some Sequence<SelfTestFile> {
    let right = SelfTestRoster.all.filter { other in
      other.expectation == .right && other.product == entry.product
    }
    let count =
      !entry.isPlayedAtRandom || options.randomCases == 0
      ? 0
      : entry.expectation == .right
        ? (options.randomCases + right.count - 1) / right.count : Self.faultyRandomCases
    let words = RandomVocabulary.selfTested(
      entry.product, readsPresentValue: SelfTestRoster.readers.contains(entry.name))
    let starts = stride(from: 0, to: count, by: Self.randomFile)
    // A stream's cases stay what they are when others come and go, and seeds have none in common.
    let stream = "\(entry.product)/\(entry.name)"
    return starts.enumerated().lazy.map { [seed = options.seed] number, start in
      SelfTestFile.random(
        of: words[number % words.count], count: min(Self.randomFile, count - start),
        seed: ScheduleSeed(caseID: stream, runSeed: seed, number: number).value)
    }
  }

  /// The request for some cases of a file.
  fileprivate func request(
    _ file: SelfTestFile, _ cases: ArraySlice<SelfTestCase>, for entry: SelfTestEntry
  ) -> VerdictRequest {
    let random =
      entry.expectation == .right ? Self.randomSchedules.right : Self.randomSchedules.faulty
    return VerdictRequest(
      root: root, shownPath: file.path, text: file.text, places: cases.map(\.place),
      subject: entry.name,
      schedules: file.text != nil ? random : entry.isExplored ? options.schedules : 0,
      seed: options.seed, switchedOff: options.switchedOff,
      steps: cases.contains { scenario in scenario.rulesOfLarge != nil } ? nil : Self.steps)
  }

  /// What starts a worker; nil if cases run in this process.
  fileprivate var supervisor: WorkerSupervisor? {
    guard options.isolation == .process else { return nil }
    let command = WorkerCommand(
      executable: environment.executablePath, arguments: [SelfTestServeCommand.name],
      environment: environment.variables.all)
    let (program, errors) = (environment.programName, environment.standardError)
    let stop = environment.stopSignal
    return WorkerSupervisor(
      command: command, watchdog: Self.watchdog * Sanitizer.slowdown, clock: MachineWatchdogClock(),
      isStopped: { stop.isRaised },
      onLateDeath: { late in
        errors.write(
          "\(program): a worker died after it had answered request \(late.before): \(late.death)\n"
        )
      })
  }
}

/// What plays one stream after the other, in a process of its own that may die, or in this one.
private final class VerdictWorker: WorkSharer {
  private let session: SelfTestSession
  private var process: WorkerSession?

  init(of session: SelfTestSession) {
    self.session = session
    process = session.supervisor?.makeSession()
  }

  /// Lets the process end.
  func dismiss() { process.take()?.dismiss() }

  /// What is seen of a stream.
  func outcome(of entry: SelfTestEntry) throws -> SelfTestMatrix.Row {
    var row = SelfTestMatrix.Row(entry: entry)
    for file in session.files(for: entry) {
      let own = file.cases.filter { scenario in scenario.isFor(entry) }
      for cases in own.chunks(entry.enough == nil ? own.count : 1) {
        guard row.showing.count < entry.enough ?? .max else { return row }
        row.verdicts += try verdicts(on: cases, of: file, for: entry)
      }
    }
    for file in session.randomFiles(for: entry) {
      let verdicts = try verdicts(on: file.cases[...], of: file, for: entry)
      row.addRandom(verdicts, of: file)
      // A faulty stream is found with the first.
      if entry.rule != nil, verdicts.contains(where: { verdict in verdict.kind != nil }) { break }
    }
    return row
  }

  /// The verdicts on some cases of a file, whatever becomes of the process meanwhile.
  private func verdicts(
    on cases: ArraySlice<SelfTestCase>, of file: SelfTestFile, for entry: SelfTestEntry
  ) throws -> [CaseVerdict] {
    guard !cases.isEmpty else { return [] }
    if session.isStopped { throw WorkerError.stopped }
    let request = session.request(file, cases, for: entry)
    switch try ask(try CaseLine.encode(request)) {
    case .answered(let line, _): return try VerdictAnswer(in: line, to: request).verdicts
    case .died(let death):
      let number = death.lastProgress.flatMap(VerdictProgress.number(in:)) ?? 0
      let place = cases.startIndex + number
      let verdict = CaseVerdict(
        id: cases[place].id,
        outcome: .failed(death.kind, rules: []), schedules: 1)
      // The verdicts before it died with the process.
      let before = try verdicts(on: cases[..<place], of: file, for: entry)
      return try before + [verdict] + verdicts(on: cases[(place + 1)...], of: file, for: entry)
    }
  }

  private func ask(_ line: String) throws -> WorkerOutcome {
    if let outcome = try process?.ask(line) { return outcome }
    let answer = session.environment.guarding { session.server.answer(line) { _ in } }
    return .answered(answer, output: CapturedOutput())
  }
}

extension SelfTestMatrix.Row {
  /// Adds the verdicts of a file of random cases, with the texts of those that failed.
  fileprivate mutating func addRandom(_ verdicts: [CaseVerdict], of file: SelfTestFile) {
    for (number, verdict) in verdicts.enumerated() {
      let id = "\(randomVerdicts.count): \(verdict.id)"
      randomVerdicts.append(
        CaseVerdict(id: id, outcome: verdict.outcome, schedules: verdict.schedules))
      guard verdict.kind != nil, let text = file.text else { continue }
      randomTexts[id] = RandomScenario.text(number, of: text)
    }
  }
}

extension Array {
  /// The elements in slices of one length, the last of which may be shorter.
  fileprivate func chunks(_ length: Int) -> [ArraySlice<Element>] {
    stride(from: 0, to: count, by: Swift.max(1, length)).map { start in
      self[start..<Swift.min(count, start + Swift.max(1, length))]
    }
  }
}
