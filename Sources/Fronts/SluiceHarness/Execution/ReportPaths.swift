import Foundation
import SluiceReports
import SluiceRunner

/// Where reports go that a call names, by `--junit` and `--report`.
struct ReportPaths {
  private(set) var junit: String?
  private(set) var journal: String?
  private(set) var dialects: [JUnitDialect: String] = [:]
  private(set) var html: String?
  private(set) var tap: String?
  private(set) var gitHub: GitHubChoice?

  /// The kinds of reports there are.
  private static let kinds =
    JUnitDialect.allCases.map(\.rawValue) + ["html", "tap", "github", "json"]

  /// The reports that a call names.
  ///
  /// - Throws: `UsageError` for a kind that there is not, and for a kind that is named twice.
  init(_ parsed: ParsedOptions) throws(UsageError) {
    junit = parsed.text(RunCommand.junit)
    for text in parsed.texts(RunCommand.report) {
      if text == "github" {
        if gitHub != nil { throw .repeatedOption("\(RunCommand.report.name) github") }
        gitHub = .step
        continue
      }
      let parts = text.split(separator: "=", maxSplits: 1).map { part in String(part) }
      guard parts.count == 2 else {
        throw .wrongValue(
          option: RunCommand.report.name, value: text, expected: "a kind and a file, as in json=run"
        )
      }
      let (kind, path) = (parts[0], parts[1])
      let isNamed: Bool
      switch (kind, JUnitDialect(rawValue: kind)) {
      case ("json", _):
        isNamed = journal != nil
        journal = path
      case ("html", _):
        isNamed = html != nil
        html = path
      case ("tap", _):
        isNamed = tap != nil
        tap = path
      case ("github", _):
        isNamed = gitHub != nil
        gitHub = .file(path)
      case (_, .complete):
        if parsed.isGiven(RunCommand.junit) {
          throw .conflictingOptions(RunCommand.junit.name, "\(RunCommand.report.name) \(kind)")
        }
        isNamed = junit != nil
        junit = path
      case (_, let dialect?):
        isNamed = dialects.updateValue(path, forKey: dialect) != nil
      case (_, nil): throw .unknown("report", kind, known: Self.kinds, listsKnown: true)
      }
      if isNamed { throw .repeatedOption("\(RunCommand.report.name) \(kind)") }
    }
  }

  /// Where the paths of JUnit reports lead.
  static func places(
    _ paths: [JUnitDialect: String], in environment: CommandEnvironment
  ) -> [JUnitDialect: String] {
    paths.compactMapValues { path in place(path, in: environment) }
  }

  /// Where a path of a call leads; a slash at its end says that a folder is meant, which the report
  /// then refuses.
  static func place(_ path: String?, in environment: CommandEnvironment) -> String? {
    path.map { path in
      AbsolutePath(path, from: environment.workingDirectory).text
        + (path.hasSuffix("/") ? "/" : "")
    }
  }
}

/// What `--report github` was given.
package enum GitHubChoice: Equatable, Sendable {
  /// Annotations, and a part of the summary of the step that makes the call.
  case step
  /// The summary alone, in a file.
  case file(String)
}

extension GitHubChoice {
  /// The variable with the path of a step's summary.
  static let summaryVariable = "GITHUB_STEP_SUMMARY"
}

extension GitHubChoice? {
  /// Where what GitHub is told goes; nil where it is told nothing.
  ///
  /// A step of one of its jobs tells it without being asked, unless its run is one of several
  /// shards: what merges them tells of all.
  ///
  /// - Parameters:
  ///   - environment: Where the call is made.
  ///   - root: Where the paths of scenarios begin.
  ///   - isWhole: Whether the run has all cases.
  /// - Returns: The destination.
  func destination(
    in environment: CommandEnvironment, below root: String, isWhole: Bool
  ) -> GitHubReport.Destination? {
    let variables = environment.variables
    let isStep = variables["GITHUB_ACTIONS"] == "true" && isWhole
    switch self ?? (isStep ? .step : nil) {
    case nil: return nil
    case .file(let path):
      return GitHubReport.Destination(
        summary: ReportPaths.place(path, in: environment).map { place in .file(place) })
    case .step:
      let errors = environment.standardError
      return GitHubReport.Destination(
        summary: summary(in: environment).map { place in .appended(place) },
        annotate: { command in errors.command(command) },
        folder: Self.folder(root, in: variables["GITHUB_WORKSPACE"]))
    }
  }

  /// Refuses a call for the summary of a step that has none.
  ///
  /// - Parameter environment: Where the call is made.
  /// - Throws: `UsageError.missingVariable`, with what to do.
  func check(in environment: CommandEnvironment) throws(UsageError) {
    guard self == .step, summaryPath(in: environment).isEmpty else { return }
    throw .missingVariable(GitHubChoice.summaryVariable, report: "github")
  }

  private func summaryPath(in environment: CommandEnvironment) -> String {
    environment.variables[GitHubChoice.summaryVariable] ?? ""
  }

  /// The file that a step adds its summary to; nil for none.
  ///
  /// GitHub makes it, and other engines of its workflows may not. In a container that was handed
  /// the variables alone the folder is missing, too: a call that has not asked for a summary says
  /// so, and does without.
  private func summary(in environment: CommandEnvironment) -> String? {
    let path = summaryPath(in: environment)
    guard !path.isEmpty, let place = ReportPaths.place(path, in: environment) else { return nil }
    let folder = URL(fileURLWithPath: place).deletingLastPathComponent()
    if self != nil || FileManager.default.fileExists(atPath: folder.path(percentEncoded: false)) {
      return place
    }
    environment.tell(
      "\(environment.programName): no summary is written: \(GitHubChoice.summaryVariable) is "
        + "'\(oneLine(path))', and there is no such folder\n", on: environment.standardError)
    return nil
  }

  /// What the paths below a root begin with in the repository; nil where it lies elsewhere.
  private static func folder(_ root: String, in workspace: String?) -> String? {
    guard let workspace, !workspace.isEmpty else { return "" }
    let place = AbsolutePath(workspace, from: "/").text
    if root == place { return "" }
    let prefix = place == "/" ? place : place + "/"
    return root.hasPrefix(prefix) ? root.dropFirst(prefix.count) + "/" : nil
  }
}
