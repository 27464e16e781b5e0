import SluiceConformance
package import SluiceText

/// A part of the cases of a run: those that one of several machines plays.
package struct Shard: Equatable, Sendable, Codable {
  /// How cases are dealt to shards: the values of `--shard-by`.
  package enum Division: String, CaseIterable, Sendable, Codable {
    /// By the hash of a case's id: a case stays in its shard when others come and go.
    case hash
    /// In slices of one length, in the order of the run.
    case slices
  }

  /// Which shard, from 1.
  package var number: Int
  /// How many there are.
  package var count: Int
  /// How cases are dealt.
  package var division = Division.hash

  /// The most shards that there may be.
  private static let most = 1_000_000

  /// How many shards there may be, for a message.
  fileprivate static let counts = 1...most

  /// The only shard of a run on one machine.
  package static let whole = Shard(number: 1, count: 1)

  /// One of several shards; nil where there is none of that number.
  package init?(_ number: Int, of count: Int) {
    guard 1...Self.most ~= count, 1...count ~= number else { return nil }
    self.init(number: number, count: count)
  }

  private init(number: Int, count: Int) {
    self.number = number
    self.count = count
  }

  /// One of several shards that are counted from some number on, in steps; nil where there is none
  /// of that number.
  init?(_ number: Int, from first: Int, step: Int = 1, of count: Int) {
    let (distance, overflows) = number.subtractingReportingOverflow(first)
    guard !overflows, step > 0, distance.isMultiple(of: step), distance < .max else { return nil }
    self.init(distance / step + 1, of: count)
  }

  /// Reads `2/3`; nil for anything else.
  package init?(text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let number = Int(plain: parts[0]), let count = Int(plain: parts[1])
    else { return nil }
    self.init(number, of: count)
  }

  /// The shards of a count that are not among those given, as `--shard` takes them; of many the
  /// first ones, and how many more.
  static func missing(_ given: Set<Int>, of count: Int) -> [String] {
    let missing = (1...count).lazy.filter { number in !given.contains(number) }
    let shown = Array(missing.prefix(mostNamed)).map { number in "\(number)/\(count)" }
    let more = count - given.count { number in 1...count ~= number } - shown.count
    return more > 0 ? shown + ["and \(more) more"] : shown
  }

  private static let mostNamed = 20

  /// Whether a case is in this shard.
  ///
  /// - Parameters:
  ///   - id: The case's stable id.
  ///   - place: Its number among all cases of the run, from 0.
  ///   - total: How many those are.
  /// - Returns: Whether it is; each case is in one shard of a count.
  package func has(_ id: String, at place: Int, of total: Int) -> Bool {
    if count == 1 { return true }
    switch division {
    case .hash:
      let hash = ScheduleSeed(caseID: id, runSeed: 0, number: -2).value
      return Int(hash % UInt64(count)) == number - 1
    case .slices:
      return place * count / max(1, total) == number - 1
    }
  }
}

extension Shard: CheckedContent {
  /// Checks that there is such a shard.
  package func check() throws(ContentFlaw) {
    try check("count", count, in: Self.counts)
    try check("number", number, in: 1...count)
  }
}

extension Shard: CustomStringConvertible {
  /// As `--shard` takes it: `2/3`.
  package var description: String { "\(number)/\(count)" }
}

/// What `--shard` was given.
package enum ShardChoice: Equatable, Sendable {
  /// What the variables of the pipeline's engine say.
  case auto
  /// A shard by its number.
  case one(Shard)

  /// The choice of a call; nil where it makes none.
  ///
  /// - Throws: `UsageError` for a text that names no shard.
  init?(_ parsed: ParsedOptions) throws(UsageError) {
    guard let text = parsed.text(RunCommand.shard) else { return nil }
    if text == "auto" {
      self = .auto
    } else if let shard = Shard(text: text) {
      self = .one(shard)
    } else {
      throw .wrongValue(
        option: RunCommand.shard.name, value: text, expected: "a number and a count, as in 2/3")
    }
  }
}

extension ShardChoice? {
  /// The shard of a call; where it makes no choice, what Bazel says, or else all cases.
  ///
  /// - Parameter environment: Where the call is made.
  /// - Returns: The shard.
  /// - Throws: `UsageError` where variables are to say it, and don't.
  func shard(in environment: CommandEnvironment) throws(UsageError) -> Shard {
    switch self {
    case .one(let shard): return shard
    case nil: return try BazelProtocol(environment).shard ?? .whole
    case .auto:
      let shard = try ShardVariables.shard { name in environment.variables[name] }
      if let shard { return shard }
      let known = ShardVariables.all.map { engine in "\(engine.engine) (\(engine.number))" }
      throw .unusableShard(
        reason:
          "--shard auto: no variables of an engine are set: \(known.joined(separator: ", "))")
    }
  }
}

/// Where an engine of pipelines tells a job which of several it is.
package struct ShardVariables: Sendable {
  /// The engine, for people.
  package let engine: String
  /// The variable that has the job's number.
  package let number: String
  /// What the number of the first job is: a number, or the variable that has it.
  private let first: First
  /// The variable that has the number of jobs.
  package let count: String
  /// The variable that has how far the numbers of two jobs lie apart, if they may lie apart.
  private let step: String?

  private enum First: Sendable {
    case number(Int)
    case variable(String)
  }

  private init(
    _ engine: String, number: String, from first: First, count: String, step: String? = nil
  ) {
    self.step = step
    self.engine = engine
    self.number = number
    self.first = first
    self.count = count
  }

  /// The engines that are known.
  ///
  /// Bazel's variables are obeyed without being asked for.
  package static let all: [ShardVariables] = [
    ShardVariables(
      "GitLab", number: "CI_NODE_INDEX", from: .number(1), count: "CI_NODE_TOTAL"),
    ShardVariables(
      "CircleCI", number: "CIRCLE_NODE_INDEX", from: .number(0), count: "CIRCLE_NODE_TOTAL"),
    ShardVariables(
      "Buildkite", number: "BUILDKITE_PARALLEL_JOB", from: .number(0),
      count: "BUILDKITE_PARALLEL_JOB_COUNT"),
    ShardVariables(
      "Azure Pipelines", number: "SYSTEM_JOBPOSITIONINPHASE", from: .number(1),
      count: "SYSTEM_TOTALJOBSINPHASE"),
    ShardVariables(
      "Slurm", number: "SLURM_ARRAY_TASK_ID", from: .variable("SLURM_ARRAY_TASK_MIN"),
      count: "SLURM_ARRAY_TASK_COUNT", step: "SLURM_ARRAY_TASK_STEP"),
    // The system tells a job's index alone; how many there are stands in the job's description.
    ShardVariables(
      "Kubernetes", number: "JOB_COMPLETION_INDEX", from: .number(0), count: "JOB_COMPLETIONS"),
  ]

  /// The shard that the variables of some engine name.
  ///
  /// - Parameter value: The value of a variable.
  /// - Returns: The shard; nil where no engine sets its variables.
  /// - Throws: `UsageError` for variables that name no shard.
  package static func shard(_ value: (String) -> String?) throws(UsageError) -> Shard? {
    for engine in all {
      guard let text = value(engine.number) else { continue }
      let first: Int? =
        switch engine.first {
        case .number(let number): number
        case .variable(let name): value(name).map { text in Int(plain: text) } ?? 0
        }
      guard let total = value(engine.count) else {
        throw .unusableShard(
          reason: "\(engine.engine) has set \(engine.number), and \(engine.count) is not set")
      }
      let step = engine.step.map { name in value(name).map { text in Int(plain: text) } ?? 1 } ?? 1
      guard let number = Int(plain: text), let first, let step, let count = Int(plain: total),
        let shard = Shard(number, from: first, step: step, of: count)
      else {
        throw .unusableShard(
          reason: "\(engine.number)=\(text) and \(engine.count)=\(total) are no job and a count")
      }
      return shard
    }
    // GitLab tells a job that is alone that there is one, and no number.
    return all.contains { engine in value(engine.count) == "1" } ? .whole : nil
  }
}
