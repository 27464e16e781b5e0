package import SluiceConformance
package import SluiceProducts
package import SluiceScenarios
package import SluiceSimulation
package import SluiceSpies
import SluiceText

/// What runs a case many times on real threads, in this process.
package struct StressRunner: Sendable {
  /// How a platform is made for a round: from its seed and the case's id.
  package typealias MakePlatform = @Sendable (_ seed: UInt64, _ id: String) -> any ThreadPlatform

  private let runner: CaseRunner
  private let level: Rule.Level
  private let edition: Edition
  private let patience: StressPatience
  private let makePlatform: MakePlatform

  /// A runner of cases against the implementations of one name.
  ///
  /// - Parameters:
  ///   - products: The products by whose fixtures and subjects cases are run.
  ///   - subjectName: The name of the implementations under test.
  ///   - level: The lowest level at which a violation fails a case.
  ///   - edition: The last edition whose rules fail it.
  ///   - patience: How long to wait for what.
  ///   - makePlatform: Makes the platform of each round.
  package init(
    products: [Product], subjectName: String, level: Rule.Level, edition: Edition = .newest,
    patience: StressPatience = StressPatience(), makePlatform: @escaping MakePlatform
  ) {
    runner = CaseRunner(products: products, subjectName: subjectName)
    self.level = level
    self.edition = edition
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
  ///   - progress: Told of each round before it begins, and that it goes on, on whatever thread.
  /// - Returns: What became of the case.
  package func run(
    _ scenario: ScenarioCase, rounds: Int, seed: UInt64, again: (UInt64) -> String,
    progress: @escaping @Sendable (String) -> Void
  ) -> StressResult {
    var stressed = StressResult(CaseResult(id: scenario.id, outcome: .passed))
    if let reason = reasonToSkip(scenario) {
      stressed.result.outcome = .skipped(reason)
      return stressed
    }
    for round in 0..<rounds {
      let seed = seed &+ UInt64(round)
      progress(StressProgress.tells(seed))
      let isWrong = playRound(
        scenario, seed: seed, again: again(seed), into: &stressed
      ) { progress(StepProgress.goesOn) }
      if isWrong { break }
    }
    return stressed
  }

  /// A case that fails in a simulation proves nothing here.
  private func reasonToSkip(_ scenario: ScenarioCase) -> String? {
    runner.reasonToSkip(scenario) ?? scenario.xfail.map { reason in "expected to fail: \(reason)" }
  }

  /// Plays one round; true if it was wrong.
  private func playRound(
    _ scenario: ScenarioCase, seed: UInt64, again: String, into stressed: inout StressResult,
    giveSign: @escaping @Sendable () -> Void
  ) -> Bool {
    let platform = ListenedPlatform(makePlatform(seed, scenario.id), giveSign: giveSign)
    let play = StressPlay(
      of: scenario, playedBy: runner, on: platform, gait: StressGait(seed: seed),
      patience: patience)
    platform.drive {
      play.play()
      play.conclude()
    }
    giveSign()
    let (judge, isOverlapping) = judge(of: scenario, play, again: again)
    let result = judge.result
    stressed.rounds += 1
    stressed.overlappingRounds += isOverlapping ? 1 : 0
    if let unreached = play.unreached {
      stressed.unreachedRounds += 1
      stressed.unreached = stressed.unreached ?? unreached
    }
    stressed.add(result)
    guard result.failure != nil else { return false }
    stressed.wrongSeed = seed
    return true
  }

  /// The judge of a round, and whether callbacks overlapped in it.
  ///
  /// It asks only rules that have a say on threads, and no expectation. A consumer hangs that has
  /// not ended after a cancel, after all the patience.
  private func judge(
    of scenario: ScenarioCase, _ play: StressPlay, again: String
  ) -> (judge: Judge<ScenarioCase>, isOverlapping: Bool) {
    var record = play.record
    let evidence = Evidence(of: record)
    let judgements = runner.rules.judge(evidence).counting(underThreads: evidence)
    var judge = Judge(of: scenario, record, judgements, level: level, edition: edition)
    // A thread that is held for ever breaks rules, too. Looking takes time, if there is one.
    if !judge.violations.isEmpty, play.hasStuckCallback {
      record.mishap = Mishap(
        callNotBack: "a callback", at: record.marks.last.map(FailureLines.init))
      judge = Judge(of: scenario, record, judgements, level: level, edition: edition)
    }
    judge.again = again
    judge.isOnThreads = true
    return (judge, !evidence.isOneByOne)
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

/// How far a round on real threads keeps to the timing of its scenario.
package enum StressGait: Sendable, Hashable, CaseIterable {
  /// Each line waits until the ones before seem to have had their effect, as far as that shows.
  case patient
  /// Each line waits or does not, as chance has it.
  case uneven
  /// All lines follow one another as fast as they can.
  case hasty

  /// The gait of a round: each comes in turn with the seeds.
  init(seed: UInt64) {
    self = StressGait.allCases[Int(seed % UInt64(StressGait.allCases.count))]
  }
}

/// How long a round on real threads waits for what, in real time.
package struct StressPatience: Sendable {
  /// For the lines before to have had their effect.
  package var rest = Duration.milliseconds(40)
  /// For what a line expects; a round that misses it goes on without.
  package var expectation = Duration.milliseconds(500)
  /// For tasks to end, registrations to be removed and objects to die once all is over.
  ///
  /// What takes longer counts as never; so it is much more than any thread is ever held up for.
  package var ending = Duration.seconds(10)

  /// The usual patience.
  package init() {}
}

/// A platform whose waits give signs of life: they are the kit's own and end by themselves, while a
/// call of the subject's that does not come back is silent.
final class ListenedPlatform: ThreadPlatform {
  /// One look in so many gives a sign: a wait looks every now and then, and signs cost something.
  private static let looksForASign = 100

  private let platform: any ThreadPlatform
  private let giveSign: @Sendable () -> Void

  /// A platform on top of another one.
  ///
  /// - Parameters:
  ///   - platform: What does everything.
  ///   - giveSign: Gives a sign of life, on whatever thread waits.
  init(_ platform: any ThreadPlatform, giveSign: @escaping @Sendable () -> Void) {
    self.platform = platform
    self.giveSign = giveSign
  }

  var now: Instant { platform.now }
  var step: Int { platform.step }
  var isIdle: Bool { platform.isIdle }

  func stagger() { platform.stagger() }
  func random() -> UInt64 { platform.random() }
  func makeQueue(_ kind: CallbackQueue.Kind) -> any ThreadQueue { platform.makeQueue(kind) }

  func wait(atMost limit: Duration, until condition: () -> Bool) -> Bool {
    var looks = 0
    return platform.wait(atMost: limit) {
      if looks % Self.looksForASign == 0 { giveSign() }
      looks += 1
      return condition()
    }
  }

  /// Runs a body on a thread of its own, where a subject that does not come back is looked for.
  func drive(_ body: @escaping @Sendable () -> Void) {
    platform.drive { HangLocation.ofThisThread { _ in body() } }
  }
}
