import Foundation
import ShippedGate
import SluiceHarness
import Testing

/// No report takes the place of a file that its call reads, by any path, link or hard link.
@Suite("File that a call reads", .startsPrograms)
struct ReadFileTests {
  private let root: TemporaryFolder
  /// The files below the root before the calls under test.
  private let before: [String: Data]

  private static let subject = ["--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0"]

  init() throws {
    root = try SmallScenarios.root()
    let run = MemoryCall(
      ["run", "--isolation", "none", "--junit", "out/TEST-a.xml", "--report", "json=run.json"]
        + Self.subject, in: root.path)
    #expect(run.exitCode == .failure, "\(run.errors)")
    for shard in 1...2 {
      _ = MemoryCall(
        ["run", "--isolation", "none", "--shard", "\(shard)/2", "--junit", "out/TEST-\(shard).xml"]
          + Self.subject, in: root.path)
    }
    let files = FileManager.default
    try root.makeFolder("sub")
    for (link, end) in [("run.link", "run.json"), ("here", "."), ("sub/up", "..")] {
      try files.createSymbolicLink(atPath: root.path(of: link), withDestinationPath: end)
    }
    try root.write("listed.unknown \(SmallScenarios.stem)/none", to: "kf.txt")
    try root.write("canonical\n", to: "a.schedule")
    for (file, link) in [
      ("run.json", "run.hard"), ("kf.txt", "kf.hard"), ("a.schedule", "a.hard"),
      (SmallScenarios.path, "scenario.hard"), ("out/TEST-1.xml", "out/TEST-hard.xml"),
    ] {
      try files.linkItem(atPath: root.path(of: file), toPath: root.path(of: link))
    }
    before = try Self.contents(of: root)
  }

  private static func contents(of root: TemporaryFolder) throws -> [String: Data] {
    let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return Dictionary(
      uniqueKeysWithValues: names.map { name in
        (name, (try? Data(contentsOf: URL(filePath: root.path(of: name)))) ?? Data())
      })
  }

  /// Spellings of `run.json`.
  private static let spellings = [
    "run.json", "./run.json", "sub/../run.json", "here/run.json", "sub/up/run.json", "run.link",
    "here/run.link", "run.hard", "here/run.hard",
  ]
  private static let options = [
    "--junit %", "--report junit=%", "--report json=%", "--report html=%", "--report tap=%",
    "--report github=%", "--report junit10=%", "--report windyroad=%",
  ]

  @Test("of a merge stays, by each option that names it", arguments: options)
  func merged(_ option: String) throws {
    for spelling in Self.spellings {
      let words = option.replacing("%", with: spelling).split(separator: " ").map { String($0) }
      for input in ["run.json", "run.link", "run.hard"] {
        let call = MemoryCall(["merge", input] + words, in: root.path)
        #expect(call.exitCode == .usage, "\(input) \(words): \(call.errors)")
        #expect(call.errors.contains("would take the place of the file '\(input)'"))
        #expect(call.output == "")
        #expect(try Self.contents(of: root) == before)
      }
    }
  }

  @Test("stays where it is among the files of a folder, or a variable names it")
  func placed() throws {
    let reports = ["out/TEST-1.xml", "out/TEST-2.xml"]
    for (words, variables, reason) in [
      (["--report", "surefire=out"], [:], "would stand among the files of the surefire report"),
      (["--junit", "here/out/TEST-hard.xml"], [:], "would take the place of the file"),
      (
        ["--report", "github"], ["GITHUB_STEP_SUMMARY": "out/TEST-2.xml"],
        "would take the place of the file"
      ),
    ] {
      let call = MemoryCall(["merge"] + reports + words, in: root.path, variables: variables)
      #expect(call.exitCode == .usage && call.errors.contains(reason), "\(call.errors)")
      for name in reports + ["out/TEST-hard.xml"] {
        #expect(try Self.contents(of: root)[name] == before[name])
      }
    }
  }

  @Test(
    "of another command stays",
    arguments: [
      "run --known-failing kf.txt --junit kf.hard",
      "run --known-failing kf.txt --report tap=here/kf.txt",
      "run \(SmallScenarios.path) --junit scenario.hard",
      "run --rerun-failed=out/TEST-a.xml --report tap=here/out/TEST-a.xml --junit x.xml",
      "run --rerun-failed=run.json --report html=run.hard",
      "run --rerun-failed=run.json --write-known-failing run.link",
      "report \(SmallScenarios.path) --output scenario.hard",
      "report \(SmallScenarios.stem)* --schedule @a.schedule --output a.hard",
    ])
  func others(_ line: String) throws {
    let words = line.split(separator: " ").map { word in String(word) }
    let call = MemoryCall(words + Self.subject.prefix(2), in: root.path)
    #expect(call.exitCode == .usage, "\(call.errors)")
    #expect(call.errors.contains("would take the place of "), "\(call.errors)")
    #expect(try Self.contents(of: root) == before)
  }

  @Test("of a wrong call stays, too")
  func wrong() throws {
    let call = MemoryCall(["merge", "run.json", "--junit", "run.hard", "--wrong"], in: root.path)
    #expect(call.exitCode == .usage)
    #expect(try Self.contents(of: root) == before)
  }

  @Test("is near a report, which is written")
  func near() throws {
    let call = MemoryCall(
      ["merge", "run.json", "--junit", "out/merged.xml", "--report", "tap=run.tap"], in: root.path)
    #expect(call.exitCode == .failure, "\(call.errors)")
    #expect(try root.read("run.tap").hasPrefix("TAP"))
  }
}

@Suite("Shards without a case", .startsPrograms)
struct MissingShardTests {
  /// The root, and the number of cases of each of five shards.
  private static func shards() throws -> (root: TemporaryFolder, cases: [Int]) {
    let root = try SmallScenarios.root()
    let cases = try (1...5).map { shard in
      let call = MemoryCall(
        [
          "run", "--isolation", "none", "--schedules", "0", "--shard", "\(shard)/5", "--junit",
          "\(shard).xml", "--report", "json=\(shard).json",
        ], in: root.path)
      #expect(call.exitCode == .success, "\(call.errors)")
      return try root.read("\(shard).json").split(separator: "\n").count - 3
    }
    return (root, cases)
  }

  @Test("are told where no file is of them, and of all shards nothing is")
  func told() throws {
    let (root, cases) = try Self.shards()
    let full = (1...5).filter { shard in cases[shard - 1] > 0 }
    let empty = (1...5).filter { shard in cases[shard - 1] == 0 }
    try #require(empty.count > 1)
    let names = empty.map { shard in "\(shard)/5" }.joined(separator: ", ")
    for kind in ["json", "xml"] {
      let whole = MemoryCall(
        ["merge", "--junit", "whole.xml"] + (1...5).map { "\($0).\(kind)" }, in: root.path)
      #expect(whole.exitCode == .success && whole.errors == "", "\(whole.errors)")
      let part = MemoryCall(
        ["merge", "--junit", "part.xml"] + full.map { "\($0).\(kind)" }, in: root.path)
      #expect(part.exitCode == .success, "\(part.errors)")
      #expect(
        part.errors == "sluice: the shards \(names) are missing; all 3 cases are in the others\n")
      #expect(part.output == whole.output)
      #expect(try root.read("part.xml") == root.read("whole.xml"))
      // The report of an empty shard does not say which it is of.
      let some = MemoryCall(
        ["merge", "--junit", "part.xml"] + (full + empty.dropLast()).map { "\($0).\(kind)" },
        in: root.path)
      let sentence =
        kind == "json"
        ? "the shard \(empty[empty.count - 1])/5 is missing"
        : "one of the shards \(names) is missing"
      #expect(some.errors == "sluice: \(sentence); all 3 cases are in the others\n")
    }
  }
}
