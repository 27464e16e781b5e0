package import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
import SluiceSimulation
package import SluiceSpies

/// What plays cases in this process, against the implementations of one name.
///
/// A run is a function of the case, the subjects and the schedule. What ran before in the process
/// can change it only through state that a subject keeps outside of its streams.
package struct CaseRunner: Sendable {
  /// The rules that judge the runs.
  let rules: RuleBook
  /// The products by whose fixtures and subjects cases are played.
  private var products: [String: Product] = [:]
  /// The name of the implementations under test.
  package let subjectName: String
  /// The implementations of that name by their streams.
  private var subjects: [String: Subject] = [:]
  /// Whether a script goes on while an event waits; else the run is given up, and with it the
  /// thread on which it is played.
  var isPatient = false
  /// Whether streams are observed and not judged, so that a late value may still be seen.
  var isObserving = false

  /// A runner of cases against the implementations of one name.
  ///
  /// - Parameters:
  ///   - products: The products by whose fixtures and subjects cases are played; of two of a name
  ///     the first counts.
  ///   - subjectName: The name of the implementations under test.
  package init(products: [Product], subjectName: String) {
    self.subjectName = subjectName
    rules = products.ruleBook
    for product in products {
      if self.products[product.name] == nil { self.products[product.name] = product }
      for subject in product.subjects(named: subjectName) where subjects[subject.stream] == nil {
        subjects[subject.stream] = subject
      }
    }
  }

  /// The implementation under test of a stream, if there is one.
  ///
  /// - Parameter stream: The stream's full name.
  /// - Returns: The subject.
  package func subject(for stream: String) -> Subject? {
    subjects[stream]
  }

  /// The backend of a case, in a setting; the case must not be one to skip.
  func makeFixture(for scenario: ScenarioCase, in setting: FixtureSetting) -> ProductFixture {
    guard let product = products[scenario.place.product] else {
      preconditionFailure("there is no product '\(scenario.place.product)'")
    }
    return product.makeFixture(in: setting)
  }

  /// The same runner, whose fixtures note each stream that is read from them.
  func noting(_ starts: ObservedStarts) -> CaseRunner {
    var runner = self
    runner.products = products.mapValues { product in product.noting(starts) }
    return runner
  }
}

// MARK: Cases that are not run

extension CaseRunner {
  /// Why a case is not run.
  package enum Omission: Sendable, Hashable, CustomStringConvertible {
    /// The scenario or its row says so, with this reason.
    case said(String)
    /// There is no implementation of this name for a stream.
    case unimplemented(subject: String, stream: String)
    /// A subject does not declare this word, which the scenario requires.
    case undeclared(subject: String, word: String)
    /// The source of a subject lacks this ability, which a line of the case needs.
    case absent(subject: String, SourceAbility)
    /// There is no product of this name.
    case unknownProduct(String)

    /// The reason as reports show it.
    package var description: String {
      switch self {
      case .said(let reason): reason
      case .unimplemented(let subject, let stream):
        "inapplicable: '\(subject)' does not implement \(stream)"
      case .undeclared(let subject, let word):
        "inapplicable: '\(subject)' does not declare \(word)"
      case .absent(let subject, let ability):
        "inapplicable: the source of '\(subject)' \(ability.absence)"
      case .unknownProduct(let product): "inapplicable: there is no product '\(product)'"
      }
    }
  }

  /// Why a case is not run, as reports show it; nil if it is.
  ///
  /// - Parameter scenario: The case.
  /// - Returns: The reason.
  package func reasonToSkip(_ scenario: ScenarioCase) -> String? {
    omission(of: scenario)?.description
  }

  /// Why a case is not run; nil if it is.
  ///
  /// - Parameter scenario: The case.
  /// - Returns: The reason; an absent ability only where there is no other one.
  package func omission(of scenario: ScenarioCase) -> Omission? {
    if let reason = scenario.skip { return .said(reason) }
    let product = scenario.place.product
    let streams = scenario.streams
    // Without a stream a case is about what its lines drive, or about any stream of its product.
    let driven = products[product]?.driven
    let subjects =
      streams.isEmpty && driven == nil
      ? [(product, products[product]?.subjects(named: subjectName).first)]
      : (streams + (streams.isEmpty ? [driven ?? product] : []))
        .map { stream in (stream, subject(for: stream)) }
    var absent: Omission?
    for (name, subject) in subjects {
      guard let subject else { return .unimplemented(subject: subjectName, stream: name) }
      if let word = missingTrait(of: subject, for: scenario) {
        return .undeclared(subject: subjectName, word: word)
      }
      if let ability = scenario.needs(of: subject.traits).intersection(subject.traits.sourceLacks)
        .min()
      {
        absent = absent ?? .absent(subject: subjectName, ability)
      }
    }
    return products[product] == nil ? .unknownProduct(product) : absent
  }

  private func missingTrait(of subject: Subject, for scenario: ScenarioCase) -> String? {
    if scenario.requires.isEmpty { return nil }
    let words = Set(subject.traits.words)
    return scenario.requires.first { word in !words.contains(word) }
  }
}

extension ScenarioCase {
  /// The abilities that the source of a stream must have for the case.
  ///
  /// Streams that are open one after the other count as open at once: which of them are is known
  /// only when the case is played.
  fileprivate func needs(of traits: Traits) -> Set<SourceAbility> {
    let (streams, iterators) = openings
    let listening = streams + (traits.iterators == .independent ? iterators : 0)
    return listening > 1 || traits.listeners > 1 ? needs.union([.serveSeveral]) : needs
  }
}

// MARK: A run

extension CaseRunner {
  /// Plays a case once, in a simulation of its own.
  ///
  /// - Parameters:
  ///   - scenario: The case; not one to skip.
  ///   - scheduler: What orders the events.
  ///   - isCanonical: Whether that is the canonical schedule, under which steps are counted.
  ///   - progress: Told of each line before it runs; nil if nobody has to know.
  ///   - log: Sends the log while the run goes on; nil for no log.
  ///   - signOfLife: Told every thousand events or so that the run goes on.
  /// - Returns: What the run left behind.
  func play(
    _ scenario: ScenarioCase, _ scheduler: any Scheduler, isCanonical: Bool,
    progress: ((String) -> Void)? = nil, log: LogTeller? = nil,
    signOfLife: (() -> Void)? = nil
  ) -> RunRecord<SourceSpan> {
    let simulation = Simulation(
      scheduler: scheduler, limits: Simulation.Limits(scenario.limit))
    var played: ScenarioRun?
    let observer = log.map { teller in
      { (entry: LogEntry) in teller.note(entry, of: played) }
    }
    let script = { (simulation: Simulation) in
      if let signOfLife { simulation.giveSignsOfLife(signOfLife) }
      let run = ScenarioRun(
        of: scenario, in: simulation, isCanonical: isCanonical,
        findSubject: { stream in subject(for: stream) }, progress: progress,
        observer: observer)
      run.isObserving = isObserving
      played = run
      if isPatient {
        simulation.runEventsApart { [unowned run] outcome in run.noteBlocker(outcome) }
      }
      let record = run.play { setting in makeFixture(for: scenario, in: setting) }
      // Everything is judged by now: a loop of the subject's that goes on must not get the chance.
      if simulation.hasBlocker { Simulation.keepForGood(run) }
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
  /// After how many steps a case is given up that doesn't say.
  ///
  /// The longest shipped case takes 500 with the reference, and one that never rests soon tells
  /// nothing new.
  private static let usualSteps = 200_000

  init(_ limit: ScenarioLimit?) {
    self.init(steps: Self.usualSteps)
    switch limit {
    case .steps(let count): steps = count
    case .time(let nanoseconds): virtualTime = .nanoseconds(nanoseconds)
    case nil: break
    }
  }
}
