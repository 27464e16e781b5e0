import Foundation
import SluiceHarness
import Testing

/// A file with defaults, and what is wrong with it.
struct WrongConfiguration: CustomTestStringConvertible {
  var text: String
  var message: String
  var testDescription: String { text }

  init(_ text: String, _ message: String) {
    self.text = text
    self.message = message
  }

  static let all = [
    WrongConfiguration("", "1:1: error: the text ends where a value should be"),
    WrongConfiguration("[]", "1:1: error: the file has to be an object, and is a list"),
    WrongConfiguration("{} x", "1:4: error: there is more behind the end"),
    WrongConfiguration("{\n \"jbs\": 1}", "2:2: error: there is no key 'jbs'; did you mean jobs?"),
    WrongConfiguration(
      "{\"--jobs\": 1}", "1:2: error: there is no key '--jobs'; did you mean jobs?"),
    WrongConfiguration(
      "{\"run\": {\"rounds\": 1}}", "1:10: error: there is no key 'rounds'"),
    WrongConfiguration("{\"list\": 1}", "1:10: error: 'list' has to be an object, and is a number"),
    WrongConfiguration("{\"requests\": 3}", "1:2: error: there is no key 'requests'"),
    WrongConfiguration(
      "{\"jobs\": true}", "1:10: error: 'jobs' takes a text or a number, not true"),
    WrongConfiguration(
      "{\"jobs\": null}", "1:10: error: 'jobs' takes a text or a number, not null"),
    WrongConfiguration("{\"quiet\": 1}", "1:11: error: 'quiet' takes true or false, not a number"),
    WrongConfiguration(
      "{\"run\": {\"report\": [\"tap=x\", 1]}}",
      "1:30: error: 'report' takes texts, not a number"),
    WrongConfiguration(
      "{\"junit\": \"\"}", "1:11: error: 'junit' takes a text or a number, not an empty text"),
    WrongConfiguration(
      "{\"jobs\": 1,\n \"seed\": 2,\n \"jobs\": 3}",
      "3:2: error: the key 'jobs' is already in line 1"),
    WrongConfiguration(
      "{\"profiles\": {\"ci\": {\"jbos\": 1}}}",
      "1:22: error: there is no key 'jbos'; did you mean jobs?"),
    WrongConfiguration(
      "{\"profiles\": []}", "1:14: error: 'profiles' has to be an object, and is a list"),
    WrongConfiguration("{\"jobs\": 01}", "1:10: error: '01' is no value"),
    WrongConfiguration("{\"jobs\": 1,}", "1:12: error: here should be a key in quotes"),
    WrongConfiguration("{\"jobs\" 1}", "1:9: error: here should be a colon"),
    WrongConfiguration("{\"jobs\": 1 \"a\"}", "1:12: error: here should be a comma or a brace"),
    WrongConfiguration("{\"a", "1:2: error: the text that begins here has no end"),
    WrongConfiguration("{\"\\x\": 1}", "1:4: error: no such escape"),
    WrongConfiguration(
      "{\"\\u+041\": 1}", "1:4: error: '\\u+041' is no character of its own"),
    WrongConfiguration(
      String(repeating: "[", count: 100), "1:17: error: values stand too deep in each other"),
  ]
}

extension WrongConfiguration {
  /// Values that are of the right type.
  static let values = [
    WrongConfiguration(
      "{\"explore\":{\"jobs\":\"x\"}}",
      "1:20: the value 'x' of the option --jobs is not a whole number from 1 to 1024\n"),
    WrongConfiguration(
      "{\"profiles\":{\"ci\":{\"level\":\"must\",\n\"run\":{\"level\":\"bogus\"}}}}",
      "2:16: the value 'bogus' of the option --level is not one of must, should, may\n"),
    WrongConfiguration(
      "{\"profiles\":{\"other\":{\"jobs\":\"x\",\"level\":\"must\"},\"ci\":{}}}",
      "1:30: the value 'x' of the option --jobs is not a whole number from 1 to 1024\n"),
    WrongConfiguration(
      "{\"watchdog\":0}", "1:13: the value '0' of the option --watchdog is not a "),
    WrongConfiguration(
      "{\"replay\":{\"times\":0}}", "1:20: the value '0' of the option --times is not a whole "),
    WrongConfiguration(
      "{\"replay\":{\"schedule\":\"?\"}}", "1:23: "),
    WrongConfiguration(
      "{\"explore\":{\"departures\":-1}}",
      "1:26: the value '-1' of the option --departures is not a whole number "),
    WrongConfiguration(
      "{\"list\":{\"format\":\"gcc\"}}",
      "1:19: the value 'gcc' of the option --format is not one of human, json\n"),
    WrongConfiguration(
      "{\"format\":\"xml\"}",
      "1:11: the value 'xml' of the option --format is not one of human, gcc, json\n"),
    WrongConfiguration("{\"run\":{\"filter\":\"(\"}}", "1:18: the filter can't be read\n"),
    WrongConfiguration(
      "{\"stress\":{\"subject\":\"referense\"}}",
      "1:22: there is no subject 'referense'; did you mean reference?\n"),
    WrongConfiguration(
      "{\"run\":{\"shard\":\"3/2\"}}", "1:17: the value '3/2' of the option --shard is not a "),
    WrongConfiguration(
      "{\"merge\":{\"report\":[\"tap=a\",\"tap=b\"]}}",
      "1:20: the option --report tap is given more than once\n"),
    WrongConfiguration("{\"report\":[\"x\"]}", "1:11: the value 'x' of the option --report is not"),
  ]
}

@Suite("Configuration", .startsPrograms)
struct ConfigurationTests {
  private let root: TemporaryFolder
  private static let words = ["run", "--schedules", "0", "--format", "json"]

  init() throws { root = try SmallScenarios.root() }

  private func write(_ text: String) throws { try root.write(text, to: "sluice.json") }

  private func call(_ words: [String], variables: [String: String] = [:]) throws -> FinishedCall {
    try BuiltProgram.run(words, in: root.path, variables: variables)
  }

  /// What a run says of itself in its journal.
  private func journal(
    _ words: [String], variables: [String: String] = [:]
  ) throws -> Substring {
    let call = try call(
      ["run", "--report", "json=run.json"] + words, variables: variables)
    #expect(call.exitCode == 0, "\(call.errors)")
    return try #require(root.read("run.json").split(separator: "\n").first)
  }

  @Test("is wrong at a place, which is named", arguments: WrongConfiguration.all)
  func wrong(_ wrong: WrongConfiguration) throws {
    try write(wrong.text)
    let call = MemoryCall(["list"], in: root.path)
    #expect(call.errors == "sluice.json:\(wrong.message)\n")
    #expect(call.exitCode == .usage && call.output == "")
  }

  @Test("is wrong at several places, which are all named up to 20")
  func several() throws {
    try write("{\"jbs\": 1,\n\"run\": {\"x\": 1, \"jobs\": 0},\n\"quiet\": 3}")
    let call = MemoryCall(["list"], in: root.path)
    #expect(
      call.errors == """
        sluice.json:1:2: error: there is no key 'jbs'; did you mean jobs?
        sluice.json:2:9: error: there is no key 'x'
        sluice.json:2:25: the value '0' of the option --jobs is not a whole number from 1 to 1024
        sluice.json:3:10: error: 'quiet' takes true or false, not a number

        """)
    #expect(call.exitCode == .usage && call.output == "")
    try write("{" + (0..<25).map { number in "\"y\(number)\": 1" }.joined(separator: ",\n") + "}")
    let lines = MemoryCall(["list"], in: root.path).errors.split(separator: "\n")
    #expect(lines.count == 21)
    #expect(lines.first == "sluice.json:1:2: error: there is no key 'y0'")
    #expect(lines.last == "… and 5 more mistakes")
  }

  @Test(
    "has no value that no call could have, be it of use to this one or not",
    arguments: WrongConfiguration.values)
  func wrongValue(_ wrong: WrongConfiguration) throws {
    try write(wrong.text)
    for words in [["explain", "S0107"], ["list"], ["list", "--profile", "ci"]] {
      let call = try call(words)
      #expect(call.errors.hasPrefix("sluice: sluice.json:\(wrong.message)"), "\(call.errors)")
      #expect(call.exitCode == 64 && call.output == "")
    }
  }

  @Test(
    "may have a value that some call could have",
    arguments: [
      "{\"schedules\": \"all\", \"format\": \"gcc\"}", "{\"explore\": {\"departures\": 3}}",
      "{\"replay\": {\"times\": 3, \"log\": false}, \"departures\": 3}",
      "{\"run\": {\"shard\": \"auto\", \"rerun-failed\": true, \"filter\": \"tag:a\"}}",
      "{\"isolation\": \"none\", \"profiles\": {\"ci\": {\"jobs\": 8, \"report\": [\"github\"]}}}",
      "{\"verbose\": true, \"quiet\": true, \"fail-fast\": true, \"max-failures\": 2}",
      "{\"replay\": {\"schedule\": \"canonical\"}, \"merge\": {\"junit\": \"m.xml\"}}",
      "{\"report\": {\"output\": \"a.md\", \"schedule\": \"@an.schedule\"}}",
    ])
  func goodValue(_ text: String) throws {
    try write(text)
    let call = try call(["explain", "S0107"])
    #expect(call.exitCode == 0, "\(call.errors)")
  }

  @Test("is one that can be read, where its name stands")
  func dangling() throws {
    try FileManager.default.createSymbolicLink(
      atPath: root.path(of: "sluice.json"), withDestinationPath: "nowhere")
    let call = try call(["list"])
    #expect(call.exitCode == 64 && call.output == "")
    #expect(
      call.errors
        == "'sluice.json' can't be read: it is a link to 'nowhere', which leads to no file\n")
    try root.write("{\"jobs\": 0}", to: "nowhere")
    let linked = try self.call(["list"])
    #expect(linked.errors.hasPrefix("sluice: sluice.json:1:10: "), "\(linked.errors)")
  }

  @Test("gives way to variables, and those to the call; a profile goes before the rest")
  func precedence() throws {
    try write(
      """
      {
        "seed": 1, "schedules": "0",
        "run": { "seed": 2 },
        "profiles": { "ci": { "seed": 3 }, "night": { "level": "may", "run": { "seed": 4 } } }
      }
      """)
    #expect(try journal([]).contains("\"seed\":2"))
    #expect(try journal(["--profile", "ci"]).contains("\"seed\":3"))
    let night = try journal([], variables: ["SLUICE_PROFILE": "night"])
    #expect(night.contains("\"seed\":4") && night.contains("\"level\":\"may\""))
    #expect(night.contains("\"schedules\":\"0\""))
    let variables = ["SLUICE_SEED": "5", "SLUICE_PROFILE": "ci", "SLUICE_LEVEL": ""]
    #expect(try journal([], variables: variables).contains("\"seed\":5"))
    #expect(try journal(["--seed", "6"], variables: variables).contains("\"seed\":6"))
    let unknown = try call(["list", "--profile", "cj"])
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.hasPrefix("sluice: there is no profile 'cj'; did you mean ci?\n"))
  }

  @Test("and variables say what is wrong with their values, and where")
  func values() throws {
    try write("{\n  \"jobs\": 0\n}")
    let file = try call(["run"])
    #expect(file.exitCode == 64)
    #expect(
      file.errors.hasPrefix(
        "sluice: sluice.json:2:11: the value '0' of the option --jobs is not a whole number from 1 "
      ))
    try write("{}")
    for (name, value, message) in [
      ("SLUICE_JOBS", "x", "the value 'x' of the option --jobs is not a whole number"),
      ("SLUICE_VERBOSE", "x", "the value 'x' of the option --verbose is not true, 1, false or 0"),
      ("SLUICE_FILTER", "(", "the filter can't be read"),
      ("SLUICE_SUBJECT", "nobody", "there is no subject 'nobody'"),
      ("SLUICE_REPORT", "tap=a\ntap=b", "the option --report tap is given more than once"),
      ("SLUICE_ROOT", "nowhere", "there is no file or directory "),
    ] {
      let jobs = name == "SLUICE_JOBS" ? [] : ["--jobs", "1"]
      let call = try call(["run"] + jobs, variables: [name: value])
      #expect(call.exitCode == 64)
      let prefix = name == "SLUICE_ROOT" ? "sluice: " : "sluice: \(name): "
      #expect(call.errors.hasPrefix(prefix + message), "\(call.errors)")
    }
  }

  @Test("switches options on and off, and never against what a call says")
  func flags() throws {
    try write(
      """
      {
        "quiet": true, "run": {"fail-fast": true}, "profiles": {"loud": {"quiet": false}}
      }
      """)
    let words = ["run", "--schedules", "0", "--subject", "faulty-forgets-remove-on-cancel"]
    func isQuiet(_ call: FinishedCall) -> Bool {
      #expect(call.exitCode == 1, "\(call.errors)")
      return !call.output.contains("FAILED ")
    }
    #expect(isQuiet(try call(words)))
    #expect(!isQuiet(try call(words + ["--profile", "loud"])))
    #expect(!isQuiet(try call(words + ["--verbose"])))
    #expect(!isQuiet(try call(words, variables: ["SLUICE_QUIET": "0"])))
    #expect(isQuiet(try call(words, variables: ["SLUICE_QUIET": "1"])))
    #expect(try call(words + ["--max-failures", "9"]).exitCode == 1)
    try write("{\"jobs\": 4}")
    #expect(try call(["run", "--isolation", "none", "--schedules", "0"]).exitCode == 0)
  }

  @Test("names files from the root, wherever a call is made")
  func paths() throws {
    try write("{\"run\": {\"report\": [\"tap=out/run.tap\"], \"junit\": \"out/run.xml\"}}")
    let below = root.path(of: "Scenarios/listener")
    let call = try BuiltProgram.run(Self.words, in: below)
    #expect(call.exitCode == 0, "\(call.errors)")
    #expect(try root.read("out/run.tap").contains("\n1..3\n"))
    #expect(try root.read("out/run.xml").contains("tests=\"3\""))
    let folder = try TemporaryFolder()
    let elsewhere = try BuiltProgram.run(
      Self.words + ["--root", root.path, "--report", "tap=own.tap"], in: folder.path)
    #expect(elsewhere.exitCode == 0, "\(elsewhere.errors)")
    #expect(try folder.read("own.tap").contains("\n1..3\n"))
  }

  @Test("is named in what shows a failure again by all that the call was")
  func again() throws {
    try write("{\"seed\": 7, \"level\": \"may\"}")
    let call = try call(
      ["run", "--seed", "0", "--schedules", "0", "--subject", "faulty-forgets-remove-on-cancel"])
    #expect(call.exitCode == 1)
    let line = try #require(call.output.split(separator: "\n").first { $0.contains("again: ") })
    #expect(line.contains(" --level may ") && line.contains(" --seed 0 --schedules 0 "))
  }
}

@Suite("Words that select cases", .startsPrograms)
struct SelectorTests {
  private let root: TemporaryFolder

  init() throws { root = try SmallScenarios.root() }

  @Test(
    "are patterns of ids, or paths, for every command that takes them",
    arguments: ["list", "check", "run", "stress", "coverage", "explore", "traits"])
  func patterns(_ command: String) throws {
    let one = try BuiltProgram.run([command, "*waiting*"], in: root.path)
    #expect(one.exitCode == 0, "\(one.errors)")
    // Of the three cases it is about the one that the pattern is of, and no other.
    if command == "list" {
      #expect(one.output == "\(SmallScenarios.stem)/a waiting consumer is cancelled\n")
    } else {
      #expect(one.output.contains("1 case"), "\(one.output)")
    }
    let none = try BuiltProgram.run([command, "*nothing*"], in: root.path)
    #expect(none.exitCode == 4)
    #expect(
      none.errors.hasPrefix(
        "sluice: no case is selected; what names no file or folder is a pattern of case ids: "
          + "'*nothing*'"))
    if command == "list" {
      let both = try BuiltProgram.run(
        [command, SmallScenarios.path, "*waiting*", "*the source*"], in: root.path)
      #expect(both.output.split(separator: "\n").count == 2)
    }
    if command == "check" { #expect(one.output == "1 file, 1 case: no errors\n") }
  }

  @Test("may lead to the scenarios of another root, from anywhere")
  func outside() throws {
    let folder = try TemporaryFolder()
    let file = root.path(of: SmallScenarios.path)
    for directory in [folder.path, BuiltProgram.repository] {
      let list = try BuiltProgram.run(["list", file], in: directory)
      #expect(list.exitCode == 0, "\(list.errors)")
      #expect(list.output.split(separator: "\n").count == 3)
      let run = try BuiltProgram.run(
        ["run", file, "--schedules", "0", "--junit", folder.path(of: "report.xml")], in: directory)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try folder.read("report.xml").contains("file=\"\(SmallScenarios.path)\""))
    }
    let named = try BuiltProgram.run(["list", "--root", root.path], in: folder.path)
    #expect(named.output.split(separator: "\n").count == 3)
    try folder.write(SmallScenarios.file, to: "loose.scenario")
    let loose = try BuiltProgram.run(["list", "loose.scenario"], in: folder.path)
    #expect(loose.exitCode == 64)
  }
}
