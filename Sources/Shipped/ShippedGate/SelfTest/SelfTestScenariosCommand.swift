import SluiceHarness
import SluiceRunner
import SluiceScenarios

/// `sluice selftest-scenarios`, which a campaign calls to find files that trap or mislead a reader.
struct SelfTestScenariosCommand: Command {
  static let name = "selftest-scenarios"
  static let summary = "Reads mutated scenario files: none may trap, nor be told wrongly."
  static let isHidden = true

  private static let first = MutantNumbers.first("file")
  private static let files = OptionDeclaration(
    "--files", .one("N"), help: "how many files to read (default: 1000)")
  static let options: [OptionDeclaration] = [first, files, .seed]

  let values: MutantNumbers

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestScenariosCommand {
    SelfTestScenariosCommand(values: try MutantNumbers(parsed, first: first, count: files))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    try harness.readMutations(values, in: environment)
  }
}

extension Harness {
  /// Reads mutated files one after the other, and says which of them is not told as it should be.
  func readMutations(
    _ numbers: MutantNumbers, in environment: CommandEnvironment
  ) throws(UsageError) -> ExitCode {
    let plan = try plan(paths: [], filter: nil, in: environment)
    return try withSelectedCases(of: plan, in: environment) { _ in
      var contents: [String: [UInt8]] = [:]
      let originals = try plan.files.map { path throws(PlanError) in
        let sources = try plan.library.read(path).sources.files
        for source in sources { contents[source.path] = source.bytes }
        return ScenarioMutations.Original(path: path, bytes: sources[0].bytes)
      }
      let mutations = ScenarioMutations(of: originals, with: registry, seed: numbers.seed)
      var reading = MutationReading(
        reader: ScenarioReader(registry: registry) { path in contents[path] }, registry: registry)
      numbers.forEach("file", in: environment) { number in
        reading.problem(with: mutations.file(number))
      }
      numbers.tell("files", reading.summary, in: environment)
      return reading.problems == 0 ? .success : .failure
    }
  }
}

/// The reading of one mutated file after the other, with a count of what they came to.
private struct MutationReading {
  let reader: ScenarioReader
  let registry: Registry
  private(set) var problems = 0
  private var readable = 0
  private var diagnostics = 0
  private var cases = 0

  init(reader: ScenarioReader, registry: Registry) {
    self.reader = reader
    self.registry = registry
  }

  /// What the files came to.
  var summary: String {
    "\(readable) without errors, \(cases) cases of which were written and read again, "
      + "\(diagnostics) diagnostics, \(problems) problems"
  }

  /// Reads a file, renders what is said of it, and writes the cases of one that has no errors.
  ///
  /// - Returns: What is wrong with that, if anything is.
  mutating func problem(with file: ScenarioMutations.Original) -> String? {
    let result = reader.read(path: file.path, bytes: file.bytes)
    diagnostics += result.diagnostics.count
    let problem = self.problem(with: result) ?? problemWithCases(of: result.file)
    if problem != nil { problems += 1 }
    return problem
  }

  private func problem(with result: ScenarioReader.Result) -> String? {
    let renderer = DiagnosticRenderer(sources: result.sources)
    for diagnostic in result.diagnostics {
      let spans = [diagnostic.span] + (diagnostic.label.map { label in [label.span] } ?? [])
      for span in spans {
        guard result.sources.files.indices.contains(span.file) else { return "no file: \(span)" }
        let source = result.sources.files[span.file]
        guard 0...source.bytes.count ~= span.start, span.start...source.bytes.count ~= span.end
        else { return "outside of its file: \(span)" }
        let place = result.sources.location(of: span)
        guard 1...source.lineCount + 1 ~= place.line, place.column >= 1 else {
          return "no place in its file: \(place)"
        }
      }
    }
    // What is far down in a long list is written as the beginning is.
    for diagnostic in result.diagnostics.prefix(5) {
      for format in DiagnosticFormat.allCases {
        let size = renderer.render(diagnostic, as: format).utf8.count
        guard size > 0, size < 8_000 else { return "\(size) bytes of \(format)" }
      }
    }
    let hasErrors = result.diagnostics.contains { diagnostic in diagnostic.severity == .error }
    return hasErrors == (result.file == nil) ? nil : "a file with errors, or none without"
  }

  /// Each case, written as a file of its own, has to be the same case.
  private mutating func problemWithCases(of file: ScenarioFile?) -> String? {
    guard let file else { return nil }
    readable += 1
    for scenario in file.cases.lazy.prefix(3) where scenario.timeline.count < 1_000 {
      cases += 1
      let text = ScenarioText(of: scenario, registry: registry).file
      guard let again = reader.read(path: file.path, text: text).file else {
        return "written, it can't be read: \(scenario.id)"
      }
      guard again.caseCount == 1, let read = again.cases.first(where: { _ in true }),
        ScenarioText(of: read, registry: registry).file == text
      else { return "written, it is another case: \(scenario.id)" }
    }
    return nil
  }
}
