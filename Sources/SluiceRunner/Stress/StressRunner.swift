package import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
package import SluiceSimulation

/// What runs a case many times on real threads, in this process.
package struct StressRunner: Sendable {
  /// How a platform is made for a round: from its seed and the case's id.
  package typealias MakePlatform = @Sendable (_ seed: UInt64, _ id: String) -> any ThreadPlatform

  private let runner: CaseRunner
  private let level: Rule.Level
  private let patience: StressPatience
  private let makePlatform: MakePlatform

  /// A runner of cases against the implementations of one name.
  ///
  /// - Parameters:
  ///   - products: The products by whose fixtures and subjects cases are run.
  ///   - subjectName: The name of the implementations under test.
  ///   - level: The lowest level at which a violation fails a case.
  ///   - patience: How long to wait for what.
  ///   - makePlatform: Makes the platform of each round.
  package init(
    products: [Product], subjectName: String, level: Rule.Level,
    patience: StressPatience = StressPatience(), makePlatform: @escaping MakePlatform
  ) {
    runner = CaseRunner(products: products, subjectName: subjectName)
    self.level = level
    self.patience = patience
    self.makePlatform = makePlatform
  }

  /// Plays rounds of a case until one is wrong.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - rounds: How many rounds.
  ///   - seed: The seed of the first; each further one has the next.
  ///   - again: Makes the command that shows a round again of its seed.
  ///   - progress: Told of each round before it begins.
  /// - Returns: What became of the case.
  package func run(
    _ scenario: ScenarioCase, rounds: Int, seed: UInt64, again: (UInt64) -> String,
    progress: (String) -> Void
  ) -> StressResult {
    var stressed = StressResult(CaseResult(id: scenario.id, outcome: .passed))
    if let reason = reasonToSkip(scenario) {
      stressed.result.outcome = .skipped(reason)
      return stressed
    }
    for round in 0..<rounds {
      let seed = seed &+ UInt64(round)
      progress("seed \(seed)")
      if playRound(scenario, seed: seed, again: again(seed), into: &stressed) { break }
    }
    return stressed
  }

  /// A case that fails in a simulation proves nothing here.
  private func reasonToSkip(_ scenario: ScenarioCase) -> String? {
    runner.reasonToSkip(scenario) ?? scenario.xfail.map { reason in "expected to fail: \(reason)" }
  }

  /// Plays one round; true if it was wrong.
  private func playRound(
    _ scenario: ScenarioCase, seed: UInt64, again: String, into stressed: inout StressResult
  ) -> Bool {
    let platform = makePlatform(seed, scenario.id)
    let play = StressPlay(
      of: scenario, playedBy: runner, on: platform, gait: StressGait(seed: seed),
      patience: patience)
    platform.drive {
      play.play()
      play.conclude()
    }
    let judge = StressJudge(
      scenario: scenario, record: play.record, level: level, again: again)
    let (result, isOverlapping) = judge.verdict
    stressed.rounds += 1
    stressed.overlappingRounds += isOverlapping ? 1 : 0
    if let unreached = play.unreached {
      stressed.unreachedRounds += 1
      stressed.unreached = stressed.unreached ?? unreached
    }
    stressed.add(result)
    guard result.problem != nil else { return false }
    stressed.wrongSeed = seed
    return true
  }
}

extension StressResult {
  /// Takes in the result of one more round: its outcome, and the rules that had something to say.
  fileprivate mutating func add(_ round: CaseResult) {
    let known = Set(round.rules.map(\.rule))
    let earlier = result.rules.filter { rule in !known.contains(rule.rule) }
    result = round
    result.rules += earlier
  }
}
