import Foundation
package import SluiceScenarios
import SluiceText

/// The cases that a call selects; each is made when its turn comes, so that memory does not grow
/// with their number.
package struct RunPlan {
  /// What reads the files.
  package let library: ScenarioLibrary
  /// The files as reports show them, sorted.
  package let files: [String]
  /// What selects among the cases.
  package let filter: CaseFilter?
  /// Patterns of case ids, one of which a case has to match, if there are any.
  package var patterns: [String] = [] {
    didSet { patternFilters = patterns.map(CaseFilter.init(pattern:)) }
  }
  private var patternFilters: [CaseFilter] = []
  /// What else a case has to be, if anything.
  package var isWanted: ((ScenarioCase) -> Bool)?
  /// Whether no more files are to be read: reading many takes seconds.
  package var isStopped: () -> Bool = { false }

  /// The plan of some files and a filter.
  package init(library: ScenarioLibrary, files: [String], filter: CaseFilter?) {
    self.library = library
    self.files = files
    self.filter = filter
  }

  /// What is wrong with the scenarios of a plan, or might be.
  package indirect enum Finding {
    /// An error or a warning in a file, with the files in which its spans are.
    case diagnostic(Diagnostic, SourceMap)
    /// A file that can't be read.
    case unreadable(PlanError)
    /// Two cases of one suite and one name, which reports could not tell apart.
    case duplicate(NamedCase, first: NamedCase)
  }

  /// Reads and checks every file.
  ///
  /// Findings come in the order of the files, and cases of one name behind all others.
  ///
  /// - Parameters:
  ///   - naming: The name that reports show for a suite's or a case's: two that are shown alike
  ///     can't be told apart.
  ///   - report: Told of each finding.
  /// - Returns: How many cases are selected, of the files that it read before it was to stop; nil
  ///   where anything has errors.
  package func check(
    naming: (String) -> String = { name in name }, _ report: (Finding) -> Void
  ) -> Int? {
    var selected = 0
    var hasErrors = false
    var seen = FingerprintSet()
    var suspects: [NamedCase] = []
    for path in files {
      if isStopped() { break }
      do throws(PlanError) {
        let result = try library.read(path)
        for diagnostic in result.diagnostics { report(.diagnostic(diagnostic, result.sources)) }
        guard let file = result.file else {
          hasErrors = true
          continue
        }
        for scenario in file.cases {
          if selects(scenario) { selected += 1 }
          let named = NamedCase(scenario, naming)
          if seen.mayContain(named.fingerprint) {
            suspects.append(named)
          } else {
            seen.insert(named.fingerprint)
          }
        }
      } catch {
        report(.unreadable(error))
        hasErrors = true
      }
    }
    for (named, first) in duplicates(among: suspects, naming) {
      report(.duplicate(named, first: first))
      hasErrors = true
    }
    return hasErrors ? nil : selected
  }

  /// Whether a case is one of those that the call wants.
  package func selects(_ scenario: ScenarioCase) -> Bool {
    picks(scenario) && isWanted?(scenario) != false
  }

  /// Whether the filter and the patterns let a case through, be it wanted or not.
  fileprivate func picks(_ scenario: ScenarioCase) -> Bool {
    guard filter?.matches(scenario) != false else { return false }
    return patternFilters.isEmpty
      || patternFilters.contains { pattern in pattern.matches(scenario) }
  }

  /// The cases whose suite and name an earlier case has, each with that one.
  ///
  /// All files are read once more, however many suspects there are.
  private func duplicates(
    among suspects: [NamedCase], _ naming: (String) -> String
  ) -> [(NamedCase, first: NamedCase)] {
    guard !suspects.isEmpty else { return [] }
    let names = Set(suspects.map { named in named.name })
    var first: [NamedCase.Name: NamedCase] = [:]
    for path in files {
      if isStopped() { break }
      guard let file = try? library.read(path).file else { continue }
      for scenario in file.cases {
        let named = NamedCase(scenario, naming)
        if names.contains(named.name), first[named.name] == nil { first[named.name] = named }
      }
    }
    return suspects.compactMap { suspect in
      // Two names may have one fingerprint, so the first of this name can be the suspect itself.
      first[suspect.name].flatMap { first in first == suspect ? nil : (suspect, first) }
    }
  }
}

/// The selected cases of a plan one by one.
package struct PlannedCases {
  private let plan: RunPlan
  private var remainingFiles: ArraySlice<String>
  private var cases: ScenarioFile.Iterator?
  /// How many cases came so far that the filter and the patterns let through, wanted or not: the
  /// last one's place among them, from 1.
  ///
  /// A shard has the same cases whether all of them are wanted or those that failed.
  package private(set) var picked = 0
  /// Whether the call was to stop before the last file.
  package private(set) var isCut = false

  /// All selected cases of a plan, from the first.
  package init(_ plan: RunPlan) {
    self.plan = plan
    remainingFiles = plan.files[...]
  }

  /// The next case; nil after the last, or before the next file if the call is to stop.
  ///
  /// - Throws: `PlanError` if a file can't be read, or is wrong.
  package mutating func next() throws(PlanError) -> ScenarioCase? {
    while true {
      while let scenario = cases?.next() {
        guard plan.picks(scenario) else { continue }
        picked += 1
        if plan.isWanted?(scenario) != false { return scenario }
      }
      isCut = !remainingFiles.isEmpty && plan.isStopped()
      guard !isCut, let path = remainingFiles.popFirst() else { return nil }
      guard let file = try plan.library.read(path).file else { throw .spoiled(path) }
      cases = file.cases.makeIterator()
    }
  }
}

extension RunPlan.Finding {
  /// What a person, an editor or a program reads of it; it ends with a line break.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - usesColor: Whether people's text is coloured.
  ///   - columns: The columns that it may take; nil for as many as it takes.
  /// - Returns: The text.
  package func text(
    as format: DiagnosticFormat, usesColor: Bool, columns: Int? = nil
  ) -> String {
    switch self {
    case .diagnostic(let diagnostic, let sources):
      return DiagnosticRenderer(sources: sources, usesColor: usesColor, columns: columns)
        .render(diagnostic, as: format)
    case .unreadable(let error):
      let plain = PlainFinding(path: error.place, line: 1, message: error.description)
      return plain.text(as: format, columns: columns)
    case .duplicate(let named, let first):
      let message =
        "a case of suite \(named.name.suite) is called '\(named.name.name)' already, "
        + "at \(first.path):\(first.line)"
      let plain = PlainFinding(path: named.path, line: named.line, message: message)
      return plain.text(as: format, columns: columns)
    }
  }
}

/// A finding about a whole file or case, without a text to underline.
private struct PlainFinding: Encodable {
  var severity = "error"
  let path: String
  let line: Int
  var column = 1
  let message: String

  func text(as format: DiagnosticFormat, columns: Int?) -> String {
    let text = "\(path):\(line):\(column): \(severity): \(message)"
    let plain =
      DisplayText(DiagnosticRenderer.visible(text)).rendered(columns: columns)
      .joined(separator: "\n") + "\n"
    guard format == .json else { return plain }
    do throws(CaseLineError) {
      return try CaseLine.shown(self) + "\n"
    } catch {
      return plain
    }
  }
}

/// A reason for which a run can't be planned, or does not go as it was planned.
package enum PlanError: Error, Sendable, Hashable {
  /// There is no such file or directory.
  case missing(String)
  /// A file without the extension of scenarios.
  case noScenario(String)
  /// A directory below which there are no scenario files.
  case noScenarios(String)
  /// A file or directory outside the folder in which scenarios live.
  case outside(String, folder: String)
  /// A file or directory that can't be read.
  case unreadable(String, reason: String)
  /// A file that is longer than files of its kind may be, in bytes.
  case tooLarge(String, limit: Int)
  /// A file that is not UTF-8, with the place of the first wrong byte.
  case notText(String, line: Int, column: Int)
  /// A scenario file that was right when the run was planned and is wrong now.
  case spoiled(String)
  /// Two files whose paths differ in nothing but how Unicode writes a letter.
  case alike(String, other: String)

  /// The file or directory in question.
  package var place: String {
    switch self {
    case .missing(let place), .noScenario(let place), .noScenarios(let place),
      .outside(let place, _), .unreadable(let place, _), .tooLarge(let place, _),
      .notText(let place, _, _), .spoiled(let place), .alike(let place, _):
      place
    }
  }
}

extension PlanError: CustomStringConvertible {
  /// The reason in a sentence.
  package var description: String { DiagnosticRenderer.visible(sentence) }

  private var sentence: String {
    switch self {
    case .missing(let place): "there is no file or directory '\(place)'"
    case .noScenario(let place): "'\(place)' is no .scenario file"
    case .noScenarios(let place): "there are no .scenario files below '\(place)'"
    case .outside(let place, let folder): "'\(place)' lies outside of '\(folder)'"
    case .unreadable(let place, let reason): "'\(place)' can't be read: \(reason)"
    case .tooLarge(let place, let limit): "'\(place)' has more than \(limit) bytes"
    case .notText(let place, let line, let column):
      "\(place):\(line):\(column): error: a byte that is not UTF-8"
    case .alike(let place, let other):
      "two files differ in nothing but how Unicode writes a letter: '\(place)', in bytes "
        + [place, other].map { path in
          path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        }.joined(separator: " and ")
    case .spoiled(let place): "'\(place)' was changed while the run went on, and is wrong now"
    }
  }
}
