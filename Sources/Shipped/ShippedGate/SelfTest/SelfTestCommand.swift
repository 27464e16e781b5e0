import Foundation
import SluiceConformance
package import SluiceHarness
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceSimulation

/// What `sluice selftest` was asked for.
package struct SelfTestOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// The ids of the rules that it is about; none for all of them, and the right streams.
  package var rules: [String] = []
  /// The ids of the rules that are switched off.
  package var switchedOff: [String] = []
  /// How many schedules each case is played under beside the canonical one, where others than that
  /// have a say.
  package var schedules = 8
  /// How many random cases the right streams of a product are played in, all together.
  package var randomCases = 10_000
  /// The seed of all that is chosen by chance.
  package var seed: UInt64 = 0
  /// How many workers there are at a time; nil for as many as there are processors.
  package var jobs: Int?
  /// Where cases run.
  package var isolation = IsolationChoice.process
  /// The form of what is printed.
  package var format = DataFormat.human

  /// What a call without any words asks for.
  package init() {}

  /// Whether all streams are played in all cases, under the usual schedules.
  var playsAllAsUsual: Bool {
    var usual = SelfTestOptions()
    usual.jobs = jobs
    usual.isolation = isolation
    usual.format = format
    usual.randomCases = randomCases
    return self == usual
  }
}

/// `sluice selftest`.
struct SelfTestCommand: Command {
  static let name = "selftest"
  static let summary = "Plays the kit's own faulty and right streams: does it tell them apart?"
  static let discussion = [
    "Each rule has to catch two streams and be shown by three cases, each stream has",
    "to be caught by its rule, and no right one may be blamed, nor in random cases:",
    "whatever is not so is listed, and the call ends with 1. For whoever changed the",
    "kit, and for whoever wants to see what its verdicts stand on.",
  ]
  static let operand: OperandDeclaration? = .selectors

  static let rule = OptionDeclaration(
    "--rule", .one("RULE"), isRepeatable: true,
    help: "only this rule and the streams that break it, no right ones")
  static let without = OptionDeclaration(
    "--without", .one("RULE"), isRepeatable: true,
    help: "judge as if there were no such rule, which has to be noticed")
  static let schedules = OptionDeclaration(
    "--schedules", .one("N"),
    help: "how many schedules to try beside the canonical one (default: 8)")
  static let random = OptionDeclaration(
    "--random", .one("N"),
    help: "how many random cases the right streams of a product get together (default: 10000)")
  static let options: [OptionDeclaration] = [
    .filter, rule, without, schedules, random, .seed, .jobs, .isolation, .dataFormat,
  ]

  let values: SelfTestOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestCommand {
    var values = SelfTestOptions()
    values.paths = parsed.operands
    values.filter = parsed.text(.filter)
    values.rules = try known(parsed.texts(rule))
    values.switchedOff = try known(parsed.texts(without))
    values.schedules = try parsed.integer(schedules, in: 0...1_000_000) ?? values.schedules
    values.randomCases = try parsed.integer(random, in: 0...100_000_000) ?? values.randomCases
    values.seed = try parsed.seed() ?? values.seed
    values.isolation = try parsed.choice(.isolation) ?? values.isolation
    values.jobs = try parsed.jobs(values.isolation)
    values.format = try parsed.choice(.dataFormat) ?? values.format
    return SelfTestCommand(values: values)
  }

  private static func known(_ ids: [String]) throws(UsageError) -> [String] {
    for id in ids where Rule.named(id) == nil {
      throw .unknown("rule", id, known: Rule.catalogue.map { rule in rule.id })
    }
    return ids
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    environment.watchSignals()
    return try harness.selfTest(values, in: environment)
  }
}

/// `sluice selftest-worker`, which only `sluice selftest` calls.
struct SelfTestServeCommand: Command {
  static let name = "selftest-worker"
  static let summary = "Serves the requests of 'sluice selftest'; not to be called by hand."
  static let isHidden = true
  static let options = ServeOptions.declarations

  let values: ServeOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestServeCommand {
    SelfTestServeCommand(values: try ServeOptions(parsed))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    harness.serve(values, in: environment) {
      let server = try harness.verdictServer(in: environment)
      return { request, progress in server.answer(request, progress) }
    }
  }
}

extension Harness {
  /// Plays the streams of the roster, and says what differs from what it expects of them.
  func selfTest(
    _ options: SelfTestOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      try Simulation.requireSupport()
      let session = SelfTestSession(
        options: options, environment: environment, root: plan.library.root.path,
        files: try SelfTestFile.all(of: plan), server: try verdictServer(in: environment))
      guard let rows = try session.rows() else {
        environment.standardError.write(
          "\(environment.programName): the self-test was not finished: stopped by a signal\n")
        return .harnessFailure
      }
      let all = Rule.catalogue.map { rule in rule.id }
      let matrix = SelfTestMatrix(
        rows: rows,
        rules: options.rules.isEmpty ? all : all.filter(options.rules.contains),
        exempt: SelfTestRoster.exempt, symptoms: options.playsAllAsUsual ? .learned : nil)
      environment.standardOutput.write(try matrix.text(as: options.format))
      return matrix.differences.isEmpty ? .success : .failure
    }
  }

  /// What answers the requests of a self-test.
  fileprivate func verdictServer(
    in environment: CommandEnvironment
  ) throws(PlanError) -> VerdictServer {
    VerdictServer(products: products, cases: try requestedCases(in: environment))
  }
}
