import SluiceReports
import SluiceRunner

/// The places to which a call writes reports.
///
/// What an earlier run has written there is removed before anything else happens: whoever collects
/// reports behind a call that ended without one would take the old one for its.
struct OwnReports {
  /// The places of JUnit reports; several where a call that is wrong may have meant several
  /// streams.
  private(set) var junit: [String]
  private var others: [String] = []

  /// The places of a run.
  init(of options: RunOptions, in environment: CommandEnvironment, with harness: Harness) {
    let named = options.junit ?? environment.variables[BazelProtocol.reportVariable]
    junit =
      named.map { path in Self.places([path], in: environment) }
      ?? harness.usualReports([options.subject], below: Self.root(harness, in: environment))
    others = Self.places(
      [options.journal, options.html, options.tap] + options.dialects.values.sorted(),
      options.gitHub, in: environment)
  }

  /// The places of a merge, whose usual one stands where it is called.
  init(of options: MergeOptions, in environment: CommandEnvironment, with harness: Harness) {
    junit =
      options.junit.map { path in Self.places([path], in: environment) }
      ?? harness.usualReports(harness.defaultSubjects, below: environment.workingDirectory)
    others = Self.places(
      [options.journal, options.html, options.tap] + options.dialects.values.sorted(),
      options.gitHub, in: environment)
  }

  /// The place of the file about one case.
  init(of options: ReportOptions, in environment: CommandEnvironment, with harness: Harness) {
    let usual = Self.root(harness, in: environment).map { root in
      AbsolutePath(ReportCommand.usualOutput, from: root).text
    }
    junit = []
    others = Self.places([options.output ?? usual], in: environment)
  }

  /// The places that a call names which can't be read, as far as it can: by its words, or else by
  /// variables, or else in the file with the defaults.
  ///
  /// - Parameters:
  ///   - words: The words.
  ///   - command: The command.
  ///   - folder: Where the usual reports stand; nil for below the root.
  ///   - environment: Where the call was made.
  ///   - harness: The program.
  init(
    namedIn words: some Sequence<String>, of command: any Command.Type, below folder: String? = nil,
    in environment: CommandEnvironment, with harness: Harness
  ) {
    let (junitName, reportName) = (RunCommand.junit.name, RunCommand.report.name)
    let options = [RunCommand.junit, RunCommand.report, .subject, .root, .profile]
    var values = Self.values(of: options.map(\.name), in: words)
    values = harness.supplied(options, values, of: command, in: environment)
    let reports = (values[reportName] ?? []).map { text in
      text.split(separator: "=", maxSplits: 1).map { part in String(part) }
    }
    let root = values[OptionDeclaration.root.name]?.first.map { path in
      AbsolutePath(path, from: environment.workingDirectory).text
    }
    var named = values[junitName] ?? []
    var further: [String] = []
    for report in reports where report.count == 2 {
      if report[0] == JUnitDialect.complete.rawValue {
        named.append(report[1])
      } else {
        further.append(report[1])
      }
    }
    if named.isEmpty, let path = environment.variables[BazelProtocol.reportVariable] {
      named = [path]
    }
    others = Self.places(further, in: environment)
    if let folder = root ?? Self.root(harness, in: environment) {
      others += Configuration.places(inSpoiltFileOf: ScenarioRoot(path: folder))
    }
    junit =
      named.isEmpty
      ? harness.usualReports(
        values[OptionDeclaration.subject.name] ?? harness.defaultSubjects,
        below: folder ?? root ?? Self.root(harness, in: environment))
      : Self.places(named, in: environment)
  }

  /// What follows the names of some options, as far as that can be told in a call that is wrong.
  private static func values(
    of names: [String], in words: some Sequence<String>
  ) -> [String: [String]] {
    var values: [String: [String]] = [:]
    var last: String?
    for word in words {
      if let name = last {
        values[name, default: []].append(word)
        last = nil
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1).map { part in String(part) }
      guard let name = parts.first, names.contains(name) else { continue }
      if parts.count > 1 { values[name, default: []].append(parts[1]) } else { last = name }
    }
    return values
  }

  /// Removes what earlier runs have written.
  ///
  /// - Parameters:
  ///   - kept: Places that stay as they are, since the call reads what is there.
  ///   - replaced: Places that the call reads, of which only its JUnit report may be one.
  ///   - environment: Where errors go.
  /// - Returns: Whether none is left.
  func removeOld(
    except kept: [String] = [], replacing replaced: [String] = [],
    in environment: CommandEnvironment
  ) -> Bool {
    var isDone = true
    for (place, kept) in junit.map({ ($0, kept) }) + others.map({ ($0, kept + replaced) }) {
      do throws(ReportError) {
        try OldReport.remove(at: place, except: kept)
      } catch {
        environment.standardError.write("\(environment.programName): \(error)\n")
        isDone = false
      }
    }
    for place in junit {
      do throws(ReportError) {
        try ScheduleFiles(beside: place).removeOld()
      } catch {
        environment.standardError.write("\(environment.programName): \(error)\n")
        isDone = false
      }
    }
    return isDone
  }

  private static func places(
    _ paths: [String?], _ gitHub: GitHubChoice? = nil, in environment: CommandEnvironment
  ) -> [String] {
    var paths = paths
    if case .file(let path) = gitHub { paths.append(path) }
    return paths.compactMap { path in
      path.map { path in AbsolutePath(path, from: environment.workingDirectory).text }
    }
  }

  private static func root(_ harness: Harness, in environment: CommandEnvironment) -> String? {
    try? harness.root(in: environment).path
  }
}

extension Harness {
  /// Where the reports of some streams stand below a folder, if a call names no other place.
  fileprivate func usualReports(_ subjects: [String], below folder: String?) -> [String] {
    guard let folder else { return [] }
    return subjects.map { subject in AbsolutePath(report(of: subject), from: folder).text }
  }
}
