import Foundation
import SluiceHarness

/// Options of `sluice selftest-calls`.
struct SelfTestCallsOptions: Equatable, Sendable {
  /// The calls.
  var numbers: MutantNumbers
  /// Whether calls with growing inputs are made instead.
  var grows: Bool
}

/// `sluice selftest-calls`, which a campaign calls to find inputs of calls that trap, end with a
/// wrong exit code, or take too long.
struct SelfTestCallsCommand: Command {
  static let name = "selftest-calls"
  static let summary = "Makes calls with mutated inputs: none may trap, or end otherwise than told."
  static let isHidden = true

  private static let first = MutantNumbers.first("call")
  private static let count = OptionDeclaration(
    "--calls", .one("N"), help: "how many calls to make (default: 1000)")
  private static let growth = OptionDeclaration(
    "--growth", .none, help: "make calls with growing inputs, and compare their times")
  static let options: [OptionDeclaration] = [first, count, growth, .seed]

  let values: SelfTestCallsOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestCallsCommand {
    SelfTestCallsCommand(
      values: SelfTestCallsOptions(
        numbers: try MutantNumbers(parsed, first: first, count: count),
        grows: parsed.isGiven(growth)))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    let folder = environment.workingDirectory + "/selftest-calls"
    let files = FileManager.default
    guard !files.fileExists(atPath: folder) else {
      throw .unusablePath(reason: "'selftest-calls' is there, in which calls are made")
    }
    defer { try? files.removeItem(atPath: folder) }
    do {
      let reading = try CallReading(in: folder, with: harness)
      return try values.grows
        ? compareTimes(by: reading, in: environment) : makeCalls(by: reading, in: environment)
    } catch {
      environment.standardError.write("\(environment.programName): \(error)\n")
      return .harnessFailure
    }
  }

  /// Makes mutated calls one after the other.
  private func makeCalls(
    by reading: CallReading, in environment: CommandEnvironment
  ) throws -> ExitCode {
    var reading = reading
    let mutations = CallMutations(seed: values.numbers.seed)
    try values.numbers.forEach("call", in: environment) { number in
      try reading.problem(with: mutations.mutant(number)).map { problem in "PROBLEM: \(problem)" }
    }
    values.numbers.tell("calls", reading.summary, in: environment)
    return reading.problems == 0 ? .success : .failure
  }

  /// Makes calls with inputs that grow.
  private func compareTimes(
    by reading: CallReading, in environment: CommandEnvironment
  ) throws -> ExitCode {
    var problems = 0
    for growth in CallGrowth.all {
      environment.standardOutput.write("\(growth.name)\n")
      guard let problem = try growth.problem(in: reading) else { continue }
      problems += 1
      environment.standardOutput.write("PROBLEM: \(problem)\n")
    }
    environment.standardOutput.write(
      "\(CallGrowth.all.count) inputs grew; \(problems) of the calls took too long\n")
    return problems == 0 ? .success : .failure
  }
}
