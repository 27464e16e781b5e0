import Foundation

/// A report for people, as one page that needs nothing else: no network, and no scripts to be read.
///
/// Failures stand first, by their causes, each folded to a line; then advice in the same way; then
/// what each rule said of each stream; then all cases by their suites. It is written while the
/// cases finish, and is there whole or not at all. Until ``close(_:_:)`` the cases wait in a file
/// without a name beside the target; in memory there are names of suites, causes, streams and
/// rules, with counts.
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
      causes.add(text(of: report, problem, anchor), of: problem, in: report, to: spool)
    }
    for problem in report.advice {
      let anchor = HTMLAnchor(of: "\(report.id)/advice/\(problem.cause(in: report))")
      let text = text(of: report, problem, anchor, isAdvice: true)
      advice.add(text, of: problem, in: report, to: spool)
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
      causes: causes.sorted, advice: advice.sorted,
      suites: suites.sorted { left, right in left.name < right.name }, matrix: matrix)
    let draft = try ReportDraft(of: target)
    try page.write(from: spool, to: draft)
    try draft.publish()
    isClosed = true
  }

  /// The text of a failure, or of a piece of advice.
  private func text(
    of report: CaseReport, _ problem: CaseOutcome.Problem, _ anchor: HTMLAnchor,
    isAdvice: Bool = false
  ) -> XMLBuffer {
    failures += 1
    var buffer = XMLBuffer()
    HTMLFailure(
      report: report, problem: problem, isAdvice: isAdvice, anchor: anchor, number: failures,
      clock: header.clock
    ).write(to: &buffer)
    return buffer
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

/// Failures, or advice, by their causes.
struct HTMLCauses {
  /// What the anchor of each cause begins with.
  let prefix: String
  private var causes: [HTMLCause] = []
  private var numbers: [ByteOrderedName: Int] = [:]

  /// No cause.
  init(prefix: String) { self.prefix = prefix }

  /// Keeps a text among those of its cause.
  mutating func add(
    _ text: XMLBuffer, of problem: CaseOutcome.Problem, in report: CaseReport,
    to spool: CaseSpool
  ) {
    let cause = ByteOrderedName(problem.cause(in: report))
    let number = numbers[cause] ?? causes.count
    if number == causes.count {
      numbers[cause] = number
      causes.append(HTMLCause(name: cause.string, number: number, prefix: prefix))
    }
    causes[number].count += 1
    causes[number].streams[ByteOrderedName(FailureGroups.stream(of: report)), default: 0] += 1
    spool.append(xml: text.bytes, to: &causes[number].failures)
  }

  /// The causes, those of the most cases first; of equal ones, what came first.
  var sorted: [HTMLCause] {
    causes.sorted { left, right in
      (right.count, left.number) < (left.count, right.number)
    }
  }
}

/// The failures of one cause.
struct HTMLCause {
  /// The rule, or the kind of the problem.
  let name: String
  /// Which cause it was of the run, from 0.
  let number: Int
  /// What its anchor begins with.
  let prefix: String
  /// How many cases failed by it.
  var count = 0
  /// How many cases of each stream did.
  var streams: [ByteOrderedName: Int] = [:]
  /// Where its failures are kept.
  var failures = CaseSpool.Chain()

  /// The anchor of its section.
  var anchor: String { "\(prefix)~\(number + 1)" }
}

/// The cases of one suite.
struct HTMLSuite {
  /// Its name.
  let name: ByteOrderedName
  /// The counts of its cases.
  var totals = ReportTotals()
  /// How many of those that passed are not listed.
  var unlisted = 0
  /// Where the list is kept.
  var cases = CaseSpool.Chain()

  private static let textCap = 1_024

  /// Adds a case to a list.
  static func item(
    _ report: CaseReport, _ anchor: HTMLAnchor, on clock: ReportClock, in buffer: inout XMLBuffer
  ) {
    let name = CleanText(line: report.name, cap: textCap)
    switch report.outcome {
    case .failure, .error:
      buffer.markup("<li class=\"f\"><a")
      buffer.attribute("href", anchor.reference)
      buffer.markup(">")
      buffer.text(name)
      buffer.markup("</a>")
    case .passed:
      buffer.markup("<li")
      buffer.attribute("id", anchor.id)
      buffer.markup(">")
      buffer.text(name)
    case .skipped(let reason):
      buffer.markup("<li class=\"s\"")
      buffer.attribute("id", anchor.id)
      buffer.markup(">")
      buffer.text(name)
      buffer.markup(" <q>")
      buffer.text(CleanText(line: reason, cap: textCap))
      buffer.markup("</q>")
    }
    buffer.markup(" <i>")
    buffer.text(CleanText(line: "\(Milliseconds(report.time(on: clock))) s"))
    buffer.markup("</i></li>\n")
  }
}
