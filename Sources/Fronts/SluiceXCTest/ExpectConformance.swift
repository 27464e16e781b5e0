import Foundation
@_exported public import Sluice
public import SluiceConformance
@_exported public import SluiceProducts
import SluiceRunner
public import XCTest

extension XCTestCase {
  /// Expects that streams hold every rule in every scenario, under every schedule that is tried.
  ///
  /// ```swift
  /// func testConformance() throws {
  ///   try expectConformance(of: weather)
  /// }
  /// ```
  /// It runs the scenarios that come with the kit for the streams' products, and those in the
  /// folder `Scenarios/<product>` of the package in which the test stands. Failed cases are grouped
  /// by their cause, the violated rule or else the kind of problem. Each cause is recorded once, at
  /// the line of its smallest case. It says what the command line says: the rule, the diagram, the
  /// schedule, and the call that shows it again; the other cases are listed below. The parts that
  /// were not tested are written to standard error: cases that were left out, rules that no case
  /// exercised.
  ///
  /// A call records at most 20 failures with 400 lines in all, when all cases have run, the cause
  /// of most cases first. With `SLUICE_VERBOSE=1` in the environment each failed case is recorded
  /// on its own, as soon as it is known.
  ///
  /// The cases run in a second process, which runs the same test up to this call: a stream that
  /// traps, hangs or ends its process is the failure of one case. With `isolated: false`, for a
  /// debugger, they run in this process, and a stream that traps says on standard error in which
  /// case it did.
  ///
  /// - Parameters:
  ///   - subjects: The streams, each over the scripted listener or over one of the products.
  ///   - products: Products of one's own, or of the kit's, that the streams are over.
  ///   - rules: Rules of one's own, which judge every case beside those of the kit.
  ///   - scenarios: Files and folders, from the package's folder; those of the kit are named as
  ///     they are shown, `sluice:/Scenarios/…`. None means all about the streams' products.
  ///   - filter: An expression that selects cases, such as `tag:cancel & !layer:unit`.
  ///   - only: Patterns of case ids, of which a case has to match one, if there are any.
  ///   - schedule: A schedule as a failure shows it, that the one selected case is replayed under.
  ///   - schedules: How many schedules each case is run under beside the canonical one.
  ///   - seed: What schedules and random numbers follow from, together with the case's id.
  ///   - level: The lowest level at which a broken rule fails a case. A rule below it gives
  ///     advice: a text on standard error, since XCTest has no warnings.
  ///   - edition: The edition of the kit whose cases and rules count, as in `2026.12`. Later cases
  ///     and rules are advice, so that an update of the kit turns no test red. Nil for the newest.
  ///   - notExercised: The rules that could apply and need not be exercised. A call that names
  ///     them, or passes an empty list, fails for each other rule that no case exercised.
  ///   - knownFailing: A list of the failures that are known and may stay, from the package's
  ///     folder.
  ///   - isolated: Whether the cases run in a second process.
  ///   - fileID: The compiler's name of the file of the call.
  ///   - filePath: The path of the file of the call.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  /// - Throws: An error that says why nothing can be run: a simulation is not supported here, a
  ///   file can't be read, a stream is over no product that is named.
  public func expectConformance(
    of subjects: Subject..., products: [Product] = [], rules: [Rule] = [],
    scenarios: [String] = [], filter: String? = nil, only: String..., schedule: String? = nil,
    schedules: Int = 64,
    seed: UInt64 = 0, level: Rule.Level = .must, edition: String? = nil,
    notExercised: [String]? = nil, knownFailing: String? = nil, isolated: Bool = true,
    fileID: String = #fileID,
    filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) throws {
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
    var call = ConformanceCall(
      function: "try expectConformance", fileID: fileID, filePath: filePath, line: line,
      column: column)
    call.products = products.map { product in product.name }
    call.hasRules = !rules.isEmpty
    call.testFilter = testFilter
    let check = try ConformanceCheck(
      of: subjects, products: products, rules: rules, options: options, call: call)
    switch ConformanceWorker.role(of: check, running: isolated ? ownArguments : nil) {
    case .bystander: return
    case .worker: check.serve()
    case .test(let worker):
      let count = try check.run(worker: worker) { issue in
        guard !issue.isWarning else {
          // This library has no warnings.
          let text = "\(issue.path):\(issue.line): warning: \(issue.text)\n"
          FileHandle.standardError.write(Data(text.utf8))
          return
        }
        recordFailure(
          withDescription: issue.text, inFile: issue.path, atLine: issue.line, expected: true)
      }
      FileHandle.standardError.write(Data(count.notes.utf8))
    }
  }

  /// The module, the class and the method of this test.
  private var testFilter: String? {
    let parts = name.split(separator: ".", maxSplits: 1)
    guard parts.count == 2 else { return nil }
    return "\(String(reflecting: type(of: self)))/\(parts[1])"
  }

  /// The arguments by which the program that runs this test runs nothing else.
  private var ownArguments: [String]? {
    guard let filter = testFilter, !CommandLine.arguments.contains("swift-testing") else {
      return nil
    }
    return [filter]
  }
}
