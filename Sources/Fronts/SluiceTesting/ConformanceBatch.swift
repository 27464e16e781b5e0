public import SluiceConformance
public import SluiceProducts
import SluiceRunner
public import Testing

/// A part of the conformance of a stream, as one argument of a test: the cases of one scenario
/// file, or whether all cases together exercise every rule.
///
/// ```swift
/// @Test(arguments: try ConformanceBatch.files(of: weather))
/// func conforms(_ batch: ConformanceBatch) async throws {
///   try await batch.expectConformance()
/// }
/// ```
/// A test library's own cost for each argument grows with their number, so an argument is a file
/// and not a case: each cause of failures is an issue at the line of its smallest case. The limits
/// of `expectConformance` hold for each file.
public struct ConformanceBatch: Sendable {
  private let subject: Subject
  private let products: [Product]
  private let rules: [Rule]
  private let options: ConformanceCheck.Options
  /// What the batch is called where it is listed.
  private let name: String

  /// Whether the running test is about a batch, which a second process finds again.
  @TaskLocal static var isRunning = false

  /// The batches of a stream: one for each scenario file, and one for the rules.
  ///
  /// - Parameters:
  ///   - subject: The stream, over the scripted listener or over one of the products.
  ///   - products: Products of one's own, or of the kit's, that the stream is over.
  ///   - rules: Rules of one's own, which judge every case beside those of the kit.
  ///   - schedules: How many schedules each case is run under beside the canonical one.
  ///   - notExercised: The rules that could apply and need not be exercised.
  ///   - filePath: The file of the test, from which its package is found.
  /// - Returns: The batches, in the order of the files' paths.
  /// - Throws: An error that says why there are none.
  public static func files(
    of subject: Subject, products: [Product] = [], rules: [Rule] = [],
    schedules: Int = 64, notExercised: [String] = [], filePath: String = #filePath
  ) throws -> [ConformanceBatch] {
    var options = ConformanceCheck.Options()
    options.schedules = schedules
    options.notExercised = notExercised
    options.part = .coverage
    let check = try ConformanceCheck(
      of: [subject], products: products, rules: rules, options: options,
      call: ConformanceCall(
        function: "", fileID: filePath, filePath: filePath, line: 1, column: 1))
    let all = ConformanceBatch(
      subject: subject, products: products, rules: rules, options: options,
      name: "every rule is exercised")
    return try check.files().map { file in
      var options = options
      options.part = .cases
      options.notExercised = []
      options.scenarios = [file]
      let name = file.split(separator: "/").suffix(3).joined(separator: "/")
      return ConformanceBatch(
        subject: subject, products: products, rules: rules, options: options, name: name)
    } + [all]
  }

  /// Expects that the stream holds every rule in every case of the batch, under every schedule that
  /// is tried.
  ///
  /// - Parameters:
  ///   - isolation: Where the cases run.
  ///   - sourceLocation: Where the call stands.
  /// - Throws: An error that says why nothing can be run.
  public func expectConformance(
    isolation: ConformanceIsolation = .process, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let check = try ConformanceCheck(
      of: [subject], products: products, rules: rules, options: options,
      call: ConformanceCall(sourceLocation, products: products, hasRules: !rules.isEmpty))
    try await ConformanceBatch.$isRunning.withValue(true) {
      _ = try await check.record(isolation: isolation)
    }
  }
}

extension ConformanceBatch: CustomTestStringConvertible {
  /// The file's path from its product, or what else the batch is about.
  public var testDescription: String { name }
}
