package import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
import SluiceSimulation
import SluiceSpies

/// What runs one case after another in this process.
///
/// A result is a function of the case, the subjects and the level. What ran before in the process
/// can change it only through state that a subject keeps outside of its streams.
package struct CaseRunner: Sendable {
  /// The products by whose fixtures and subjects cases are run.
  package let products: [Product]
  /// The name of the implementations under test.
  package let subjectName: String
  /// The lowest level at which a violation fails a case.
  package let level: Rule.Level
  /// The words in which a failure is written down as a scenario; nil if none is.
  let vocabulary: Registry?
  /// The implementations of that name by their streams.
  private let subjects: [String: Subject]

  /// A runner of cases against the implementations of one name.
  ///
  /// - Parameters:
  ///   - products: The products by whose fixtures and subjects cases are run.
  ///   - subjectName: The name of the implementations under test.
  ///   - level: The lowest level at which a violation fails a case.
  ///   - vocabulary: The words in which each failure is written down as a scenario of its own; nil
  ///     to write none.
  package init(
    products: [Product], subjectName: String, level: Rule.Level = .should,
    vocabulary: Registry? = nil
  ) {
    self.products = products
    self.subjectName = subjectName
    self.level = level
    self.vocabulary = vocabulary
    var subjects: [String: Subject] = [:]
    for subject in products.flatMap({ product in product.subjects })
    where subject.name == subjectName && subjects[subject.stream] == nil {
      subjects[subject.stream] = subject
    }
    self.subjects = subjects
  }

  /// The implementation under test of a stream, if there is one.
  ///
  /// - Parameter stream: The stream's full name.
  /// - Returns: The subject.
  package func subject(for stream: String) -> Subject? {
    subjects[stream]
  }

  /// Why a case is not run; nil if it is.
  ///
  /// - Parameter scenario: The case.
  /// - Returns: The reason: its own, or a trait that its subject does not declare.
  package func reasonToSkip(_ scenario: ScenarioCase) -> String? {
    if let reason = scenario.skip { return reason }
    let streams = scenario.streams
    if streams.isEmpty { return reasonToSkip(scenario, anySubject(of: scenario), of: nil) }
    for stream in streams {
      if let reason = reasonToSkip(scenario, subject(for: stream), of: stream) { return reason }
    }
    return nil
  }

  private func reasonToSkip(
    _ scenario: ScenarioCase, _ subject: Subject?, of stream: String?
  ) -> String? {
    guard let subject else {
      return "inapplicable: '\(subjectName)' does not implement "
        + (stream ?? scenario.place.product)
    }
    guard !scenario.requires.isEmpty else { return nil }
    let words = Set(subject.traits.words)
    let missing = scenario.requires.filter { word in !words.contains(word) }
    guard let first = missing.first else { return nil }
    return "inapplicable: '\(subjectName)' does not declare \(first)"
  }

  /// The implementation under test of any stream of a case's product: what a case without a stream
  /// is about.
  private func anySubject(of scenario: ScenarioCase) -> Subject? {
    products.first { product in product.name == scenario.place.product }?
      .subjects.first { subject in subject.name == subjectName }
  }

  /// Runs one case under the canonical schedule.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - again: The command that shows the case again.
  ///   - progress: Told of each line before it runs; nil if nobody has to know.
  /// - Returns: What became of the case.
  package func run(
    _ scenario: ScenarioCase, again: String, progress: ((String) -> Void)? = nil
  ) -> CaseResult {
    run(
      scenario, under: .sample(first: 1, count: 0), seed: 0,
      commands: ExplorationCommands(run: again, replay: again), progress: progress)
  }

  /// Runs one case under some schedules.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - exploration: The schedules.
  ///   - seed: What schedules and random numbers follow from, together with the case's id.
  ///   - keepsakes: What the result has beside its outcome.
  ///   - commands: The commands that show the case again.
  ///   - progress: Told of each line of a canonical run before it runs, and of each further
  ///     schedule; nil if nobody has to know.
  /// - Returns: What became of the case.
  package func run(
    _ scenario: ScenarioCase, under exploration: Exploration, seed: UInt64,
    keeping keepsakes: Keepsakes = [], commands: ExplorationCommands,
    progress: ((String) -> Void)? = nil
  ) -> CaseResult {
    if let reason = reasonToSkip(scenario) {
      return CaseResult(id: scenario.id, outcome: .skipped(reason))
    }
    guard let product = products.first(where: { $0.name == scenario.place.product }) else {
      return CaseResult(
        id: scenario.id,
        outcome: .skipped("inapplicable: there is no product '\(scenario.place.product)'"))
    }
    let explorer = CaseExplorer(
      runner: self, product: product, scenario: scenario, runSeed: seed, keepsakes: keepsakes,
      commands: commands, progress: progress)
    return explorer.result(of: exploration)
  }

  /// Runs and judges a case under so many further schedules, whatever becomes of them: what a
  /// benchmark measures.
  ///
  /// - Parameters:
  ///   - scenario: The case; its product must be known.
  ///   - count: How many schedules.
  /// - Returns: How many of them fail.
  package func judgedSchedules(of scenario: ScenarioCase, count: Int) -> Int {
    explorer(of: scenario, seed: 0).failures(ofSchedules: count)
  }

  /// The cause of the first failure under so many further schedules, without making it small.
  ///
  /// - Parameters:
  ///   - scenario: The case; its product must be known.
  ///   - count: How many schedules.
  ///   - seed: The seed of the run.
  /// - Returns: The violated rule, or the kind of the problem; nil if none fails.
  package func firstFailure(
    of scenario: ScenarioCase, schedules count: Int, seed: UInt64
  ) -> String? {
    let signature = explorer(of: scenario, seed: seed).firstFailure(ofSchedules: count)
    return signature.map { signature in signature.rule ?? signature.kind.rawValue }
  }

  /// What a case can come to under every schedule there is.
  ///
  /// - Parameters:
  ///   - scenario: The case; its product must be known.
  ///   - isReduced: Whether orders that differ only in independent events are run once.
  /// - Returns: The distinct outcomes.
  package func distinctOutcomes(of scenario: ScenarioCase, isReduced: Bool) -> DistinctOutcomes {
    explorer(of: scenario, seed: 0).distinctOutcomes(isReduced: isReduced)
  }

  private func explorer(of scenario: ScenarioCase, seed: UInt64) -> CaseExplorer {
    guard let product = products.first(where: { $0.name == scenario.place.product }) else {
      preconditionFailure("there is no product '\(scenario.place.product)'")
    }
    return CaseExplorer(
      runner: self, product: product, scenario: scenario, runSeed: seed, keepsakes: [],
      commands: ExplorationCommands(run: "", replay: ""), progress: nil)
  }

  /// Plays a case once, in a simulation of its own.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - product: Its product.
  ///   - scheduler: What orders the events.
  ///   - isCanonical: Whether that is the canonical schedule, under which steps are counted.
  ///   - progress: Told of each line before it runs; nil if nobody has to know.
  ///   - logProgress: Told of each entry of the log when it is written; nil if nobody has to know.
  /// - Returns: What the run left behind.
  func play(
    _ scenario: ScenarioCase, of product: Product, _ scheduler: any Scheduler,
    isCanonical: Bool, progress: ((String) -> Void)?, logProgress: ((String) -> Void)? = nil
  ) -> RunRecord {
    let simulation = Simulation(
      scheduler: scheduler, limits: Simulation.Limits(scenario.limit))
    var played: ScenarioRun?
    let observer = logProgress.map { tell in
      { (entry: LogEntry) in tell(LogProgress.tells(entry)) }
    }
    let script = { (simulation: Simulation) in
      let run = ScenarioRun(
        of: scenario, in: simulation, isCanonical: isCanonical,
        findSubject: { stream in subject(for: stream) }, progress: progress,
        observer: observer)
      played = run
      let record = run.play { setting in product.makeFixture(in: setting) }
      // Everything is judged by now: a loop of the subject's that goes on must not get the chance.
      _ = simulation.end(cancelsTasks: false)
      return record
    }
    return simulation.perform(script) { outcome in
      guard let played else { preconditionFailure("a script that has not begun was given up") }
      return played.givenUp(outcome)
    }
  }
}

extension Simulation.Limits {
  init(_ limit: ScenarioLimit?) {
    self.init()
    switch limit {
    case .steps(let count): steps = count
    case .time(let nanoseconds): virtualTime = .nanoseconds(nanoseconds)
    case nil: break
    }
  }
}
