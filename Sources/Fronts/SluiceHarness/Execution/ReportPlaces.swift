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
    /// Whether it is a folder of files.
    var isFolder = false

    init(
      _ kind: String, _ path: String, from directory: String, by options: [OptionDeclaration] = []
    ) {
      name = "the \(kind) '\(path)'"
      self.options = options
      end = ReportTarget.end(of: AbsolutePath(path, from: directory).text).path
    }
  }

  private let directory: String
  private var reports: [Place] = []
  /// The list of failures that a run writes, which may be the one that it reads.
  private var list: Place?
  /// What is read beside scenarios.
  private var known: Place?
  private var kept: [Place] = []

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
    addKept(Configuration.fileName, below: root)
    addKept(Harness.unexercisedRulesPath, below: root)
  }

  /// The places of a merge, which may write what it reads.
  init(of options: MergeOptions, in environment: CommandEnvironment, with harness: Harness) {
    directory = environment.workingDirectory
    addJUnit(
      options.junit, usual: harness.report(of: harness.defaultSubjects.first ?? ""),
      below: directory)
    add(options.dialects, options.gitHub)
    add([("html", options.html), ("tap", options.tap), ("json", options.journal)])
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
      reports.append(place)
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
      for other in kept { try Self.check(place, beside: other) }
      if place.end.hasSuffix(".scenario"), FileManager.default.fileExists(atPath: place.end) {
        throw Self.error(place, "would take the place of a scenario", nil)
      }
    }
    guard let known else { return }
    for report in reports { try Self.check(report, beside: known) }
  }

  /// Refuses one that would be at, below or among the files of another.
  private static func check(_ place: Place, beside other: Place) throws(UsageError) {
    if place.end == other.end {
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
