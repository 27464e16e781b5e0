import Foundation
import SluiceHarness
import SluiceReports
import SluiceRunner

/// Options of `sluice selftest-records`.
struct SelfTestRecordsOptions: Equatable, Sendable {
  /// The journals and JUnit reports.
  var files: [String]
  /// The mutants of them.
  var numbers: MutantNumbers
  /// Whether requests and answers of workers are read, made of the cases of journals.
  var readsLines: Bool
}

/// `sluice selftest-records`, which a campaign calls to find records that trap or mislead `merge`,
/// and lines that do so to a run or a worker.
struct SelfTestRecordsCommand: Command {
  static let name = "selftest-records"
  static let summary = "Merges mutated records: none may trap, and none of a red run may be green."
  static let isHidden = true
  static let operand: OperandDeclaration? = OperandDeclaration(
    "FILE", .several,
    help: "a run's journal, or the JUnit reports of its two shards behind each other")

  private static let first = MutantNumbers.first("mutant")
  private static let count = OptionDeclaration(
    "--records", .one("N"), help: "how many mutants to read (default: 1000)")
  private static let lines = OptionDeclaration(
    "--lines", .none, help: "mutate lines between run and workers, for each case of the journals")
  static let options: [OptionDeclaration] = [first, count, lines, .seed]

  let values: SelfTestRecordsOptions

  static func parse(_ parsed: ParsedOptions) throws(UsageError) -> SelfTestRecordsCommand {
    SelfTestRecordsCommand(
      values: SelfTestRecordsOptions(
        files: parsed.operands,
        numbers: try MutantNumbers(parsed, first: first, count: count),
        readsLines: parsed.isGiven(lines)))
  }

  func run(
    in environment: CommandEnvironment, with harness: Harness
  ) throws(UsageError) -> ExitCode {
    do {
      let originals = try values.files.map { path in
        let place = AbsolutePath(path, from: environment.workingDirectory).text
        return RecordMutations.Original(bytes: Array(try Data(contentsOf: URL(filePath: place))))
      }
      return try values.readsLines
        ? readLines(of: originals, in: environment)
        : merge(originals, in: environment, with: harness)
    } catch let error as UsageError {
      throw error
    } catch {
      environment.standardError.write("\(environment.programName): \(error)\n")
      return .harnessFailure
    }
  }

  /// Reads mutants of the lines that the cases of journals have crossed as.
  private func readLines(
    of originals: [RecordMutations.Original], in environment: CommandEnvironment
  ) throws -> ExitCode {
    let results = try originals.flatMap { original in try original.results() }
    guard !results.isEmpty else {
      throw UsageError.unusablePath(reason: "no case is in the journals")
    }
    let mutations = try LineMutations(of: results, seed: values.numbers.seed)
    var reading = LineReading()
    values.numbers.forEach("mutant", in: environment) { number in
      reading.problem(with: mutations.mutant(number)).map { problem in "PROBLEM: \(problem)" }
    }
    values.numbers.tell("lines", reading.summary, in: environment)
    return reading.problems == 0 ? .success : .failure
  }

  /// Merges mutants of records.
  private func merge(
    _ originals: [RecordMutations.Original], in environment: CommandEnvironment,
    with harness: Harness
  ) throws -> ExitCode {
    let folder = environment.workingDirectory + "/selftest-records"
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw UsageError.unusablePath(
        reason: "'selftest-records' is there, in which mutants are written")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var reading = try RecordReading(of: originals, in: folder, with: harness)
    let mutations = RecordMutations(of: originals, seed: values.numbers.seed)
    try values.numbers.forEach("mutant", in: environment) { number in
      try reading.remark(on: try mutations.mutant(number))
    }
    values.numbers.tell("records", reading.summary, in: environment)
    return reading.problems == 0 ? .success : .failure
  }
}

/// The merging of one mutant after the other, with a count of what they came to.
private struct RecordReading {
  private let originals: [RecordMutations.Original]
  private let folder: String
  private let harness: Harness
  /// The number of red cases of each original.
  private var reds: [Int] = []
  /// For each JUnit report the place of that of the other shard.
  private var partners: [Int: Int] = [:]
  private(set) var problems = 0
  private var refused = (byHeader: 0, byDigest: 0, further: 0)
  private var read = 0
  /// Mutants with fewer red cases than their originals: reports whose root counts its cases or does
  /// not, and journals with a new digest.
  private var lost = (despiteCounts: 0, withoutCounts: 0, sealed: 0)

  init(of originals: [RecordMutations.Original], in folder: String, with harness: Harness) throws {
    self.originals = originals
    self.folder = folder
    self.harness = harness
    let reports = originals.indices.filter { index in !originals[index].isJournal }
    for (place, index) in reports.enumerated() where reports.indices.contains(place ^ 1) {
      partners[index] = reports[place ^ 1]
    }
    for index in originals.indices {
      let (code, errors) = try merge(originals[index].bytes, of: index)
      guard code == .success || code == .failure else { throw UnusableRecord(reason: errors) }
      reds.append(try redCases())
    }
  }

  /// Why an original can't be merged.
  private struct UnusableRecord: Error, CustomStringConvertible {
    let reason: String
    var description: String { "an original is refused: \(reason)" }
  }

  /// The counts of all mutants so far.
  var summary: String {
    "\(read) read, \(refused.byHeader) refused by their first line, \(refused.byDigest) by the "
      + "digest, \(refused.further) further on; a failure was lost by \(lost.despiteCounts) "
      + "reports with counts, \(lost.withoutCounts) without, \(lost.sealed) journals with a new "
      + "digest; \(problems) problems"
  }

  /// Merges a mutant, with every report that there is.
  ///
  /// - Returns: A problem, or a JUnit report that lost a failure; nil for neither.
  mutating func remark(on mutant: RecordMutations.Mutant) throws -> String? {
    let (code, errors) = try merge(mutant.bytes, of: mutant.original)
    let hasReport = FileManager.default.fileExists(atPath: "\(folder)/merged.xml")
    guard code == .success || code == .failure else {
      countRefusal(errors)
      if hasReport { return problem("refused, and there is a report: \(errors)") }
      return errors.split(separator: "\n").count == 1 ? nil : problem("refused with \(errors)")
    }
    read += 1
    guard hasReport else { return problem("read without a report: \(code)") }
    let (before, after) = (reds[mutant.original], try redCases())
    if (after > 0) != (code == .failure) { return problem("\(code) with \(after) red cases") }
    guard after < before else { return nil }
    let loss = "\(before - after) of \(before) red cases are lost"
    if mutant.isSealed {
      lost.sealed += 1
      return nil
    }
    let original = originals[mutant.original]
    guard !original.isJournal else { return problem("\(loss), despite a digest") }
    guard original.countsCases else {
      lost.withoutCounts += 1
      return nil
    }
    lost.despiteCounts += 1
    return "\(loss), and so are they in the counts of the root"
  }

  private mutating func problem(_ text: String) -> String {
    problems += 1
    return "PROBLEM: \(text)"
  }

  private mutating func countRefusal(_ errors: String) {
    if errors.contains(":1: ") || errors.contains("no journal") {
      refused.byHeader += 1
    } else if errors.contains("digest") {
      refused.byDigest += 1
    } else {
      refused.further += 1
    }
  }

  /// The number of failures and errors in the merged report.
  private func redCases() throws -> Int {
    let report = try Data(contentsOf: URL(filePath: "\(folder)/merged.xml"))
    let totals = try JUnitReader.read(report) { _ in }.totals
    return totals.failures + totals.errors
  }

  private func merge(
    _ bytes: [UInt8], of index: Int
  ) throws -> (code: ExitCode, errors: String) {
    try Data(bytes).write(to: URL(filePath: "\(folder)/record"))
    var files = ["record"]
    if let partner = partners[index] {
      try Data(originals[partner].bytes).write(to: URL(filePath: "\(folder)/other"))
      files.append("other")
    }
    try? FileManager.default.removeItem(atPath: "\(folder)/merged.xml")
    let (output, errors) = (RecordingSink(), RecordingSink())
    var words = ["merge"] + files + ["--junit", "merged.xml"]
    for kind in ["html", "tap", "github", "junit10", "windyroad"] {
      words += ["--report", "\(kind)=merged.\(kind)"]
    }
    let environment = CommandEnvironment(
      arguments: words, workingDirectory: folder, standardOutput: output, standardError: errors)
    return (harness.run(in: environment), errors.text)
  }
}
