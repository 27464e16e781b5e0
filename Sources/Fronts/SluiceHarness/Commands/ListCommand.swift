import SluiceConformance
import SluiceProducts
import SluiceRunner
import SluiceScenarios
import SluiceText

/// What `sluice list` was asked for.
package struct ListOptions: Equatable, Sendable {
  /// Scenario files and folders; none means all of `Scenarios`.
  package var paths: [String] = []
  /// The name of the subject.
  package var subject = "reference"
  /// Which cases, as the expression that was given.
  package var filter: String?
  /// Whether the streams are listed instead of the cases.
  package var streams = false
  /// Whether only the cases are listed that a run leaves out.
  package var leftOut = false
  /// The form of what is printed.
  package var format = DataFormat.human

  /// What a call without any words asks for.
  package init() {}
}

/// `sluice list`.
struct ListCommand: Command {
  static let name = "list"
  static let summary = "Lists the cases that a run would have, or the streams they are about."
  static let operand: OperandDeclaration? = .selectors
  static let options: [OptionDeclaration] = [
    .subject, .filter, .streams, .leftOut, .dataFormat,
  ]

  let values: ListOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> ListCommand {
    let defaults = ListOptions()
    var values = defaults
    values.paths = parsed.operands
    values.subject = parsed.text(.subject) ?? defaults.subject
    values.filter = parsed.text(.filter)
    values.streams = parsed.isGiven(.streams)
    values.leftOut = parsed.isGiven(.leftOut)
    if values.streams, values.leftOut {
      throw .conflictingOptions(
        OptionDeclaration.streams.name, OptionDeclaration.leftOut.name)
    }
    values.format = try parsed.choice(.dataFormat) ?? defaults.format
    return ListCommand(values: values)
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.list(values, in: environment)
  }
}

extension OptionDeclaration {
  fileprivate static let streams = OptionDeclaration(
    "--streams", .none, help: "list the streams with their subjects and cases in each layer")
  fileprivate static let leftOut = OptionDeclaration(
    "--left-out", .none, help: "list only the cases that a run leaves out, by their reasons")
}

extension Harness {
  /// Lists the selected cases, one a line.
  package func list(
    _ options: ListOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(
      subject: options.subject, paths: options.paths, filter: options.filter, in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      if options.streams { return try listStreams(of: plan, as: options.format, in: environment) }
      let runner = CaseRunner(products: products, subjectName: options.subject)
      var leftOut = LeftOutCases()
      var cases = PlannedCases(plan)
      while let scenario = try cases.next() {
        let listed = ListedCase(scenario, skip: runner.reasonToSkip(scenario))
        if options.leftOut, options.format == .human {
          leftOut.add(listed)
          continue
        }
        guard !options.leftOut || listed.skip != nil else { continue }
        let line = try listed.line(as: options.format)
        switch options.format {
        case .human: environment.tell(line + "\n")
        case .json: environment.standardOutput.write(line + "\n")
        }
      }
      if options.leftOut, options.format == .human {
        environment.tell(leftOut.lines.map { line in line + "\n" }.joined())
      }
      return .success
    }
  }

  /// Checks the named files, and the examples of the program's own rules, without running a case.
  package func check(
    _ options: CheckOptions, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(paths: options.paths, filter: nil, in: environment)
    let format = DiagnosticFormat(options.format)
    guard let count = check(plan, in: environment, format: format, color: options.color) else {
      return .usage
    }
    guard count > 0 || plan.patterns.isEmpty else {
      return try withSelectedCases(of: plan, in: environment) { _ in .success }
    }
    let wrong = rules.own.flatMap { rule in rule.misjudgedExamples }
    guard wrong.isEmpty else {
      for sentence in wrong {
        environment.tell("\(name): \(sentence)\n", on: environment.standardError)
      }
      return .usage
    }
    let files = "\(plan.files.count) \(plan.files.count == 1 ? "file" : "files")"
    let cases = "\(count) \(count == 1 ? "case" : "cases")"
    environment.tell("\(files), \(cases): no errors\n")
    return .success
  }
}

extension DiagnosticFormat {
  fileprivate init(_ format: OutputFormat) {
    switch format {
    case .human: self = .human
    case .gcc: self = .gcc
    case .json: self = .json
    }
  }
}

/// The cases that a run leaves out, by their reasons.
private struct LeftOutCases {
  private var counts = NotTested()
  private var ids: [String: [String]] = [:]

  mutating func add(_ listed: ListedCase) {
    guard let reason = listed.skip else { return counts.countPlayed(isSampled: false) }
    counts.count(leftOutFor: reason)
    ids[reason, default: []].append(listed.id)
  }

  /// Each reason with the number of its cases and their ids, then the number of all.
  var lines: [String] {
    let parts = counts.leftOut.flatMap { part in
      ["\(oneLine(part.reason)): \(part.cases)"]
        + (ids[part.reason] ?? []).map { id in "  \(oneLine(id))" }
    }
    let all = counts.cases == 1 ? "1 case" : "\(counts.cases) cases"
    return parts + ["\(counts.cases - counts.played) of \(all) left out"]
  }
}

/// A case as `sluice list` shows it.
private struct ListedCase: Encodable {
  let id: String
  let suite: String
  let file: String
  let line: Int
  let tags: [String]
  let rules: [String]
  let skip: String?

  init(_ scenario: ScenarioCase, skip: String?) {
    id = scenario.id
    suite = scenario.suite
    file = scenario.path
    line = scenario.line
    tags = scenario.tags
    rules = scenario.rules
    self.skip = skip
  }

  func line(as format: DataFormat) throws(CaseLineError) -> String {
    switch format {
    case .json: try CaseLine.shown(self)
    case .human: oneLine(skip.map { reason in "\(id)  (skipped: \(reason))" } ?? id)
    }
  }
}

extension Harness {
  /// Lists every stream of the kit, one a line, with its cases among the selected ones.
  func listStreams(
    of plan: RunPlan, as format: DataFormat, in environment: CommandEnvironment
  ) throws -> ExitCode {
    let streams = try listedStreams(of: plan)
    switch format {
    case .json:
      for stream in streams {
        environment.standardOutput.write(try CaseLine.shown(stream) + "\n")
      }
    case .human:
      let columns = environment.columns(on: environment.standardOutput)
      let table = ListedStream.table(of: streams).lines(columns: columns)
      environment.tell(table.map { line in line + "\n" }.joined())
    }
    return .success
  }

  private func listedStreams(of plan: RunPlan) throws -> [ListedStream] {
    var counts: [String: [ScenarioLayer: Int]] = [:]
    var cases = PlannedCases(plan)
    while let scenario = try cases.next() {
      guard let stream = scenario.stream else { continue }
      counts[stream, default: [:]][scenario.place.layer, default: 0] += 1
    }
    return registry.streams.map { stream in
      let product = products.first { product in product.name == stream.product }
      return ListedStream(
        stream: stream.name, module: product?.module,
        subjects: product?.subjects.filter { $0.stream == stream.name }.map(\.name) ?? [],
        cases: counts[stream.name] ?? [:])
    }
  }
}

/// A stream as `sluice list --streams` shows it.
private struct ListedStream: Encodable {
  /// The beginning of the names of subjects that are wrong on purpose.
  private static let faulty = "faulty-"

  let stream: String
  let module: String?
  let subjects: [String]
  /// How many cases have it as their first consumer's stream, by layer.
  let cases: [String: Int]

  init(stream: String, module: String?, subjects: [String], cases: [ScenarioLayer: Int]) {
    self.stream = stream
    self.module = module
    self.subjects = subjects
    self.cases = Dictionary(
      uniqueKeysWithValues: ScenarioLayer.allCases.map { layer in
        (layer.rawValue, cases[layer] ?? 0)
      })
  }

  /// The streams below each other, in columns.
  static func table(of streams: [ListedStream]) -> TextTable {
    let layers = ScenarioLayer.allCases.map { layer in layer.rawValue }
    let head: [String] = ["stream", "module"] + layers + ["subjects"]
    let rows: [[String]] = streams.map { stream in
      let counts: [String] = layers.map { layer in "\(stream.cases[layer] ?? 0)" }
      return [stream.stream, stream.module ?? "-"] + counts + [stream.shownSubjects]
    }
    return TextTable([head] + rows, sides: [.left, .left] + layers.map { _ in .right })
  }

  /// The subjects by name; of those that are wrong on purpose, of which there can be many, the
  /// number.
  private var shownSubjects: String {
    let names = subjects.filter { name in !name.hasPrefix(Self.faulty) }.joined(separator: ", ")
    let wrong = subjects.count { name in name.hasPrefix(Self.faulty) }
    return wrong == 0 ? names : "\(names) and \(wrong) faulty"
  }
}
