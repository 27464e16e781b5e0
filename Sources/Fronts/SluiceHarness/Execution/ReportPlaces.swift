import Foundation
import SluiceReports
import SluiceRunner

/// The places of what a call writes, of which each has to be one of its own: also none that the
/// call reads.
///
/// Of two reports that go to one file the second would replace the first without a word. Paths are
/// compared by where they lead, links followed, be something there yet or not.
struct ReportPlaces {
  /// What a call writes or reads at one place.
  private struct Place {
    /// What it is, with its path as the call gives it.
    let name: String
    /// Where the path leads.
    let end: String
    /// The options that may have named it.
    let options: [OptionDeclaration]
    /// What is there, if anything.
    let identity: FileIdentity?
    /// Whether it is a folder of files.
    var isFolder = false
    /// Whether it is a record of cases that a later run may run again, and replace.
    var isRecord = false

    init(
      _ kind: String, _ path: String, from directory: String, by options: [OptionDeclaration] = []
    ) {
      name = "the \(kind) '\(path)'"
      self.options = options
      end = ReportTarget.end(of: AbsolutePath(path, from: directory).text).path
      identity = FileIdentity(at: end)
    }

    /// Whether another path leads to the same file, by its folders and links or by a hard link.
    func isSame(as other: Place) -> Bool {
      end == other.end || (identity != nil && identity == other.identity)
    }
  }

  private let directory: String
  private var reports: [Place] = []
  /// The list of failures that a run writes, which may be the one that it reads.
  private var list: Place?
  /// What is read beside scenarios.
  private var known: Place?
  private var kept: [Place] = []
  /// The report that a run reads first and then replaces by one of the same kind.
  private var replaced: Place?

  /// The places of a run.
  init(of options: RunOptions, in environment: CommandEnvironment, with harness: Harness) {
    directory = environment.workingDirectory
    let root = harness.usualRoot(in: environment)
    addJUnit(
      options.junit ?? environment.variables[BazelProtocol.reportVariable],
      usual: harness.report(of: options.subject), below: root?.path)
    add(options.dialects, options.gitHub)
    add([("html", options.html), ("tap", options.tap), ("json", options.journal)])
    list = options.writeKnownFailing.map { path in
      Place("list of failures", path, from: directory, by: [RunCommand.writeKnownFailing])
    }
    known = options.knownFailing.map { path in
      Place("list of known failures", path, from: directory, by: [RunCommand.knownFailing])
    }
    addRead(options.paths)
    replaced = options.rerun?.report.map { path in
      Place("report", path, from: directory, by: [RunCommand.rerunFailed])
    }
    addKept(Configuration.fileName, below: root)
    addKept(Harness.unexercisedRulesPath, below: root)
  }

  /// The places of a merge.
  init(of options: MergeOptions, in environment: CommandEnvironment, with harness: Harness) {
    directory = environment.workingDirectory
    addJUnit(
      options.junit, usual: harness.report(of: harness.defaultSubjects.first ?? ""),
      below: directory)
    add(options.dialects, options.gitHub)
    add([("html", options.html), ("tap", options.tap), ("json", options.journal)])
    addSummary(options.gitHub, in: environment)
    addRead(options.files)
    addKept(Configuration.fileName, below: harness.usualRoot(in: environment))
  }

  /// The place of the file about one case.
  init(of options: ReportOptions, in environment: CommandEnvironment, with harness: Harness) {
    directory = environment.workingDirectory
    let root = harness.usualRoot(in: environment)
    if let path = options.output {
      reports.append(Place("report", path, from: directory, by: [ReportCommand.output]))
    } else if let root {
      reports.append(Place("report", ReportCommand.usualOutput, from: root.path))
    }
    addRead(options.selectors)
    if case .file(let path) = options.schedule {
      kept.append(Place("schedule", path, from: directory, by: [.schedule]))
    }
    addKept(Configuration.fileName, below: root)
    addKept(Harness.unexercisedRulesPath, below: root)
  }

  private mutating func addJUnit(_ named: String?, usual: String, below folder: String?) {
    if let named {
      let options = [RunCommand.junit, RunCommand.report]
      reports.append(Place("junit report", named, from: directory, by: options))
    } else if let folder {
      reports.append(Place("junit report", usual, from: folder))
    }
    if let last = reports.indices.last { reports[last].isRecord = true }
  }

  private mutating func add(_ dialects: [JUnitDialect: String], _ gitHub: GitHubChoice?) {
    for dialect in JUnitDialect.allCases {
      add([(dialect.rawValue, dialects[dialect])], isFolder: dialect.isFolder)
    }
    if case .file(let path) = gitHub { add([("github", path)]) }
  }

  private mutating func add(_ named: [(kind: String, path: String?)], isFolder: Bool = false) {
    for (kind, path) in named {
      guard let path else { continue }
      var place = Place("\(kind) report", path, from: directory, by: [RunCommand.report])
      place.isFolder = isFolder
      place.isRecord = kind == "json"
      reports.append(place)
    }
  }

  /// Adds the file that a step of GitHub's adds its summary to, where a call asks for that.
  private mutating func addSummary(
    _ choice: GitHubChoice?, in environment: CommandEnvironment
  ) {
    guard choice == .step, let path = environment.variables[GitHubChoice.summaryVariable],
      !path.isEmpty
    else { return }
    reports.append(Place("github report", path, from: directory, by: [RunCommand.report]))
  }

  /// Adds the files among the paths that a call names to be read.
  private mutating func addRead(_ paths: [String]) {
    for path in paths {
      let place = Place("file", path, from: directory)
      if FileKind.isRegular(at: place.end) { kept.append(place) }
    }
  }

  private mutating func addKept(_ path: String, below root: ScenarioRoot?) {
    guard let root else { return }
    kept.append(Place("file", path, from: root.path))
  }

  /// Refuses a call whose reports would be lost, or would replace what it reads.
  ///
  /// - Throws: `UsageError.sharedPlace`, with both names.
  func check() throws(UsageError) {
    var written = reports
    if let list { written.append(list) }
    for (index, place) in written.enumerated() {
      for other in written[..<index] {
        try Self.check(place, beside: other)
        try Self.check(other, beside: place)
      }
      for other in kept {
        try Self.check(place, beside: other, isRead: true)
        if place.isFolder { try Self.check(other, beside: place) }
      }
      if let replaced, !place.isRecord { try Self.check(place, beside: replaced, isRead: true) }
      if place.end.hasSuffix(".scenario"), FileManager.default.fileExists(atPath: place.end) {
        throw Self.error(place, "would take the place of a scenario", nil)
      }
    }
    guard let known else { return }
    for report in reports { try Self.check(report, beside: known, isRead: true) }
  }

  /// Refuses one that would be at, below or among the files of another.
  ///
  /// - Parameters:
  ///   - place: What is written.
  ///   - other: Another place that is written, or one that is read.
  ///   - isRead: Whether the other is read: no hard link may lead there either.
  /// - Throws: `UsageError.sharedPlace`, with both names.
  private static func check(
    _ place: Place, beside other: Place, isRead: Bool = false
  ) throws(UsageError) {
    if isRead ? place.isSame(as: other) : place.end == other.end {
      throw error(place, "would take the place of \(other.name)", other)
    }
    guard place.end.hasPrefix(other.end + "/") else { return }
    guard other.isFolder else { throw error(place, "would stand below \(other.name)", other) }
    let name = place.end.dropFirst(other.end.count + 1)
    if OldReport.isNameInFolder(String(name)) {
      throw error(place, "would stand among the files of \(other.name)", other)
    }
  }

  private static func error(_ place: Place, _ reason: String, _ other: Place?) -> UsageError {
    .sharedPlace(
      reason: "\(place.name) \(reason)",
      options: (place.options + (other?.options ?? [])).map { option in option.name })
  }
}
