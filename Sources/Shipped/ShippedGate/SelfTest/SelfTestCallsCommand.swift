import Foundation
import SluiceHarness

/// Options of `sluice selftest-calls`.
package struct SelfTestCallsOptions: Equatable, Sendable {
  /// The number of the first call.
  package var first = 0
  /// How many calls are made.
  package var count = 1_000
  /// The seed of all that is done to them.
  package var seed: UInt64 = 0
  /// Whether calls with growing inputs are made instead.
  package var grows = false

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice selftest-calls`, which a campaign calls to find inputs of calls that trap, end with a
/// wrong exit code, or take too long.
struct SelfTestCallsCommand: Command {
  static let name = "selftest-calls"
  static let summary = "Makes calls with mutated inputs: none may trap, or end otherwise than told."
  static let isHidden = true

  private static let first = OptionDeclaration(
    "--first", .one("N"), help: "the number of the first call (default: 0)")
  private static let count = OptionDeclaration(
    "--calls", .one("N"), help: "how many calls to make (default: 1000)")
  private static let growth = OptionDeclaration(
    "--growth", .none, help: "make calls with growing inputs, and compare their times")
  static let options: [OptionDeclaration] = [first, count, growth, .seed]

  let values: SelfTestCallsOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestCallsCommand {
    var values = SelfTestCallsOptions()
    values.first = try parsed.integer(first, in: 0...1_000_000_000) ?? values.first
    values.count = try parsed.integer(count, in: 1...1_000_000_000) ?? values.count
    values.seed = try parsed.seed() ?? values.seed
    values.grows = parsed.isGiven(growth)
    return SelfTestCallsCommand(values: values)
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
  ///
  /// A trap ends the process: what was printed last is where it is to be looked for.
  private func makeCalls(
    by reading: CallReading, in environment: CommandEnvironment
  ) throws -> ExitCode {
    var reading = reading
    let mutations = CallMutations(seed: values.seed)
    for number in values.first..<(values.first + values.count) {
      if number.isMultiple(of: 1_000) { environment.standardOutput.write("from \(number)\n") }
      if let problem = try reading.problem(with: mutations.mutant(number)) {
        environment.standardOutput.write("call \(number): PROBLEM: \(problem)\n")
      }
    }
    environment.standardOutput.write(
      "\(values.count) calls of seed \(values.seed): \(reading.summary)\n")
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
