import SluiceConformance
package import SluiceScenarios
import SluiceText

/// The comparison of two answers about one case, from two processes.
package struct SelfCheck {
  private let scenario: ScenarioCase
  private let again: String

  /// A check of one case.
  ///
  /// - Parameters:
  ///   - scenario: The case.
  ///   - again: The command that shows it again.
  package init(of scenario: ScenarioCase, again: String) {
    self.scenario = scenario
    self.again = again
  }

  /// One in so many cases is run in two processes.
  static let oneIn: UInt64 = 8

  /// Whether a case is in the sample: a function of its id and the run's seed.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - seed: The run's seed.
  /// - Returns: Whether it is.
  package static func samples(_ caseID: String, seed: UInt64) -> Bool {
    ScheduleSeed(caseID: caseID, runSeed: seed, number: -1).value % oneIn == 0
  }

  /// One in so many cases that are run in two processes has the second one for itself.
  static let oneAloneIn: UInt64 = 8

  /// How many cases of a file the share is of.
  ///
  /// A longer file has as many cases with a new process as one of this length: each new process
  /// reads the file, and the time of a run shall grow no faster than its files.
  static let casesOfShare: UInt64 = 1_024

  /// Whether the second process of a case has to be a new one: a function of its id, of how many
  /// cases its file has, and the seed.
  ///
  /// Then what other cases leave in a process has no say. To start one costs more than most cases.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - count: How many cases its file has.
  ///   - seed: The run's seed.
  /// - Returns: Whether it has.
  package static func isAlone(_ caseID: String, ofCases count: Int, seed: UInt64) -> Bool {
    let shares = (UInt64(max(count, 1)) - 1) / casesOfShare + 1
    let (oneIn, overflow) = (oneIn * oneAloneIn).multipliedReportingOverflow(by: shares)
    return !overflow && ScheduleSeed(caseID: caseID, runSeed: seed, number: -1).value % oneIn == 0
  }

  /// The result with the word of a second process.
  ///
  /// A case that passed in the first and had another course in the second is an error of its own.
  /// One that failed stays a failure, and is told to differ.
  ///
  /// - Parameters:
  ///   - first: The result.
  ///   - second: What the second process made of it: of the same request, or, if the first passed,
  ///     of one for the runs whose logs are compared.
  /// - Returns: The result to report.
  package func result(_ first: CaseResult, comparedWith second: CaseResult) -> CaseResult {
    guard let difference = difference(first, second) else { return first }
    let message = "nondeterministic subject: the same schedule had another course in a new process"
    var result = first
    if var failure = first.failure {
      failure.details += [" \(message)"] + difference
      switch first.outcome {
      case .failed: result.outcome = .failed(failure)
      case .errored: result.outcome = .errored(failure)
      case .passed, .skipped: break
      }
      return result
    }
    result.outcome = .errored(
      CaseFailure(
        .nondeterministic, message, details: difference, of: scenario, again: again))
    return result
  }

  private func difference(_ first: CaseResult, _ second: CaseResult) -> [String]? {
    for (one, other) in zip(first.logs, second.logs) {
      if let difference = one.difference(from: other) { return [" under \(one.run):"] + difference }
    }
    let outcomes = [first, second].map { result in
      result.failure.map { failure in failure.message } ?? "no failure"
    }
    guard outcomes[0] != outcomes[1] || first.schedule != second.schedule else { return nil }
    return ["  once:  \(outcomes[0])", "  again: \(outcomes[1])"]
  }
}

extension LogSample {
  /// The longest log that is kept line by line.
  static let longest = 2000

  /// A sample of a log.
  ///
  /// - Parameters:
  ///   - run: Which run it is.
  ///   - lines: The whole log, one line for each entry.
  init(run: String, lines: [String]) {
    self.init(wholeLog: lines, of: run)
    self.lines = Array(lines.prefix(LogSample.longest))
  }

  /// What differs in another log of the same run; nil if nothing does.
  func difference(from other: LogSample) -> [String]? {
    guard digest != other.digest || run != other.run else { return nil }
    if let difference = LogDifference(lines, other.lines) { return difference.lines }
    return [" the logs differ behind entry #\(lines.count)"]
  }
}

/// The first place at which two logs of the same schedule differ.
package struct LogDifference: Sendable, Hashable {
  /// The number of the entry, from 0.
  package var entry: Int
  /// What the first log has there; nil for its end.
  package var first: String?
  /// What the second log has there; nil for its end.
  package var second: String?

  /// Compares two logs; nil if they are equal.
  ///
  /// - Parameters:
  ///   - first: The lines of one log.
  ///   - second: The lines of the other.
  package init?(_ first: [String], _ second: [String]) {
    let common = zip(first, second).prefix { left, right in left == right }.count
    guard common < max(first.count, second.count) else { return nil }
    entry = common
    self.first = common < first.count ? first[common] : nil
    self.second = common < second.count ? second[common] : nil
  }

  /// The difference as lines of text.
  package var lines: [String] {
    [
      " the first event that differs is #\(entry)",
      "  once:  \(first ?? "the end of the log")",
      "  again: \(second ?? "the end of the log")",
    ]
  }
}
