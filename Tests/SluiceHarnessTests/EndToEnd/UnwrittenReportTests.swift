import Foundation
import Glibc
import ShippedGate
import SluiceHarness
import Testing

@Suite("Report that can't be written", .startsPrograms)
struct UnwrittenReportTests {
  /// The reports of a call: the option of each, and its path below a folder.
  private static let reports: KeyValuePairs = [
    "--junit": "junit.xml", "--report json": "run.json", "--report junit10": "junit10.xml",
    "--report windyroad": "windyroad.xml", "--report surefire": "suites",
    "--report html": "page.html", "--report tap": "run.tap", "--report github": "summary.md",
    "--write-known-failing": "list.txt", "--write-scenarios": "written",
  ]

  /// The options of those that are files, whose folder is not made again.
  private static let files = reports.map(\.key).filter { option in
    !["--report surefire", "--write-scenarios"].contains(option)
  }

  /// The words of a run whose reports go to one folder, but one of them to another.
  private static func words(_ bad: String?, format: String = "human") -> [String] {
    let reports = reports.flatMap { option, name in
      let path = "\(option == bad ? "bad" : "good")/\(name)"
      let words = option.split(separator: " ").map { word in String(word) }
      return words.count > 1 ? [words[0], "\(words[1])=\(path)"] : [words[0], path]
    }
    return [
      "run", "--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0", "--reproducible",
      "--isolation", "none", "--format", format,
    ] + reports
  }

  /// The contents of all files below a folder, by their paths.
  private static func contents(of folder: String, in root: TemporaryFolder) throws -> [String: Data]
  {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path(of: folder))
    return try Dictionary(
      uniqueKeysWithValues: names.compactMap { name in
        let path = root.path(of: "\(folder)/\(name)")
        let type = try FileManager.default.attributesOfItem(atPath: path)[.type]
        guard type as? FileAttributeType == .typeRegular else { return nil }
        return (name, try Data(contentsOf: URL(filePath: path)))
      })
  }

  /// What the call writes where nothing is in its way, without the file or the files of one report.
  private static func whole(without option: String) throws -> [String: Data] {
    let root = try SmallScenarios.root()
    let call = MemoryCall(words(nil), in: root.path)
    #expect(call.exitCode == .failure, "\(call.errors)")
    let name = reports.first { report in report.key == option }?.value ?? ""
    let all = try contents(of: "good", in: root)
    let left = all.filter { file, _ in file != name && !file.hasPrefix("\(name)/") }
    try #require(left.count < all.count, "\(all.keys.sorted())")
    return left
  }

  private static func expect(
    _ errors: String, nameOnly option: String, because reason: String
  ) throws {
    let name = try #require(reports.first { report in report.key == option }?.value)
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 1 && lines[0].hasPrefix("sluice: can't "), "\(errors)")
    #expect(lines[0].contains("/bad/\(name)"), "\(errors)")
    #expect(lines[0].hasSuffix(": \(reason)"), "\(errors)")
  }

  @Test(
    "since its folder was removed meanwhile is told, and all others are whole", arguments: files)
  func removed(_ option: String) throws {
    let root = try SmallScenarios.root()
    let output = ActingSink {
      try? FileManager.default.removeItem(atPath: root.path(of: "bad"))
    }
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: Self.words(option, format: "json"), workingDirectory: root.path,
      standardOutput: output, standardError: errors)
    #expect(ShippedGate.harness.run(in: environment) == .harnessFailure)
    try Self.expect(errors.text, nameOnly: option, because: "no such file or directory")
    #expect(try Self.contents(of: "good", in: root) == Self.whole(without: option))
    #expect(!FileManager.default.fileExists(atPath: root.path(of: "bad")))
  }

  /// Whether this process may have a file system of its own.
  private static let mayMount: Bool = {
    let call = try? FinishedCall(
      "/usr/bin/unshare", ["--mount", "mount", "-t", "tmpfs", "none", "/mnt"], in: "/",
      variables: [:])
    return call?.exitCode == 0
  }()

  @Test(
    "since its file system is full is told, and all others are whole",
    .enabled(if: mayMount, "a file system of its own needs the right to mount one"),
    arguments: reports.map(\.key))
  func full(_ option: String) throws {
    let root = try SmallScenarios.root()
    try root.makeFolder("bad")
    let line = """
      mount -t tmpfs -o size=64k none bad && { head -c 1M /dev/zero >bad/filler; \
      "$0" "$@" 2>errors.txt; code=$?; rm bad/filler; cp -r bad left; exit $code; }
      """
    let call = try FinishedCall(
      "/usr/bin/unshare",
      ["--mount", "/bin/sh", "-c", line, BuiltProgram.path] + Self.words(option), in: root.path,
      variables: [:])
    #expect(call.exitCode == 2)
    try Self.expect(try root.read("errors.txt"), nameOnly: option, because: "no space left")
    #expect(try Self.contents(of: "good", in: root) == Self.whole(without: option))
    #expect(try Self.contents(of: "left", in: root).isEmpty)
    #expect(call.output.contains("\n3 cases: "), "\(call.output)")
  }

  @Test("that has a file for each suite has none where one can't be written")
  func suites() throws {
    let root = try SmallScenarios.root()
    try root.write(
      SmallScenarios.file, to: "Scenarios/listener/unit/small.scenario")
    let taken = "bad/suites/TEST-listener.values.unit.xml"
    try root.makeFolder(taken)
    let call = MemoryCall(Self.words("--report surefire"), in: root.path)
    #expect(call.exitCode == .harnessFailure)
    try Self.expect(
      call.errors, nameOnly: "--report surefire", because: "it is a directory")
    #expect(try Self.contents(of: "bad", in: root).isEmpty)
    #expect(try Self.contents(of: "good", in: root).count > Self.files.count)
  }

  @Test("is one of several that are told in one line")
  func several() throws {
    let root = try SmallScenarios.root()
    let output = ActingSink {
      try? FileManager.default.removeItem(atPath: root.path(of: "good"))
    }
    let errors = RecordingSink()
    let environment = CommandEnvironment(
      arguments: Self.words("--write-scenarios", format: "json"), workingDirectory: root.path,
      standardOutput: output, standardError: errors)
    #expect(ShippedGate.harness.run(in: environment) == .harnessFailure)
    let sentences = errors.text.dropFirst("sluice: ".count).split(separator: "; ")
    #expect(sentences.count == 4, "\(errors.text)")
    #expect(sentences.dropLast().allSatisfy { text in text.hasPrefix("can't ") }, "\(errors.text)")
    // The report with a file for each suite makes the folder again.
    #expect(sentences.last == "and 3 more files\n", "\(errors.text)")
  }

  @Test(
    "is no part of a summary that a job adds to",
    .enabled(if: mayMount, "a file system of its own needs the right to mount one"))
  func summary() throws {
    let root = try SmallScenarios.root()
    try root.makeFolder("bad")
    // Six bytes more fit into its page.
    try root.write(String(repeating: "mine\n", count: 818), to: "step.md")
    let line = """
      mount -t tmpfs -o size=16k none bad && { cp step.md bad; head -c 1M /dev/zero >bad/filler; \
      "$0" "$@" 2>errors.txt; code=$?; cp bad/step.md after.md; exit $code; }
      """
    let call = try FinishedCall(
      "/usr/bin/unshare",
      [
        "--mount", "/bin/sh", "-c", line, BuiltProgram.path, "run", "--subject",
        "faulty-forgets-remove-on-cancel", "--schedules", "0", "--report", "github",
      ], in: root.path, variables: ["GITHUB_STEP_SUMMARY": root.path(of: "bad/step.md")])
    #expect(call.exitCode == 2)
    let message = "sluice: can't write '\(root.path(of: "bad/step.md"))': no space left\n"
    #expect(try root.read("errors.txt").hasSuffix(message))
    #expect(try root.read("after.md") == root.read("step.md"))
  }
}
