import Foundation
import SluiceText

/// A report for people, as one page that needs nothing else: no network, and no scripts to be read.
///
/// Failures come first, by their causes, the smallest of each cause first, each folded to a line;
/// then advice in the same way; then what each rule said of each stream; then all cases by their
/// suites. It is written while the cases finish, and is there whole or not at all. Until
/// ``close(_:_:)`` the cases wait in a file without a name beside the target; in memory there are
/// names of suites, causes, streams and rules, with counts, and three numbers of each failure: the
/// two ends of its place in that file, and its weight.
///
/// The page is well-formed XML, too, so that a strict reader finds what a browser would repair.
package final class HTMLReport: FurtherReport {
  /// What every page begins with.
  static let beginning: XMLMarkup = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"/>
    <meta name="generator" content="sluice"/>

    """

  private let target: ReportTarget
  private let header: JUnitHeader
  private let timestamp: UTCTimestamp
  private let spool: CaseSpool
  private var causes = HTMLCauses(prefix: "cause")
  private var advice = HTMLCauses(prefix: "advice")
  private var suites: [HTMLSuite] = []
  private var suiteNumbers: [ByteOrderedName: Int] = [:]
  private var matrix = HTMLMatrix()
  private var listedPasses = 0
  private var failures = 0
  private var isClosed = false

  /// How many cases that passed are listed by their names; of others there is a number.
  private static let mostListedPasses = 20_000

  /// Begins a report, and finds out at once whether it can be written.
  ///
  /// - Parameters:
  ///   - path: where the report goes; what is there is replaced when the report is closed.
  ///   - header: what the report says about the whole run.
  /// - Throws: `ReportError` if the path or the header can't be used or the system refuses.
  package init(path: String, header: JUnitHeader) throws(ReportError) {
    try header.validate()
    timestamp = try header.timestamp()
    target = try ReportTarget(path: path)
    spool = try CaseSpool(beside: target)
    self.header = header
  }

  /// Adds the result of a case.
  ///
  /// If it throws, the report is as it was before.
  ///
  /// - Parameters:
  ///   - report: the result.
  ///   - details: what is to be shown of it beside what every report shows.
  /// - Throws: `ReportError` if the case can't be kept, or if the report is closed.
  package func add(_ report: CaseReport, _ details: CaseDetails) throws(ReportError) {
    guard !isClosed else { throw .closed(path: target.path) }
    try spool.makeRoom()
    let anchor = HTMLAnchor(of: report.id)
    let problem = report.outcome.problem
    list(report, anchor)
    matrix.count(
      details.verdicts, of: FailureGroups.stream(of: report),
      failure: problem == nil ? nil : anchor)
    if let problem {
      let cause = causes.count(problem, of: report)
      let failure = failure(of: report, problem, anchor, known: causes.meaning(of: cause))
      causes.keep(failure.text, weight: failure.weight, of: cause, in: spool)
    }
    for problem in report.advice {
      let anchor = HTMLAnchor(of: "\(report.id)/advice/\(problem.cause(in: report))")
      let cause = advice.count(problem, of: report)
      let piece = failure(
        of: report, problem, anchor, known: advice.meaning(of: cause), isAdvice: true)
      advice.keep(piece.text, weight: piece.weight, of: cause, in: spool)
    }
  }

  /// Puts the report together and moves it into place.
  ///
  /// Closing it again does nothing. After an error it can be tried again.
  ///
  /// - Parameters:
  ///   - summary: what is said beside the counts.
  ///   - totals: the counts.
  /// - Throws: `ReportError` if the system refuses; what was at the target is then still there.
  package func close(_ summary: RunSummary, _ totals: ReportTotals) throws(ReportError) {
    guard !isClosed else { return }
    let page = HTMLPage(
      header: header, timestamp: timestamp, totals: totals, summary: summary,
      causes: causes.families(by: summary.symptoms),
      advice: advice.families(by: summary.symptoms),
      suites: suites.sorted { left, right in left.name < right.name }, matrix: matrix)
    let draft = try ReportDraft(of: target)
    try page.write(from: spool, to: draft)
    try draft.publish()
    isClosed = true
  }

  /// A failure, or a piece of advice.
  private func failure(
    of report: CaseReport, _ problem: CaseOutcome.Problem, _ anchor: HTMLAnchor,
    known meaning: RuleMeaning?, isAdvice: Bool = false
  ) -> HTMLFailure {
    failures += 1
    return HTMLFailure(
      problem, of: report, anchor: anchor, number: failures, clock: header.clock,
      known: meaning, isAdvice: isAdvice)
  }

  /// Takes a case into the list of its suite.
  private func list(_ report: CaseReport, _ anchor: HTMLAnchor) {
    let name = ByteOrderedName(report.suite)
    let number = suiteNumbers[name] ?? suites.count
    if number == suites.count {
      suiteNumbers[name] = number
      suites.append(HTMLSuite(name: name))
    }
    suites[number].totals.count(report.outcome, time: report.time(on: header.clock))
    if case .passed = report.outcome {
      listedPasses += 1
      guard listedPasses <= Self.mostListedPasses else {
        suites[number].unlisted += 1
        return
      }
    }
    var buffer = XMLBuffer()
    HTMLSuite.item(report, anchor, on: header.clock, in: &buffer)
    spool.append(xml: buffer.bytes, to: &suites[number].cases)
  }
}
