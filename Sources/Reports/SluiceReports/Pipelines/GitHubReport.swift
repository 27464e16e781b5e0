import Foundation
import SluiceText

/// What GitHub's pages show of a run: annotations at the lines of scenarios, and a summary of the
/// job in Markdown.
///
/// GitHub shows ten errors of a step: the smallest failure of each cause comes first, then the
/// first failures of the run, and how many are left out is said. What is kept does not grow with
/// the number of failures.
package final class GitHubReport: FurtherReport {
  /// Where it goes.
  package struct Destination {
    /// Where the summary goes.
    package enum Summary {
      /// Behind what stands in a file already, as a step of a job adds to its summary.
      case appended(String)
      /// Into a file of its own, in which it is there whole or not at all.
      case file(String)
    }

    /// Where the summary goes, if anywhere.
    package var summary: Summary?
    /// Takes the annotations, if there are to be any.
    package var annotate: ((String) -> Void)?
    /// What the paths of scenarios begin with in the repository; nil where they do not lie in it.
    package var folder: String?

    /// A destination.
    package init(
      summary: Summary?, annotate: ((String) -> Void)? = nil, folder: String? = nil
    ) {
      self.summary = summary
      self.annotate = annotate
      self.folder = folder
    }
  }

  /// How many errors of a step are shown.
  static let shownErrors = 10
  /// The greatest length of a step's summary in bytes; a longer one is refused as a whole.
  package static let longestSummary = 1 << 20
  /// The first line of a summary in a file of its own.
  static let beginning = "<!-- sluice -->\n"

  private let destination: Destination
  private let header: JUnitHeader
  private let draft: ReportDraft?
  private var groups = FailureGroups()
  private var advice = FailureGroups()
  /// The first failures of the run.
  private var first: [GitHubAnnotation] = []

  /// Begins a report, and finds out at once whether it can be written.
  ///
  /// - Parameters:
  ///   - destination: Where it goes.
  ///   - header: What the JUnit report says about the whole run.
  /// - Throws: `ReportError` if it can't be written there.
  package init(to destination: Destination, header: JUnitHeader) throws(ReportError) {
    self.destination = destination
    self.header = header
    switch destination.summary {
    case .file(let path): draft = try ReportDraft(of: ReportTarget(path: path))
    case .appended(let path):
      draft = nil
      _ = try StepSummary(path: path)
    case nil: draft = nil
    }
  }

  /// Takes in the result of a case.
  package func add(_ report: CaseReport, _ details: CaseDetails) throws(ReportError) {
    for problem in report.advice { advice.add(report, problem) }
    guard let problem = report.outcome.problem else { return }
    groups.add(report, problem)
    guard first.count < Self.shownErrors else { return }
    first.append(GitHubAnnotation(report, problem))
  }

  /// Prints the annotations, and writes the summary.
  package func close(_ summary: RunSummary, _ totals: ReportTotals) throws(ReportError) {
    let failures = groups.families(by: summary.symptoms)
    let advice = advice.families(by: summary.symptoms)
    annotate(failures, totals)
    warn(of: advice)
    let text = GitHubSummary(
      header: header, summary: summary, totals: totals, failures: failures, advice: advice)
    switch destination.summary {
    case .appended(let path):
      let file = try StepSummary(path: path)
      try file.append(text.markdown(within: file.room))
    case .file:
      try draft?.write(Self.beginning + text.markdown(within: Self.longestSummary - 64))
      try draft?.publish()
    case nil: break
    }
  }

  /// Warns of each piece of advice; GitHub shows ten warnings of a step, too.
  private func warn(of advice: [FailureFamily]) {
    guard let tell = destination.annotate else { return }
    for family in advice.prefix(Self.shownErrors) {
      tell(GitHubAnnotation(of: family, isAdvice: true).command(in: destination.folder))
    }
  }

  private func annotate(_ families: [FailureFamily], _ totals: ReportTotals) {
    guard let tell = destination.annotate else { return }
    var shown = families.prefix(Self.shownErrors).map { family in GitHubAnnotation(of: family) }
    for annotation in first where shown.count < Self.shownErrors {
      if !shown.contains(where: { other in other.title == annotation.title }) {
        shown.append(annotation)
      }
    }
    for annotation in shown { tell(annotation.command(in: destination.folder)) }
    let left = totals.failures + totals.errors - shown.count
    guard left > 0 else { return }
    let failures = left == 1 ? "1 more failure has" : "\(left) more failures have"
    tell(
      "::notice title=sluice::\(failures) no annotation, since GitHub shows "
        + "\(Self.shownErrors) of a step: see the summary of the job, or the report\n")
  }
}

/// A failure as GitHub shows it beside the line of a file.
private struct GitHubAnnotation {
  let title: String
  private let place: SourcePlace?
  private let lines: [String]
  private let isAdvice: Bool

  init(
    _ report: CaseReport, _ problem: CaseOutcome.Problem, others: [String] = [],
    isAdvice: Bool = false
  ) {
    self.isAdvice = isAdvice
    title = report.title
    place = problem.place ?? report.place
    lines =
      [CleanText(line: problem.message, cap: 4_096).string] + others
      + (problem.parts.again.map { command in ["again: \(command)"] } ?? [])
  }

  /// The smallest failure of a cause, with the number of others and the symptoms.
  init(of family: FailureFamily, isAdvice: Bool = false) {
    let group = family.lead
    let others = group.others(isAdvice: isAdvice).map { others in "\(others) \(group.cause)" }
    self.init(
      group.smallest.report, group.smallest.problem,
      others: [others, family.alsoSentence].compactMap(\.self).map { line in
        CleanText(line: line, cap: 4_096).string
      }, isAdvice: isAdvice)
  }

  /// The workflow command that makes it; the file is named where it lies in the repository.
  func command(in folder: String?) -> String {
    var properties = ""
    var lines = lines
    if let place {
      let isBelow = !place.file.hasPrefix("/") && !place.file.contains(":")
      if let folder, isBelow {
        properties += "file=\(Self.property(folder + place.file)),"
        if let line = place.line { properties += "line=\(line)," }
        if let column = place.column { properties += "col=\(column)," }
      } else {
        lines.insert("at \(CleanText(line: place.description, cap: 4_096).string)", at: 1)
      }
    }
    let text = Self.data(lines.joined(separator: "\n"))
    return
      "::\(isAdvice ? "warning" : "error") \(properties)title=\(Self.property(title))::\(text)\n"
  }

  /// Text behind the second colons, in which a line break would end the command.
  private static func data(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      default: String(scalar)
      }
    }.joined()
  }

  /// The value of a property, which ends with a comma or the colons.
  private static func property(_ text: String) -> String {
    data(text).unicodeScalars.map { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: String(scalar)
      }
    }.joined()
  }
}

/// The file that a step of a job adds its summary to.
private struct StepSummary {
  private let path: String
  private let length: Int

  /// Looks at the file, which GitHub has made; other engines of its workflows may leave that to
  /// the step.
  init(path: String) throws(ReportError) {
    self.path = path
    do {
      if !FileManager.default.fileExists(atPath: path) {
        try Data().write(to: URL(fileURLWithPath: path))
      }
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      length = Int(try file.seekToEnd())
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
  }

  /// How many bytes more there may be.
  var room: Int { max(0, GitHubReport.longestSummary - length - 64) }

  /// Adds a text in one piece, or nothing.
  func append(_ text: String) throws(ReportError) {
    do {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
      defer { try? file.close() }
      let end = try file.seekToEnd()
      do {
        try file.write(contentsOf: Data(((length > 0 ? "\n" : "") + text).utf8))
      } catch {
        // A full disk may have taken a part.
        try? file.truncate(atOffset: end)
        throw error
      }
    } catch {
      throw .fileSystem(.write, path: path, reason: FileFailure.reason(of: error))
    }
  }
}
