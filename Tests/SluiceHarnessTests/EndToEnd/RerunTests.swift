import Foundation
import SluiceHarness
import Testing

@Suite("A run of what failed", .startsPrograms)
struct RerunTests {
  private let root: TemporaryFolder
  private let words = ["run", "--schedules", "0", "--reproducible", "--format", "json"]

  init() throws {
    root = try SmallScenarios.root()
  }

  private func call(_ words: [String]) throws -> FinishedCall {
    try BuiltProgram.run(self.words + words, in: root.path)
  }

  private func ids(_ call: FinishedCall) throws -> [String] {
    try ReportedCase.all(in: call.output).map { testcase in testcase.id }
  }

  private let faulty = ["--subject", "faulty-forgets-remove-on-cancel"]

  @Test("has the failed cases of the last report alone, or of another, or of a journal")
  func again() throws {
    let first = try call(faulty + ["--report", "json=run.json", "--report", "windyroad=wind.xml"])
    #expect(first.exitCode == 1)
    let failed = try ReportedCase.all(in: first.output).filter { one in one.outcome == "failed" }
      .map { one in one.id }
    #expect(failed == ["\(SmallScenarios.stem)/a waiting consumer is cancelled"])
    try root.write(root.bytes(of: "Reports/junit.xml"), to: "kept.xml")
    for option in ["", "=kept.xml", "=wind.xml", "=run.json", ""] {
      let again = try call(faulty + ["--rerun-failed\(option)"])
      #expect(again.exitCode == 1, "\(again.errors)")
      #expect(try ids(again) == failed)
      #expect(again.errors == "")
    }
  }

  @Test("takes seed, schedules and level from the earlier run, where the call names none")
  func options() throws {
    let words = ["run", "--reproducible", "--format", "json"] + faulty
    let first = try BuiltProgram.run(
      words + ["--seed", "7", "--schedules", "3", "--level", "may", "--report", "json=run.json"],
      in: root.path)
    #expect(first.exitCode == 1)
    let again = try BuiltProgram.run(
      words + ["--rerun-failed=run.json", "--report", "json=again.json"], in: root.path)
    #expect(again.exitCode == 1)
    let line = try #require(root.read("again.json").split(separator: "\n").first)
    #expect(line.contains("\"seed\":7"))
    #expect(line.contains("\"schedules\":\"3\""))
    #expect(line.contains("\"level\":\"may\""))
    let report = try BuiltProgram.run(
      words + ["--rerun-failed", "--schedules", "0", "--seed", "8", "--report", "json=other.json"],
      in: root.path)
    #expect(report.exitCode == 1)
    #expect(try root.read("other.json").contains("\"seed\":8"))
    #expect(try root.read("Reports/junit.xml").contains("name=\"seed\" value=\"8\""))
    let taken = try BuiltProgram.run(words + ["--rerun-failed"], in: root.path)
    #expect(taken.exitCode == 1)
    #expect(try root.read("Reports/junit.xml").contains("name=\"seed\" value=\"8\""))
  }

  @Test("of a report in which nothing failed has no case, and is no success")
  func nothing() throws {
    #expect(try call([]).exitCode == 0)
    let again = try call(["--rerun-failed"])
    #expect(again.exitCode == 4)
    #expect(again.errors == "sluice: no case is selected: none failed in 'Reports/junit.xml'\n")
    #expect(!FileManager.default.fileExists(atPath: root.path(of: "Reports/junit.xml")))
  }

  @Test(
    "in a shard has the failed cases of that shard, however they are dealt",
    arguments: Shard.Division.allCases)
  func shard(division: Shard.Division) throws {
    let words = faulty + ["--shard-by", division.rawValue]
    let numbers = try (1...3).filter { number in
      try call(words + ["--shard", "\(number)/3", "--junit", "\(number).xml"]).exitCode == 1
    }
    // Of three cases one fails.
    let number = try #require(numbers.count == 1 ? numbers.first : nil)
    let own = words + ["--shard", "\(number)/3", "--rerun-failed=\(number).xml"]
    let again = try call(own + ["--junit", "again.xml"])
    #expect(again.exitCode == 1)
    #expect(try ids(again) == ["\(SmallScenarios.stem)/a waiting consumer is cancelled"])
    let other = number % 3 + 1
    let wrong = try call(
      words + ["--shard", "\(other)/3", "--rerun-failed=\(number).xml", "--junit", "again.xml"])
    let reason = { (own: String, other: String) in
      "the report '\(number).xml' is of the shard \(own), and not of \(other)\n"
    }
    let by = division.rawValue
    #expect(
      wrong.errors.contains(reason("\(number)/3 by \(by)", "\(other)/3 by \(by)")),
      "\(wrong.errors)")
    let otherwise = division == .hash ? "slices" : "hash"
    let dealt = try call(
      faulty + [
        "--shard", "\(number)/3", "--shard-by", otherwise, "--rerun-failed=\(number).xml",
        "--junit", "again.xml",
      ])
    #expect(wrong.exitCode == 64 && dealt.exitCode == 64)
    #expect(
      dealt.errors.contains(reason("\(number)/3 by \(by)", "\(number)/3 by \(otherwise)")))
    let whole = try call(words + ["--rerun-failed=\(number).xml", "--junit", "again.xml"])
    #expect(try ids(whole) == ids(again))
  }

  @Test("says what is not there any more")
  func gone() throws {
    #expect(try call(faulty).exitCode == 1)
    try root.write(root.bytes(of: "Reports/junit.xml"), to: "kept.xml")
    let text = try root.read(SmallScenarios.path)
    try root.write(
      text.replacing("a waiting consumer is cancelled", with: "another name"),
      to: SmallScenarios.path)
    let none = try call(faulty + ["--rerun-failed=kept.xml"])
    #expect(none.exitCode == 4)
    #expect(none.errors == "sluice: no case is selected: none of those that failed\n")
    let report = try root.read("kept.xml").replacing(
      "<testcase name=\"the source ends\"",
      with: "<testcase name=\"x\"><error/></testcase>"
        + "<testcase name=\"the source ends\"")
    let twice = report.replacing(
      "name=\"a waiting consumer is cancelled\"", with: "name=\"another name\"")
    try root.write(twice, to: "kept.xml")
    let one = try call(faulty + ["--rerun-failed=kept.xml"])
    #expect(one.exitCode == 1)
    #expect(
      one.errors == "sluice: 1 of the 2 cases that failed in 'kept.xml' is not there any more\n")
  }

  @Test("plays each case in two processes, so that chance makes no subject right")
  func chance() throws {
    let words = ["--subject", "faulty-depends-on-the-process"]
    let first = try ReportedCase.all(in: call(words).output)
    let unjudged = first.filter { testcase in testcase.outcome != "error" }
    try #require(!unjudged.isEmpty && unjudged.count < first.count)
    let cases = first.map { testcase in
      let name = testcase.id.split(separator: "/").last ?? ""
      return "<testcase name=\"\(name)\"><error/></testcase>"
    }
    let suite = "<testsuite name=\"listener.values.cancellation\">\(cases.joined())</testsuite>"
    try root.write(suite, to: "kept.xml")
    let again = try ReportedCase.all(in: call(words + ["--rerun-failed=kept.xml"]).output)
    #expect(again.map { testcase in testcase.id } == first.map { testcase in testcase.id })
    #expect(again.allSatisfy { testcase in testcase.type == "NondeterministicSubject" })
  }

  @Test("is refused where there is no report, none that can be read, or another subject's")
  func refused() throws {
    let report = "the report 'Reports/junit.xml' can't be run again: there is no such file"
    let none = try call(["--rerun-failed"])
    #expect(none.exitCode == 64 && none.errors.contains(report), "\(none.errors)")
    #expect(try call(faulty).exitCode == 1)
    let other = try call(["--rerun-failed"])
    #expect(other.exitCode == 64)
    #expect(
      other.errors.contains(
        "the report 'Reports/junit.xml' is of the subject faulty-forgets-remove-on-cancel, and "
          + "not of reference"))
    for (text, reason) in [
      ("<html/>", "its root is 'html'"), ("<testsuites>", "or a part of one"),
      ("{}\n", "it is no journal of a run"), ("", "or a part of one"),
    ] {
      try root.write(text, to: "bad")
      let call = try call(["--rerun-failed=bad"])
      #expect(call.exitCode == 64 && call.errors.contains(reason), "\(call.errors)")
    }
    let empty = try call(["--rerun-failed="])
    #expect(empty.errors.contains("the option --rerun-failed needs a value"))
  }
}

@Suite("A call that has no report", .startsPrograms)
struct OldReportCallTests {
  private let root: TemporaryFolder

  init() throws {
    root = try SmallScenarios.root()
    try root.write("<testsuites name=\"other\"></testsuites>", to: "foreign.xml")
    let call = try BuiltProgram.run(
      [
        "run", "--schedules", "0", "--report", "tap=run.tap", "--report", "json=run.json",
        "--report", "surefire=suites", "--report", "github=run.md",
      ], in: root.path)
    #expect(call.exitCode == 0)
    try root.write(root.bytes(of: "Reports/junit.xml"), to: "own.xml")
  }

  private var names: Set<String> {
    let names = ["Reports/junit.xml", "own.xml", "run.tap", "run.json", "run.md", "foreign.xml"]
    let suites =
      (try? FileManager.default.contentsOfDirectory(atPath: root.path(of: "suites"))) ?? []
    return Set(
      names.filter { name in FileManager.default.fileExists(atPath: root.path(of: name)) } + suites)
  }

  @Test(
    "leaves none of an earlier one behind where its own would be",
    arguments: [
      (["--filter", "tag:nothing"], 4), (["--wrong"], 64), (["--filter", "("], 64),
      (["no/such.scenario"], 64), (["--subject", "nobody"], 64), (["--shard", "auto"], 64),
      (["--jobs", "0", "--verbose", "--quiet"], 64),
    ] as [([String], Int32)])
  func usual(_ words: [String], _ code: Int32) throws {
    let call = try BuiltProgram.run(
      [
        "run", "--report", "tap=run.tap", "--report=json=run.json", "--report", "surefire=suites",
        "--report", "github=run.md",
      ] + words, in: root.path)
    #expect(call.exitCode == code, "\(call.errors)")
    #expect(names == ["own.xml", "foreign.xml"])
  }

  @Test(
    "leaves alone what it would not have written, and what is not the kit's",
    arguments: [["--junit", "own.xml", "--wrong"], ["--wrong", "--junit=own.xml"]])
  func named(_ words: [String]) throws {
    let all = names
    let call = try BuiltProgram.run(["run"] + words, in: root.path)
    #expect(call.exitCode == 64)
    #expect(names == all.subtracting(["own.xml"]))
    let foreign = try BuiltProgram.run(
      ["run", "--junit", "foreign.xml", "--filter", "tag:nothing"], in: root.path)
    #expect(foreign.exitCode == 4)
    #expect(names == all.subtracting(["own.xml"]))
    let listed = try BuiltProgram.run(["list", "--wrong"], in: root.path)
    #expect(listed.exitCode == 64)
    #expect(names == all.subtracting(["own.xml"]))
  }

  @Test(
    "leaves none behind that only a variable or the file with the defaults names, if that is read",
    arguments: [
      (["--filter", "tag:nothing"], 4), (["--wrong"], 64), (["no/such.scenario"], 64),
      (["--profile", "nobody"], 64),
    ] as [([String], Int32)])
  func configured(_ words: [String], _ code: Int32) throws {
    let others = names.subtracting(["own.xml", "run.tap", "run.json"])
    let variables = try BuiltProgram.run(
      ["run"] + words, in: root.path,
      variables: ["SLUICE_JUNIT": "own.xml", "SLUICE_REPORT": "tap=run.tap\njson=run.json"])
    #expect(variables.exitCode == code, "\(variables.errors)")
    #expect(names == others)
    try root.write(root.bytes(of: "Reports/junit.xml"), to: "own.xml")
    let texts = [
      "{\"run\": {\"junit\": \"own.xml\"}, \"report\": \"github=run.md\"}",
      // What else is wrong with it does not keep it from being read.
      "{\"junit\": \"own.xml\", \"jbos\": 1, \"profiles\": []}",
      "{\"profiles\": {\"ci\": {\"seed\": [], \"junit\": \"own.xml\"}}}",
    ]
    for (number, text) in texts.enumerated() {
      try root.write(root.bytes(of: "Reports/junit.xml"), to: "own.xml")
      try root.write(text, to: "sluice.json")
      let profile = number == 2 ? ["SLUICE_PROFILE": "ci"] : [:]
      let call = try BuiltProgram.run(["run"] + words, in: root.path, variables: profile)
      #expect(call.exitCode == code || number > 0, "\(call.errors)")
      // A profile that the call names wrongly says nothing.
      let isNamed = number < 2 || words[0] != "--profile"
      #expect(names.contains("own.xml") != isNamed, "\(text)")
      // Where nothing names another, the usual one goes.
      #expect(names.contains("Reports/junit.xml") == isNamed)
      #expect(!names.contains("run.md"))
    }
    #expect(names.contains("foreign.xml"))
  }

  @Test(
    "leaves none behind that a file with the defaults names which is no JSON",
    arguments: [
      "{\"junit\": \"own.xml\",, \"report\": [\"tap=run.tap\", \"json=run.json\"]}",
      "{\"report\": [\"junit=own.xml\", \"tap=run.tap\", \"json=run\\.json\"]",
      "{\"run\": {junit: \"own.xml\", \"report\": [\"tap=run.tap\" \"json=run.json\"]}}",
    ])
  func spoilt(_ text: String) throws {
    let others = names.subtracting(["own.xml", "run.tap", "run.json", "Reports/junit.xml"])
    try root.write(text, to: "sluice.json")
    let call = try BuiltProgram.run(["run"], in: root.path)
    #expect(call.exitCode == 64 && call.errors.hasPrefix("sluice.json:1:"), "\(call.errors)")
    #expect(names == others)
  }

  @Test(
    "leaves none behind either where its command is none",
    arguments: [["runn"], ["--bogus", "run"], ["--bogus"], ["frobnicate"], [""]])
  func unknown(_ words: [String]) throws {
    let call = try BuiltProgram.run(
      words + [
        "--report", "tap=run.tap", "--report=json=run.json", "--report", "surefire=suites",
        "--report", "github=run.md",
      ], in: root.path)
    #expect(call.exitCode == 64)
    #expect(names == ["own.xml", "foreign.xml"])
  }

  @Test(
    "leaves all where its command is none and is meant to be one that leaves no reports",
    arguments: [["lst"], ["--bogus", "list"], ["chekc", "run"]])
  func unknownWithoutReports(_ words: [String]) throws {
    let all = names
    #expect(try BuiltProgram.run(words, in: root.path).exitCode == 64)
    #expect(names == all)
  }

  @Test(
    "leaves what it was to join where its command is nearly a merge",
    arguments: [["mrge", "run.json"], ["--bogus", "merge", "./run.json"]])
  func unknownMerge(_ words: [String]) throws {
    let all = names
    let call = try BuiltProgram.run(
      words + ["--report", "json=run.json", "--report", "tap=run.tap"], in: root.path)
    #expect(call.exitCode == 64)
    #expect(names == all.subtracting(["run.tap", "Reports/junit.xml"]))
  }

  @Test("is a merge that does not remove what it reads in a folder of reports either")
  func mergedFolder() throws {
    let all = names
    let file = "suites/TEST-listener.values.cancellation.xml"
    let call = try BuiltProgram.run(
      ["merge", file, "--report", "surefire=suites"], in: root.path)
    #expect(call.exitCode == 64, "\(call.errors)")
    #expect(names == all.subtracting(["Reports/junit.xml"]))
  }

  @Test("is a merge too, which does not remove what it reads")
  func merged() throws {
    let all = names
    for words in [["gone.json"], ["--wrong", "run.json"], ["run.json", "run.json"]] {
      try root.write(root.bytes(of: "own.xml"), to: "Reports/junit.xml")
      let call = try BuiltProgram.run(["merge"] + words, in: root.path)
      #expect(call.exitCode == (words.contains("--wrong") ? 64 : 2))
      #expect(names == all.subtracting(["Reports/junit.xml"]), "\(words)")
    }
    let call = try BuiltProgram.run(
      ["merge", "run.json", "--report", "json=run.json"], in: root.path)
    #expect(call.exitCode == 64, "\(call.errors)")
    #expect(names == all.subtracting(["Reports/junit.xml"]))
  }
}
