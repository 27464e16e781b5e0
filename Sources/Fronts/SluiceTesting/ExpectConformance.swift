import Foundation
@_exported public import Sluice
public import SluiceConformance
@_exported public import SluiceProducts
import SluiceRunner
public import Testing

/// Expects that streams hold every rule in every scenario, under every schedule that is tried.
///
/// ```swift
/// @Test func conforms() async throws {
///   try await expectConformance(of: weather)
/// }
/// ```
/// It runs the scenarios that come with the kit for the streams' products, and those in the folder
/// `Scenarios/<product>` of the package in which the test stands. Failed cases are grouped by their
/// cause, the violated rule or else the kind of problem. Each cause is one issue at the line of its
/// smallest case. It says what the command line says: the rule, the diagram, the schedule, and the
/// call that shows it again; the other cases are listed below. The parts that were not tested are
/// written to standard error: cases that were left out, rules that no case exercised.
///
/// A call records at most 20 issues with 400 lines in all, when all cases have run, the cause of
/// most cases first. With `SLUICE_VERBOSE=1` in the environment each failed case is an issue of its
/// own, as soon as it is known.
///
/// The cases run in a second process, which runs the same test up to this call: a stream that
/// traps, hangs or ends its process is the failure of one case. Where there can't be one, as in an
/// exit test or a test with parameters, they run in this process, on a thread of their own, and a
/// stream that traps says on standard error in which case it did. `isolation: .none` asks for that,
/// for a debugger. One simulation runs at a time in a process; other tests go on beside it.
///
/// - Parameters:
///   - subjects: The streams, each over the scripted listener or over one of the products.
///   - products: Products of one's own, or of the kit's, that the streams are over.
///   - rules: Rules of one's own, which judge every case beside those of the kit.
///   - scenarios: Files and folders, from the package's folder; those of the kit are named as they
///     are shown, `sluice:/Scenarios/…`. None means all about the streams' products.
///   - filter: An expression that selects cases, such as `tag:cancel & !layer:unit`.
///   - only: Patterns of case ids, of which a case has to match one, if there are any.
///   - schedule: A schedule as a failure shows it, that the one selected case is replayed under.
///   - schedules: How many schedules each case is run under beside the canonical one.
///   - seed: What schedules and random numbers follow from, together with the case's id.
///   - level: The lowest level at which a broken rule fails a case. A rule below it gives advice:
///     a warning, or with Swift 6.2 a line on standard error.
///   - edition: The edition of the kit whose cases and rules count, as in `2026.12`. Later cases
///     and rules are advice, so that an update of the kit turns no test red. Nil for the newest.
///   - notExercised: The rules that could apply and need not be exercised. A call that names them,
///     or passes an empty list, has an issue for each other rule that no case exercised.
///   - knownFailing: A list of the failures that are known and may stay, from the package's folder.
///   - isolation: Where the cases run.
///   - sourceLocation: Where the call stands.
/// - Returns: What was run.
/// - Throws: An error that says why nothing can be run: a simulation is not supported here, a file
///   can't be read, a stream is over no product that is named.
@discardableResult
public func expectConformance(
  of subjects: Subject..., products: [Product] = [], rules: [Rule] = [],
  scenarios: [String] = [], filter: String? = nil, only: String..., schedule: String? = nil,
  schedules: Int = 64,
  seed: UInt64 = 0, level: Rule.Level = .must, edition: String? = nil,
  notExercised: [String]? = nil, knownFailing: String? = nil,
  isolation: ConformanceIsolation = .process,
  sourceLocation: SourceLocation = #_sourceLocation
) async throws -> ConformanceSummary {
  var options = ConformanceCheck.Options()
  options.scenarios = scenarios
  options.filter = filter
  options.only = only
  options.schedule = schedule
  options.schedules = schedules
  options.seed = seed
  options.level = level
  options.edition = edition
  options.notExercised = notExercised
  options.knownFailing = knownFailing
  let check = try ConformanceCheck(
    of: subjects, products: products, rules: rules, options: options,
    call: ConformanceCall(sourceLocation, products: products, hasRules: !rules.isEmpty))
  return try await check.record(isolation: isolation)
}

/// Where the cases of a conformance test run.
public enum ConformanceIsolation: Sendable, Hashable {
  /// In a second process, which may die.
  case process
  /// In the process of the test.
  case none
}

/// What a conformance test ran.
public struct ConformanceSummary: Sendable, Hashable {
  /// The cases that were run.
  public let cases: Int
  /// The cases that did not pass.
  public let failed: Int
  /// The cases that do not apply, or failed as was known.
  public let skipped: Int
  /// The runs, one for each schedule of each case.
  public let schedules: Int
  /// The rules that some case exercised.
  public let rules: Int
  /// The cases that were left out, for what a source lacks or a stream does not declare.
  public let leftOut: Int
  /// The cases that were run under a part of their schedules.
  public let sampled: Int
  /// The ids of the rules that could apply and that no case exercised, each once, sorted.
  public let unexercisedRules: [String]

  init(_ count: ConformanceCount) {
    cases = count.cases
    failed = count.failed
    skipped = count.skipped
    schedules = count.schedules
    rules = count.rules
    leftOut = count.leftOut
    sampled = count.sampled
    unexercisedRules = count.unexercisedRules
  }
}

extension ConformanceCall {
  init(_ place: SourceLocation, products: [Product], hasRules: Bool) {
    self.init(
      function: "try await expectConformance", fileID: place.fileID, filePath: place.path,
      line: place.line, column: place.column)
    self.products = products.map { product in product.name }
    self.hasRules = hasRules
    testFilter = RunningTest.filter
  }
}

extension ConformanceCheck {
  /// Runs the check and records its issues in the running test.
  func record(isolation: ConformanceIsolation) async throws -> ConformanceSummary {
    let arguments = isolation == .process ? RunningTest.arguments : nil
    switch ConformanceWorker.role(of: self, running: arguments) {
    case .bystander: return ConformanceSummary(ConformanceCount())
    case .worker:
      serveOnOwnThread()
      // The process ends when its requests do.
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return ConformanceSummary(ConformanceCount())
    case .test(let worker):
      var count = ConformanceCount()
      for try await event in events(worker: worker) {
        switch event {
        case .issue(let issue): record(issue)
        case .finished(let all): count = all
        }
      }
      FileHandle.standardError.write(Data(count.notes.utf8))
      return ConformanceSummary(count)
    }
  }

  private func record(_ issue: ConformanceIssue) {
    let file = issue.path.split(separator: "/").last.map(String.init) ?? issue.path
    let module = call.fileID.prefix { letter in letter != "/" }
    let place = SourceLocation(
      fileID: "\(module)/\(file)", filePath: issue.path, line: issue.line, column: issue.column)
    if issue.isWarning {
      Issue.warn(issue.text, at: place)
    } else {
      Issue.record(Comment(rawValue: issue.text), sourceLocation: place)
    }
  }
}

/// The test that is running, as the program that runs it can be told to run nothing else.
enum RunningTest {
  /// The pattern by which `swift test --filter` runs it with all its arguments; nil outside a test.
  static var filter: String? {
    guard let test = Test.current else { return nil }
    // Without the parentheses the pattern needs no quotes in a shell. It also matches longer names.
    let names = test.id.nameComponents.map { name in String(name.prefix { $0 != "(" }) }
    return NSRegularExpression.escapedPattern(
      for: "\(test.id.moduleName).\(names.joined(separator: "/"))"
    ).replacing("\\.", with: ".").replacing("\\/", with: "/")
  }

  /// The arguments; nil where there is no such test, or it is run several times with different
  /// parameters, which a second process could not tell apart.
  static var arguments: [String]? {
    guard ExitTest.current == nil, let test = Test.current,
      Test.Case.current?.isParameterized != true || ConformanceBatch.isRunning,
      CommandLine.arguments.contains("--testing-library")
    else { return nil }
    let name = "\(test.id.moduleName).\(test.id.nameComponents.joined(separator: "/"))"
    let pattern = NSRegularExpression.escapedPattern(for: name)
    return ["--testing-library", "swift-testing", "--filter", "^\(pattern)/"]
  }
}
