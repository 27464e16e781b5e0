import Foundation
package import SluiceHarness
import SluiceReports
import SluiceText

/// The making of one mutated call after the other, each in an empty folder, with a count of what
/// they came to.
package struct CallReading {
  /// The folder that each call is made in.
  private let folder: String
  private let harness: Harness
  /// What is there before each call.
  private let standing: Set<String>
  private var codes: [MutatedCall.Kind: [ExitCode: Int]] = [:]
  private var digest = Fingerprint()
  /// How many calls did not end as they should.
  package private(set) var problems = 0

  private static let path = "Scenarios/listener/cancellation/calls.scenario"

  /// Makes the folder's scenarios.
  ///
  /// - Parameters:
  ///   - folder: The absolute path of an empty folder.
  ///   - harness: The program.
  /// - Throws: What the system says, or that the calls fail to which nothing is done.
  package init(in folder: String, with harness: Harness) throws {
    self.folder = folder
    self.harness = harness
    let file = URL(filePath: "\(folder)/\(Self.path)")
    let files = FileManager.default
    try files.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(CallCorpus.scenario.utf8).write(to: file)
    standing = Set(try files.subpathsOfDirectory(atPath: folder))
    for words in [["list"], CallCorpus.run, CallCorpus.replay + ["--schedule", "canonical"]] {
      let (code, _, errors) = answer(to: MutatedCall(kind: .filter, words: words))
      guard code == .success else { throw UnusableCalls(reason: errors) }
    }
    removeFiles()
  }

  /// Why no call can be made.
  private struct UnusableCalls: Error, CustomStringConvertible {
    let reason: String
    var description: String { "a right call fails: \(reason)" }
  }

  /// The counts of all calls so far, and a digest of all that they printed.
  package var summary: String {
    let kinds = MutatedCall.Kind.allCases.compactMap { kind in
      codes[kind].map { codes in
        let counts = ExitCode.allCases.compactMap { code in
          codes[code].map { count in "\(count) ended with \(code.rawValue)" }
        }
        return "\(kind.rawValue): \(counts.joined(separator: ", "))"
      }
    }
    return (kinds + ["digest \(digest.hexadecimal)", "\(problems) problems"]).joined(
      separator: "; ")
  }

  /// Makes a call.
  ///
  /// - Returns: Why its outcome is wrong; nil if it is right.
  /// - Throws: What the system says if its files can't be written or removed.
  package mutating func problem(with call: MutatedCall) throws -> String? {
    try write(call.files)
    let (code, output, errors) = answer(to: call)
    let report = try? String(contentsOfFile: "\(folder)/out.xml", encoding: .utf8)
    let left = removeFiles()
    codes[call.kind, default: [:]][code, default: 0] += 1
    digest.combine("\(code.rawValue) \(output) \(errors)")
    let problem =
      Self.mistake(in: call, code, output, errors)
      ?? Self.mistake(in: report, of: call, code, leaving: left)
    if problem != nil { problems += 1 }
    return problem.map { problem in
      "\(problem); exit code \(code.rawValue), \(call.words), \(errors.prefix(500))"
    }
  }

  /// Writes the files that a call finds.
  package func write(_ files: [String: [UInt8]]) throws {
    for (path, bytes) in files {
      try Data(bytes).write(to: URL(filePath: "\(folder)/\(path)"))
    }
  }

  /// Removes what calls have found or left.
  ///
  /// - Returns: The paths below the folder.
  @discardableResult
  package func removeFiles() -> Set<String> {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    let left = Set(names).subtracting(standing)
    for path in left.sorted() { try? FileManager.default.removeItem(atPath: "\(folder)/\(path)") }
    return left
  }

  /// Makes a call in memory.
  package func answer(to call: MutatedCall) -> (ExitCode, output: String, errors: String) {
    let (output, errors) = (RecordingSink(), RecordingSink())
    let environment = CommandEnvironment(
      arguments: call.words, variables: EnvironmentVariables(call.variables),
      workingDirectory: folder, executablePath: "/nowhere/sluice", standardOutput: output,
      standardError: errors)
    return (harness.run(in: environment), output.text, errors.text)
  }

  /// What is wrong with the code of a call or with what it printed.
  private static func mistake(
    in call: MutatedCall, _ code: ExitCode, _ output: String, _ errors: String
  ) -> String? {
    guard call.kind.codes.contains(code) else { return "an unexpected exit code" }
    if code == .usage || code == .harnessFailure {
      guard errors.hasSuffix("\n") else { return "no error, or no whole line" }
      let names = ["sluice:", "sluice.json", "some.schedule:", "known.txt:", "Scenarios/"]
      guard names.contains(where: errors.hasPrefix) else { return "an error that names nothing" }
    }
    for text in [output, errors] where !usesColor(call) && CleanText(text, cap: .max).string != text
    {
      return "text that is not clean"
    }
    return commands(in: output + errors, of: call).map { line in "a command to an engine: \(line)" }
  }

  private static func usesColor(_ call: MutatedCall) -> Bool {
    call.variables["CLICOLOR_FORCE"] != nil || call.files["sluice.json"] != nil
  }

  /// The first line that an engine of the call would obey; the kit's annotations are none.
  private static func commands(in text: String, of call: MutatedCall) -> Substring? {
    let isGitHub = call.variables["GITHUB_ACTIONS"] == "true"
    let isAzure = call.variables["TF_BUILD"] == "True"
    let isTeamCity = call.variables["TEAMCITY_VERSION"] == "2026.1"
    guard isGitHub || isAzure || isTeamCity else { return nil }
    let annotations = ["::error ", "::warning ", "::notice "]
    return text.split(whereSeparator: \.isNewline).first { line in
      let line = line.drop(while: \.isWhitespace)
      return isGitHub && line.hasPrefix("::") && !annotations.contains(where: line.hasPrefix)
        || isAzure && line.contains("##vso[") || isTeamCity && line.contains("##teamcity[")
    }
  }

  /// What is wrong with the report that a call has left or has not.
  private static func mistake(
    in report: String?, of call: MutatedCall, _ code: ExitCode, leaving left: Set<String>
  ) -> String? {
    if let draft = left.first(where: { path in path.contains(".draft-") }) {
      return "a draft is left: \(draft)"
    }
    guard call.words.contains("out.xml") else {
      return report == nil ? nil : "a report that no call asked for"
    }
    let isWritten = code == .success || code == .failure
    guard isWritten == (report != nil) else { return isWritten ? "no report" : "a report" }
    return report?.hasSuffix("</testsuites>\n") == false ? "half a report" : nil
  }
}

extension MutatedCall.Kind {
  /// The codes with which a call may end, of those that the README lists.
  fileprivate var codes: Set<ExitCode> {
    switch self {
    case .configuration: [.success, .nothingSelected, .usage]
    case .list, .shard: [.success, .failure, .usage]
    // The file of a summary may be one that can't be written.
    case .variables: [.success, .failure, .nothingSelected, .harnessFailure, .usage]
    case .filter: [.success, .nothingSelected, .usage]
    case .schedule: [.success, .failure, .diverged, .usage]
    }
  }
}
