import Foundation
import SluiceHarness
import Testing

@Suite("Merged shards", .startsPrograms)
struct MergeTests {
  /// Runs some cases of the repository, and has the report and the journal in a folder.
  @discardableResult
  private static func run(
    _ name: String, in folder: TemporaryFolder, _ words: [String],
    _ path: String = "Scenarios/websocket/integration", variables: [String: String] = [:]
  ) throws -> FinishedCall {
    try BuiltProgram.run(
      [
        "run", path, "--reproducible", "--schedules", "2", "--subject", "proposal", "--junit",
        folder.path(of: "\(name).xml"), "--report", "json=\(folder.path(of: "\(name).json"))",
        "--report", "junit10=\(folder.path(of: "\(name).junit10"))",
        "--report", "windyroad=\(folder.path(of: "\(name).windyroad"))",
        "--report", "html=\(folder.path(of: "\(name).html"))",
        "--report", "tap=\(folder.path(of: "\(name).tap"))",
        "--report", "github=\(folder.path(of: "\(name).md"))",
      ] + words, variables: variables)
  }

  private static func merge(_ names: [String], in folder: TemporaryFolder) throws -> FinishedCall {
    try BuiltProgram.run(
      ["merge"] + names.map { name in "\(name).json" } + [
        "--junit", "merged.xml", "--report", "json=merged.json",
        "--report", "junit10=merged.junit10", "--report", "windyroad=merged.windyroad",
        "--report", "html=merged.html",
        "--report", "tap=merged.tap", "--report", "github=merged.md",
      ], in: folder.path)
  }

  @Test(
    "are the run that was not divided, to the byte, and its JUnit reports by those of their own",
    arguments: Shard.Division.allCases)
  func whole(division: Shard.Division) throws {
    let folder = try TemporaryFolder()
    let whole = try Self.expectWhole(
      of: "Scenarios/websocket/integration", by: division, in: folder)
    try Self.expectReports(of: whole, in: folder)
  }

  /// Runs cases as a whole and in three shards, and compares what the journals of those come to.
  ///
  /// - Returns: The call for the whole.
  @discardableResult
  fileprivate static func expectWhole(
    of path: String, by division: Shard.Division, in folder: TemporaryFolder
  ) throws -> FinishedCall {
    let whole = try Self.run("whole", in: folder, [], path)
    #expect(whole.exitCode == 1)
    for number in 1...3 {
      try Self.run(
        "\(number)", in: folder, ["--shard", "\(number)/3", "--shard-by", division.rawValue],
        path)
    }
    let merged = try Self.merge(["3", "1", "2"], in: folder)
    #expect(merged.exitCode == 1 && merged.errors == "")
    #expect(merged.output == whole.output)
    for kind in ["xml", "json", "junit10", "windyroad", "html", "tap", "md"] {
      #expect(try folder.bytes(of: "merged.\(kind)") == folder.bytes(of: "whole.\(kind)"))
    }
    // What was merged can be merged.
    try folder.write(folder.bytes(of: "merged.json"), to: "joined.json")
    let again = try Self.merge(["joined"], in: folder)
    #expect(again.output == whole.output)
    return whole
  }

  /// Compares a run with what the JUnit reports of its three shards come to.
  private static func expectReports(of whole: FinishedCall, in folder: TemporaryFolder) throws {
    let merged = try BuiltProgram.run(
      [
        "merge", "3.xml", "1.xml", "2.xml", "--junit", "joined.xml", "--report",
        "junit10=joined.junit10", "--report", "windyroad=joined.windyroad", "--report",
        "tap=joined.tap", "--report", "html=joined.html",
      ], in: folder.path)
    #expect(merged.exitCode == 1 && merged.errors == "")
    #expect(merged.output.split(separator: "\n").last == whole.output.split(separator: "\n").last)
    #expect(!merged.output.contains("rules: "))
    for kind in ["xml", "junit10", "windyroad"] {
      #expect(try folder.bytes(of: "joined.\(kind)") == folder.bytes(of: "whole.\(kind)"))
    }
    let lines = { (name: String) throws in
      try folder.read(name).split(separator: "\n").count { line in line.hasPrefix("not ok ") }
    }
    #expect(try lines("joined.tap") == lines("whole.tap"))
  }

  @Test("name their cause where little is wanted, though it is the only one")
  func quiet() throws {
    let root = try SmallScenarios.root()
    for number in 1...2 {
      let shard = try BuiltProgram.run(
        [
          "run", "--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0", "--quiet",
          "--shard", "\(number)/2", "--junit", "\(number).xml", "--report",
          "json=\(number).json",
        ], in: root.path)
      #expect(shard.output.contains("1 cause\n  1  cancellation.") == (shard.exitCode == 1))
    }
    for kind in ["json", "xml"] {
      let merged = try BuiltProgram.run(
        ["merge", "1.\(kind)", "2.\(kind)", "--quiet"], in: root.path)
      #expect(merged.exitCode == 1)
      #expect(
        merged.output.contains("1 cause\n  1  cancellation.suspended-removes"), "\(merged.output)")
      #expect(!merged.output.contains("FAILED"))
    }
  }

  @Test("are refused as JUnit reports where one is missing, stands twice, or says too little")
  func refusedReports() throws {
    let folder = try TemporaryFolder()
    for number in 1...3 { try Self.run("\(number)", in: folder, ["--shard", "\(number)/3"]) }
    try Self.run("seed", in: folder, ["--shard", "3/3", "--seed", "7"])
    try Self.run("level", in: folder, ["--shard", "3/3", "--level", "must"])
    try Self.run("whole", in: folder, [])
    let root = try SmallScenarios.root()
    try root.write("cancellation.busy-removes no/such/case\n", to: "known.txt")
    for number in 1...2 {
      _ = try BuiltProgram.run(
        [
          "run", "--schedules", "0", "--known-failing", "known.txt", "--shard", "\(number)/2",
          "--junit", folder.path(of: "known-\(number).xml"),
        ], in: root.path)
    }
    let text = try folder.read("3.xml")
    try folder.write(String(text.dropLast(40)), to: "torn.xml")
    try folder.write(
      text.replacing("\"sluice.number\" value=\"", with: "\"sluice.number\" value=\"9999999999"),
      to: "huge.xml")
    try folder.write(
      text.replacing("\"sluice.number\" value=\"", with: "\"sluice.number\" value=\"9"),
      to: "more.xml")
    try folder.write("<html></html>", to: "page.xml")
    try folder.write(text.replacing(" line=\"", with: " line=\"-"), to: "line.xml")
    for (names, reason) in [
      (["1.xml", "3.xml"], "there is no shard 2/3"),
      (["1.xml", "2.xml", "3.xml", "1.xml"], "stands in '1.xml' and in '1.xml'"),
      (
        ["1.xml", "2.xml", "seed.xml"], "'seed.xml' is of another run than '1.xml': seed is 7, and"
      ),
      (["1.xml", "2.xml", "level.xml"], "sluice.level is must, and not should"),
      (["1.xml", "2.xml", "line.xml"], "the line is '-"),
      (["whole.xml"], "'whole.xml': it is not the report of a shard"),
      (["1.xml", "2.xml", "torn.xml"], "'torn.xml': it is no JUnit report, or a part of one"),
      (["1.xml", "2.xml", "huge.xml"], "is no number of a case"),
      (["1.xml", "2.xml", "more.xml"], "'more.xml': 9"),
      (["1.xml", "2.xml", "3.json"], "1.xml:1: it is no journal of a run"),
      (["page.xml"], "'page.xml': it is no JUnit report: its root is 'html'"),
      (["known-1.xml", "known-2.xml"], "only the journals of the shards tell"),
    ] {
      let call = try BuiltProgram.run(
        ["merge"] + names + ["--junit", "merged.xml"], in: folder.path)
      #expect(call.exitCode == 2 && call.output == "", "\(names)")
      #expect(call.errors.contains(reason), "\(call.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "merged.xml")))
    }
    let journal = try BuiltProgram.run(
      ["merge", "1.xml", "2.xml", "3.xml", "--report", "json=all.json"], in: folder.path)
    #expect(journal.exitCode == 64 && journal.errors.contains("hold no logs"))
    #expect(try folder.read("1.xml").contains("name=\"sluice.number\""))
    #expect(try !folder.read("whole.xml").contains("sluice.number"))
  }

  @Test("tell of all scenarios which rules no case exercised, also by JUnit reports alone")
  func unexercisedRules() throws {
    let root = try SmallScenarios.root()
    let words = ["run", "--isolation", "none", "--schedules", "1", "--reproducible", "--junit"]
    let whole = MemoryCall(words + ["whole.xml"], in: root.path)
    #expect(whole.exitCode == .success)
    for number in 1...3 {
      let shard = ["\(number).xml", "--shard", "\(number)/3", "--shard-by", "slices"]
      #expect(MemoryCall(words + shard, in: root.path).exitCode == .success)
    }
    let files = ["1.xml", "2.xml", "3.xml"]
    let merged = MemoryCall(["merge"] + files + ["--junit", "merged.xml"], in: root.path)
    #expect(merged.exitCode == .success)
    let text = String(decoding: try root.bytes(of: "merged.xml"), as: UTF8.self)
    #expect(try root.bytes(of: "whole.xml") == Data(text.utf8))
    #expect(text.contains("<property name=\"sluice.not-exercised\" value=\"buffering."))
    #expect(!text.contains("sluice.rules.exercised"))
    let shard = String(decoding: try root.bytes(of: "1.xml"), as: UTF8.self)
    #expect(shard.contains("sluice.rules.exercised"))
    #expect(merged.output.contains(" rules that no case exercised: --verbose names each\n"))
  }

  @Test("may be empty, and are right with what is in the others")
  func empty() throws {
    let folder = try TemporaryFolder()
    let path = "Scenarios/listener/cancellation/waiting.scenario"
    let whole = try Self.run("whole", in: folder, [], path)
    let count = 12
    for number in 1...count {
      let call = try Self.run("\(number)", in: folder, ["--shard", "\(number)/\(count)"], path)
      #expect([0, 1].contains(call.exitCode), "\(call.errors)")
    }
    let merged = try Self.merge((1...count).map { number in "\(number)" }, in: folder)
    #expect(merged.output == whole.output && merged.exitCode == whole.exitCode)
    let empty = try (1...count).filter { number in
      try folder.read("\(number).xml").contains("tests=\"0\"")
    }
    #expect(!empty.isEmpty)
  }

  @Test("tell which listed failure none of them has seen")
  func missing() throws {
    let folder = try TemporaryFolder()
    let root = try SmallScenarios.root()
    try root.write("cancellation.busy-removes no/such/case\n", to: "known.txt")
    let words = ["run", "--schedules", "0", "--reproducible", "--known-failing", "known.txt"]
    let whole = try BuiltProgram.run(words, in: root.path)
    for number in 1...2 {
      let call = try BuiltProgram.run(
        words + [
          "--shard", "\(number)/2", "--report", "json=\(folder.path(of: "\(number).json"))",
        ],
        in: root.path)
      #expect(call.exitCode == 0, "\(call.output)")
    }
    let merged = try Self.merge(["1", "2"], in: folder)
    #expect(whole.exitCode == 1 && merged.exitCode == 1)
    #expect(merged.output == whole.output)
    #expect(merged.output.contains("a case that does not exist: no/such/case"))
  }

  @Test("are refused where one is missing, stands twice, is of another run, or breaks off")
  func refused() throws {
    let folder = try TemporaryFolder()
    for number in 1...2 { try Self.run("\(number)", in: folder, ["--shard", "\(number)/2"]) }
    try Self.run("seed", in: folder, ["--shard", "2/2", "--seed", "7"])
    try Self.run("enough", in: folder, ["--shard", "2/2", "--fail-fast"])
    let lines = try folder.read("2.json").split(separator: "\n", omittingEmptySubsequences: false)
    try folder.write(lines.dropLast(3).joined(separator: "\n") + "\n", to: "broken.json")
    try folder.write(lines.dropLast(2).joined(separator: "\n") + "\n", to: "unsealed.json")
    try folder.write(
      lines.joined(separator: "\n").replacing(#""kind":"failed""#, with: #""kind":"errored""#),
      to: "changed.json")
    try folder.write(lines.joined(separator: "\n") + "\n", to: "longer.json")
    try folder.write(lines.joined(separator: "\n").dropLast(40) + "", to: "torn.json")
    try folder.write(lines.dropFirst().joined(separator: "\n"), to: "headless.json")
    try folder.write("", to: "empty.json")
    _ = try FinishedCall("/usr/bin/mkfifo", ["pipe.json"], in: folder.path, variables: [:])
    try folder.write(
      ([lines[0], lines[2], lines[1]] + lines.dropFirst(3)).joined(separator: "\n"),
      to: "mixed.json")
    for (names, reason) in [
      (["1"], "there is no shard 2/2"),
      (["1", "2", "1"], "stands in '1.json' and in '1.json'"),
      (["1", "seed"], "'seed.json' is of another run than '1.json': the seed is 7, and not 0"),
      (
        ["1", "enough"],
        "'enough.json' is of a run that was not finished: 1 failed, which is enough"
      ),
      (["1", "broken"], "broken.json:\(lines.count - 3): it breaks off: the run was"),
      (["1", "unsealed"], "unsealed.json:\(lines.count - 2): it breaks off: the line with"),
      (["1", "changed"], "changed.json:\(lines.count - 1): it was changed after it was"),
      (["1", "longer"], "longer.json:\(lines.count): there is more behind the digest"),
      (["1", "torn"], "torn.json:"),
      (["headless", "1"], "headless.json:1: here should be what has the event 'run'"),
      (["1", "empty"], "'empty.json': it is empty"),
      (["1", "nowhere"], "'nowhere.json': it can't be opened"),
      // A pipe that nothing writes to would keep the call from ending, also behind a signal.
      (["1", "pipe"], "'pipe.json': it is no regular file"),
      (["1", "mixed"], "'mixed.json': its cases are not in the order of the run"),
    ] {
      let call = try Self.merge(names, in: folder)
      #expect(call.exitCode == 2 && call.output == "", "\(names)")
      #expect(call.errors.contains(reason), "\(call.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "merged.xml")))
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "merged.json")))
    }
    let none = try BuiltProgram.run(["merge"], in: folder.path)
    #expect(none.exitCode == 64)
  }

  @Test("are refused where each is of another selection, though of as many cases")
  func otherSelection() throws {
    let root = try TemporaryFolder()
    let path = { (name: String) in "Scenarios/listener/cancellation/\(name).scenario" }
    for name in ["one", "other"] { try root.write(SmallScenarios.file, to: path(name)) }
    for (number, name) in ["one", "other"].enumerated() {
      let call = try BuiltProgram.run(
        [
          "run", path(name), "--schedules", "0", "--shard", "\(number + 1)/2", "--shard-by",
          "slices", "--junit", "\(name).xml", "--report", "json=\(name).json",
        ], in: root.path)
      #expect(call.exitCode == 0)
    }
    for (kind, reason) in [("json", "other cases are selected"), ("xml", "sluice.selection is ")] {
      let call = try BuiltProgram.run(["merge", "one.\(kind)", "other.\(kind)"], in: root.path)
      #expect(call.exitCode == 2 && call.errors.contains(reason), "\(call.errors)")
    }
  }

  @Test("are what Bazel asks for by its variables, and no word of the call")
  func bazel() throws {
    let folder = try TemporaryFolder()
    let whole = try Self.run("whole", in: folder, [])
    for index in 0..<2 {
      let call = try BuiltProgram.run(
        [
          "run", "Scenarios/websocket/integration", "--reproducible", "--schedules", "2",
          "--subject", "proposal", "--report", "json=\(folder.path(of: "\(index).json"))",
        ],
        variables: [
          "TEST_TOTAL_SHARDS": "2", "TEST_SHARD_INDEX": "\(index)",
          "TEST_SHARD_STATUS_FILE": folder.path(of: "status"),
          "TEST_PREMATURE_EXIT_FILE": folder.path(of: "premature"),
          "XML_OUTPUT_FILE": folder.path(of: "test.xml"),
        ])
      #expect([0, 1].contains(call.exitCode), "\(call.errors)")
      #expect(FileManager.default.fileExists(atPath: folder.path(of: "status")))
      #expect(!FileManager.default.fileExists(atPath: folder.path(of: "premature")))
      #expect(try folder.read("test.xml").hasSuffix("</testsuites>\n"))
    }
    let merged = try Self.merge(["0", "1"], in: folder)
    #expect(merged.output == whole.output)
    let one = try Self.run(
      "one", in: folder, [], variables: ["TESTBRIDGE_TEST_ONLY": "websocket/*closes*"])
    #expect(one.exitCode != 4 && one.output != whole.output)
  }

  @Test("are dealt as the engine's variables say, where that is asked for")
  func auto() throws {
    let folder = try TemporaryFolder()
    try Self.run("named", in: folder, ["--shard", "2/2"])
    let variables = ["CIRCLE_NODE_INDEX": "1", "CIRCLE_NODE_TOTAL": "2"]
    try Self.run("auto", in: folder, ["--shard", "auto"], variables: variables)
    #expect(try folder.bytes(of: "auto.json") == folder.bytes(of: "named.json"))
  }
}

@Suite("Merged shards of many cases", .campaign)
struct MergeCampaign {
  @Test("are the run that was not divided, to the byte", arguments: Shard.Division.allCases)
  func whole(division: Shard.Division) throws {
    for path in ["Scenarios/listener", "Scenarios/websocket"] {
      try MergeTests.expectWhole(of: path, by: division, in: TemporaryFolder())
    }
  }
}
