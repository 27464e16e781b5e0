import SluiceRunner
import SluiceScenarios
import SluiceText

/// What became of a case that was played.
struct PlayedCase: Sendable {
  /// The result; of one that hangs as far as it is known without another look.
  var result: CaseResult
  /// What came of asking for a case that hangs.
  var hang: CaseAnswered?
  /// What it fails by under other seeds, where a list is to be written; nil for a pass.
  var otherCauses: [String?] = []
}

/// What plays cases one by one, and has a second process look at what came of them: while it plays
/// the next, where the run may be ahead of what is told.
final class CasePlayer: WorkSharer {
  private let client: CaseClient
  private let second: SideThread<SecondPlayer>
  private let firstCaseID: String?
  private let options: RunOptions
  private let environment: CommandEnvironment

  /// One that has not played anything yet.
  ///
  /// - Parameters:
  ///   - clients: What makes those that have cases run.
  ///   - firstCaseID: The id of the first case of the run, which is always checked.
  ///   - options: What the call asks for.
  ///   - environment: Where a stop and the time are seen.
  init(
    of clients: CaseClients, firstCaseID: String?, _ options: RunOptions,
    in environment: CommandEnvironment
  ) {
    client = clients.makeClient()
    second = SideThread(isApart: options.mayRunAhead) {
      SecondPlayer(clients.makeClient(), options, in: environment)
    }
    self.firstCaseID = firstCaseID
    self.options = options
    self.environment = environment
  }

  /// What became of a case, with what further processes say of a crash, a failure or a sample; nil
  /// if the run is to stop before it, or in its course.
  func outcome(of item: NumberedCase) throws -> Pending<PlayedCase?> {
    // Whoever is told of that ends the run.
    try second.check()
    let (begun, scenario) = (environment.monotonicTime(), item.scenario)
    let isChecked = isChecked(scenario)
    // Both processes of the first case get ready at once.
    if scenario.id == firstCaseID { second.begin { second in second.prepare() } }
    guard let answered = try answer(of: scenario, keepsLogs: isChecked) else {
      return Pending(nil)
    }
    let time = environment.monotonicTime() - begun
    return second.begin { second in
      try second.played(scenario, answered, isChecked: isChecked, for: time)
    }
  }

  /// What came of asking for a case; nil if the run is to stop before it, or in its course.
  private func answer(of scenario: ScenarioCase, keepsLogs: Bool) throws -> CaseAnswered? {
    guard !environment.stopSignal.isRaised else { return nil }
    do {
      return try client.ask(client.request(scenario, keepsLogs: keepsLogs), of: scenario)
    } catch WorkerError.stopped {
      return nil
    }
  }

  func dismiss() {
    client.dismiss()
    second.end { second in second.dismiss() }
  }

  /// Whether a case is one of those that are run in two processes: the first always is, so that no
  /// run goes without, and each that is run again because it failed, so that a subject which is
  /// right by chance stays an error.
  private func isChecked(_ scenario: ScenarioCase) -> Bool {
    options.rerun != nil || scenario.id == firstCaseID
      || SelfCheck.samples(scenario.id, seed: options.seed)
  }
}

/// What finds out what a worker died of, and plays failures and samples a second time.
private final class SecondPlayer {
  private let client: CaseClient
  private let options: RunOptions
  /// How many other seeds have a say in a list of failures.
  private var otherSeeds: UInt64 { options.writeKnownFailing == nil ? 0 : 3 }
  private let environment: CommandEnvironment

  init(_ client: CaseClient, _ options: RunOptions, in environment: CommandEnvironment) {
    self.client = client
    self.options = options
    self.environment = environment
  }

  func prepare() { client.prepare() }

  func dismiss() { client.dismiss() }

  /// What became of a case that a worker was asked for, for so long; nil if the run is to stop.
  func played(
    _ scenario: ScenarioCase, _ answered: CaseAnswered, isChecked: Bool, for time: Duration
  ) throws -> PlayedCase? {
    let begun = environment.monotonicTime()
    do {
      var played = try look(at: answered, of: scenario, isChecked: isChecked)
      // They were asked for to be compared.
      played.result.logs = []
      played.result.realNanoseconds =
        (time + environment.monotonicTime() - begun).wholeNanoseconds
      return played
    } catch WorkerError.stopped {
      return nil
    }
  }

  private func look(
    at answered: CaseAnswered, of scenario: ScenarioCase, isChecked: Bool
  ) throws -> PlayedCase {
    let commands = answered.request.commands
    if case .died(let death) = answered.outcome, death.isHang {
      // Whether it is told at length is known when those before it are.
      return PlayedCase(
        result: CaseResult(answered.outcome, of: scenario, again: commands.run), hang: answered)
    }
    var result = try client.result(answered, of: scenario)
    if case .answered = answered.outcome, isChecked || result.failure != nil {
      let isAlone = isAlone(scenario)
      if isAlone { client.renew() }
      var request = client.request(scenario, keepsLogs: isChecked)
      // Of one that passed only the logs are compared; a failure has to be found again.
      request.endsWithLogs = result.outcome == .passed && options.rerun == nil
      let again = try client.ask(request, of: scenario)
      result = SelfCheck(of: scenario, again: commands.run)
        .result(result, comparedWith: try client.result(again, of: scenario))
      // A run that has come to one such case will come to others, each some time after the last.
      if isAlone { client.prepare() }
    }
    return PlayedCase(result: result, otherCauses: try otherCauses(of: scenario, result))
  }

  /// What a case fails by under other seeds, where those have a say: not where every schedule was
  /// run, and one that failed is the first of all.
  private func otherCauses(
    of scenario: ScenarioCase, _ result: CaseResult
  ) throws -> [String?] {
    if case .skipped = result.outcome { return [] }
    guard otherSeeds > 0, !result.schedules.isExhausted else { return [] }
    return try (1...otherSeeds).map { number in
      var request = client.request(scenario)
      request.seed = options.seed &+ number
      return try client.result(try client.ask(request, of: scenario), of: scenario).failure?.cause
    }
  }

  /// Whether a case that is run in two processes has a new one for the second time.
  ///
  /// Each that is run again has, and some of the others.
  private func isAlone(_ scenario: ScenarioCase) -> Bool {
    options.rerun != nil
      || SelfCheck.isAlone(scenario.id, ofCases: scenario.fileCaseCount, seed: options.seed)
  }
}

/// The hangs that a run has told of, case by case in order: the first at each place at length, with
/// its log and its schedule, which takes further workers; others as the same.
final class ToldHangs {
  private let client: CaseClient
  private let places = KnownHangs()
  /// How many cases have hung.
  private(set) var count = 0

  init(of clients: CaseClients) {
    client = clients.makeClient()
  }

  /// The result to report of a case.
  func result(of played: PlayedCase, _ scenario: ScenarioCase) throws -> CaseResult {
    guard let hang = played.hang, case .died(let death) = hang.outcome else {
      return played.result
    }
    count += 1
    var told = played.result
    let place = KnownHangs.Place.functions(death.location.functions)
    if let first = places.first(like: place) {
      told.outcome =
        CaseResult(
          hang.outcome, of: scenario, again: client.commands(for: scenario).run,
          remark: .hangs(as: first)
        ).outcome
      return told
    }
    do {
      told = try client.result(hang, of: scenario)
    } catch WorkerError.stopped {
      return told
    }
    told.realNanoseconds = played.result.realNanoseconds
    if told.failure?.kind == .subjectHung { places.note(place, of: scenario.id) }
    return told
  }

  func dismiss() { client.dismiss() }
}
