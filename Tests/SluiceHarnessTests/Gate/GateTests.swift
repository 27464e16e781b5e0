import Foundation
import ShippedProducts
import SluiceHarness
import Testing

@Suite("A gate of one's own", .startsPrograms)
struct GateTests {
  private static let one = Harness(name: "gate", subjects: [OwnStreams.right])
  private static let leaking = Harness(name: "gate", subjects: [OwnStreams.leaking])
  private static let two = Harness(
    name: "gate", subjects: [OwnStreams.right, OwnStreams.leaking])

  /// A file of the kit in which waiting and busy consumers are cancelled.
  private static let operand = "sluice:/Scenarios/listener/cancellation/waiting.scenario"

  /// The root of a package of one's own, with nothing in it.
  private static func package() throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    try root.makeFolder("Sources/Gate")
    return root
  }

  private static func run(
    _ harness: Harness, _ arguments: [String], in folder: TemporaryFolder
  ) -> MemoryCall {
    MemoryCall(
      ["run", "--isolation", "none", "--schedules", "0"] + arguments, of: harness, in: folder.path)
  }

  private struct Listed: Decodable {
    var id: String
    var file: String
    var skip: String?
  }

  private static func listed(_ output: String) throws -> [Listed] {
    try output.split(separator: "\n").map { line in
      try JSONDecoder().decode(Listed.self, from: Data(line.utf8))
    }
  }

  private static func subject(_ name: String) -> Subject {
    var subject = OwnStreams.leaking
    subject.name = name
    return subject
  }

  @Test("has the rules below its level as advice, which fail nothing")
  func level() throws {
    let root = try Self.package()
    let gate = { (level: Rule.Level?) in
      let subjects = [OwnStreams.eager]
      return level.map { level in Harness(name: "gate", subjects: subjects, level: level) }
        ?? Harness(name: "gate", subjects: subjects)
    }
    for (level, words) in [(nil, []), (.should, ["--level", "must"]), (.must, [])]
      as [(Rule.Level?, [String])]
    {
      let call = Self.run(gate(level), [Self.operand] + words, in: root)
      #expect(call.exitCode == .success)
      #expect(call.output.contains("\nmust: all held; 1 piece of advice\n"))
      let isUsual = level != .should
      #expect(call.output.contains(" --level should ") == isUsual)
    }
    for (level, words) in [(nil, ["--level", "should"]), (.should, [])] as [(Rule.Level?, [String])]
    {
      let call = Self.run(gate(level), [Self.operand] + words, in: root)
      #expect(call.exitCode == .failure)
      #expect(!call.output.contains("advice"))
    }
  }

  @Test("reports the rule of the failure before other rules of the case")
  func ruleOfTheFailure() throws {
    let gate = Harness(name: "gate", subjects: [OwnStreams.eagerAndLeaking])
    let call = Self.run(
      gate, [Self.operand, "--level", "should", "--format", "json"], in: try Self.package())
    let failed = try ReportedCase.all(in: call.output).filter { $0.type == "RuleViolation" }
    #expect(failed.contains { one in one.rules.count > 1 })
    for one in failed {
      #expect(one.message?.hasPrefix("\(one.rules.first ?? ""): ") == true, "\(one)")
    }
  }

  @Test(
    "says why it can't be run as it is written, whatever is called",
    arguments: [
      ([], "the gate names no stream"),
      (["twin", "twin"], "two streams of the gate are called 'twin'"),
      (["reference", "other"], "of several streams none can be called 'reference'"),
      ([""], "can't be called ''"), (["../up"], "can't be called '../up'"),
      (["--subject"], "can't be called '--subject'"),
      (["two\nlines"], #"can't be called 'two\u{A}lines'"#),
    ])
  func mistakes(_ names: [String], _ sentence: String) throws {
    let root = try Self.package()
    let gate = Harness(name: "gate", subjects: names.map(Self.subject))
    for words in [["run"], ["traits"], ["check"]] {
      let call = MemoryCall(words, of: gate, in: root.path)
      #expect(call.exitCode == .harnessFailure)
      #expect(call.errors.contains(sentence), "\(call.errors)")
      #expect(call.output == "")
    }
  }

  @Test("means its one stream where none is named, and runs the kit's scenarios of its product")
  func oneSubject() throws {
    let root = try Self.package()
    let list = MemoryCall(
      ["list", "--format", "json"], of: Self.one, in: root.path(of: "Sources/Gate"))
    #expect(list.exitCode == .success)
    #expect(list.errors == "")
    let cases = try Self.listed(list.output)
    #expect(cases.count > 100)
    #expect(cases.allSatisfy { one in one.file.hasPrefix("sluice:/Scenarios/listener/") })
    #expect(cases.contains { one in one.skip == nil })
    let run = Self.run(Self.one, [Self.operand, "--format", "json"], in: root)
    #expect(run.exitCode == .success, "\(run.output)")
    #expect(run.errors == "")
    let reported = try ReportedCase.all(in: run.output)
    #expect(reported.contains { one in one.outcome == "passed" })
    #expect(reported.allSatisfy { one in one.file == Self.operand })
    #expect(try root.read("Reports/junit.xml").contains(#"name="subject" value="right""#))
  }

  @Test("tells how to see a failure again: its own name, the file as it is shown, the stream")
  func again() throws {
    let root = try Self.package()
    let run = Self.run(Self.leaking, [Self.operand, "--format", "json"], in: root)
    #expect(run.exitCode == .failure)
    let failed = try #require(
      try ReportedCase.all(in: run.output).first { one in
        one.rules.contains("cancellation.suspended-removes")
      })
    let body = try #require(failed.body)
    let again = "again: swift run gate run \(Self.operand) --subject leaking --schedules 0 --filter"
    #expect(body.contains(again), "\(body)")
    let replay = "swift run gate replay \(Self.operand) --subject leaking --filter"
    let replayed = MemoryCall(
      [
        "replay", Self.operand, "--subject", "leaking", "--filter", "id:\"\(failed.id)\"",
        "--schedule", "canonical", "--isolation", "none",
      ], of: Self.leaking, in: root.path)
    #expect(replayed.exitCode == .failure, "\(replayed.errors)")
    #expect(replayed.output.contains("again: \(replay)"), "\(replayed.output)")
  }

  @Test("runs each of several streams where none is named, with a report of its own")
  func severalSubjects() throws {
    let root = try Self.package()
    let run = Self.run(Self.two, [Self.operand], in: root)
    #expect(run.exitCode == .failure)
    #expect(run.errors == "gate: subject right\ngate: subject leaking\n")
    let right = try root.read("Reports/right.xml")
    #expect(right.contains(#"value="right""#) && !right.contains("<failure"))
    let leaking = try root.read("Reports/leaking.xml")
    #expect(leaking.contains(#"value="leaking""#) && leaking.contains("<failure"))
    let named = Self.run(Self.two, [Self.operand, "--subject", "right"], in: root)
    #expect(named.exitCode == .success)
    #expect(named.errors == "")
  }

  @Test("judges a container of one's own by the kit's scenarios about containers")
  func ownContainer() throws {
    let root = try Self.package()
    let gate = Harness(
      name: "gate",
      subjects: [
        .container("mine") { _ in OwnContainer() },
        .container("forgetful") { _ in OwnContainer(forgets: true) },
      ], products: [CoreProduct.product])
    let folder = "sluice:/Scenarios/core"
    let smoke = [
      "--filter",
      "tag:smoke & !tag:missing & !tag:cycle & !rule:container.second-is-reported",
    ]
    let mine = Self.run(gate, [folder, "--subject", "mine"] + smoke, in: root)
    #expect(mine.exitCode == .success, "\(mine.output)")
    #expect(mine.output.contains("0 failed, 0 errors, 0 skipped"))
    let forgetful = Self.run(
      gate, [folder, "--subject", "forgetful", "--format", "json"] + smoke, in: root)
    #expect(forgetful.exitCode == .failure)
    let broken = try ReportedCase.all(in: forgetful.output).flatMap { one in one.rules }
    #expect(broken.contains("container.cached-is-one"))
  }

  @Test("judges bridges of one's own, of either direction, by the kit's scenarios about publishers")
  func ownBridges() throws {
    let root = try Self.package()
    let gate = Harness(
      name: "gate",
      subjects: [
        .publisher("mine") { source in OwnPublisher(source: source) },
        .publisher("greedy") { source in OwnPublisher(source: source, isGreedy: true) },
        .values("other") { publisher in OwnValues(publisher: publisher) },
      ], products: [DemandProduct.product])
    let smoke = ["sluice:/Scenarios/demand", "--filter", "tag:smoke"]
    for name in ["mine", "other"] {
      let call = Self.run(gate, smoke + ["--subject", name], in: root)
      #expect(call.exitCode == .success, "\(call.output)")
      #expect(call.output.contains("0 failed, 0 errors"))
    }
    let greedy = Self.run(
      gate, smoke + ["--subject", "greedy", "--format", "json"], in: root)
    #expect(greedy.exitCode == .failure)
    let broken = try ReportedCase.all(in: greedy.output).flatMap { one in one.rules }
    #expect(broken.contains("demand.never-exceeded"))
  }

  @Test(
    "has one of several streams named for what is about one, and lists them",
    arguments: [
      ["list"], ["replay", "--schedule", "canonical"], ["explore"], ["stress"],
      ["run", "--junit", "report.xml"], ["run", "--known-failing", "list.txt"],
      ["run", "--write-known-failing", "list.txt"], ["run", "--write-scenarios", "failures"],
    ])
  func needsSubject(_ words: [String]) throws {
    let root = try Self.package()
    let call = MemoryCall(words, of: Self.two, in: root.path)
    #expect(call.exitCode == .usage)
    #expect(
      call.errors == """
        gate: there are several streams here; say which with --subject; there are
          right, leaking
        See 'gate \(words[0]) --help'.

        """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root.path).count == 2)
  }

  @Test("says once what is wrong for all of its streams, and stops after the one that is stopped")
  func ends() throws {
    let root = try Self.package()
    let nothing = Self.run(Self.two, ["--filter", "tag:nothing-has-it", Self.operand], in: root)
    #expect(nothing.exitCode == .nothingSelected)
    #expect(nothing.errors == "gate: subject right\ngate: no case is selected\n")
    let stopSignal = StopSignal()
    stopSignal.raise(15)
    let stopped = MemoryCall(
      ["run", "--isolation", "none", Self.operand], of: Self.two, in: root.path,
      stopSignal: stopSignal)
    #expect(stopped.exitCode == .harnessFailure)
    #expect(!stopped.errors.contains("subject leaking"))
  }

  @Test("helps with its own name, and says which stream a call means")
  func help() {
    let one = MemoryCall(["run", "--help"], of: Self.one, in: "/").output
    #expect(one.hasPrefix("Usage: gate run [OPTION...] [PATTERN...]\n"))
    #expect(one.contains("the streams under test (default: right)\n"))
    #expect(one.contains("(default: Reports/junit.xml)"))
    let two = MemoryCall(["run", "--help"], of: Self.two, in: "/").output
    #expect(two.contains("(default: each of them, in\n"))
    #expect(two.contains("Reports/SUBJECT.xml)"))
    let list = MemoryCall(["list", "--help"], of: Self.two, in: "/").output
    #expect(!list.contains("in turn"))
    let stress = MemoryCall(["stress", "--help"], of: Self.one, in: "/").output
    #expect(stress.replacing("\n", with: " ").contains("'gate explain RULE --all'"))
    #expect(!stress.contains("'sluice"))
    #expect(stress.split(separator: "\n").allSatisfy { line in line.count <= 80 })
    let program = MemoryCall(["--help"], of: Self.one, in: "/").output
    #expect(program.hasPrefix("Usage: gate COMMAND"))
    #expect(!program.contains("bench"))
    #expect(MemoryCall(["--version"], of: Self.one, in: "/").output.hasPrefix("gate "))
  }

  @Test("takes the kit's places however they are written, and refuses others")
  func places() throws {
    let root = try Self.package()
    let folder = "sluice:/Scenarios/listener/cancellation"
    let whole = MemoryCall(["list", folder], of: Self.one, in: root.path)
    #expect(whole.exitCode == .success)
    for other in ["\(folder)/", "\(folder)/../cancellation", "\(folder)//"] {
      #expect(MemoryCall(["list", other], of: Self.one, in: root.path).output == whole.output)
      let both = MemoryCall(["list", folder, other], of: Self.one, in: root.path)
      #expect(both.output == whole.output, "\(both.errors)")
    }
    for (place, reason) in [
      ("sluice:/Scenarios/listener/unit/none.scenario", "there is no file or directory"),
      ("sluice:/Scenarios/none", "there is no file or directory"),
      ("sluice:/", "lies outside of"),
      ("sluice:/Scenarios/not-exercised.txt", "is no .scenario file"),
    ] {
      let call = MemoryCall(["list", place], of: Self.one, in: root.path)
      #expect(call.exitCode == .usage, "\(place)")
      #expect(call.errors.contains(reason), "\(place): \(call.errors)")
    }
  }
}

@Suite("Scenarios of one's own", .startsPrograms)
struct OwnScenarioTests {
  private static let gate = Harness(
    name: "gate", subjects: [OwnStreams.right, OwnStreams.ovenStream], products: [OwnStreams.oven])

  private static func root(_ files: [String: String]) throws -> TemporaryFolder {
    let root = try TemporaryFolder()
    try root.write("// swift-tools-version: 6.3\n", to: "Package.swift")
    for (path, timeline) in files {
      let text = "format 1\n\nscenario \"of my own\"\n  timeline\n    @0ms    \(timeline)\n"
      try root.write(text, to: path)
    }
    return root
  }

  @Test("are listed and run beside the kit's")
  func beside() throws {
    let path = "Scenarios/listener/unit/x.scenario"
    let root = try Self.root([
      path: "S = listener.values()\n            listener.send(21)\n            expect S next 21"
    ])
    let list = MemoryCall(["list"], of: Self.gate, in: root.path)
    let lines = list.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("listener/unit/x/of my own"), "\(list.errors)")
    #expect(lines.count > 100)
    let run = MemoryCall(
      ["run", "--isolation", "none", "--schedules", "4", "--filter", "id:\"*of my own*\""],
      of: Self.gate, in: root.path(of: "Scenarios/listener"))
    #expect(run.exitCode == .success, "\(run.output)\(run.errors)")
    #expect(try root.read("Reports/junit.xml").contains(#"tests="1""#))
  }

  @Test("may stand in an empty folder as yet, or have none")
  func none() throws {
    let root = try Self.root([:])
    let without = MemoryCall(["check"], of: Self.gate, in: root.path)
    try root.makeFolder("Scenarios")
    let empty = MemoryCall(["check"], of: Self.gate, in: root.path)
    #expect(without.exitCode == .success, "\(without.errors)")
    #expect(empty.exitCode == .success)
    #expect(empty.output == without.output)
  }

  @Test("are told from the kit's where they are called alike")
  func alike() throws {
    let path = "Scenarios/listener/unit/completion.scenario"
    let root = try TemporaryFolder()
    try root.write(
      String(contentsOfFile: "\(BuiltProgram.repository)/\(path)", encoding: .utf8), to: path)
    try root.write(
      String(
        contentsOfFile: "\(BuiltProgram.repository)/Scenarios/listener/flows.scenario",
        encoding: .utf8),
      to: "Scenarios/listener/flows.scenario")
    let call = MemoryCall(["check"], of: Self.gate, in: root.path)
    #expect(call.exitCode == .usage)
    #expect(call.errors.contains("already, at Scenarios/listener/unit/completion.scenario:4"))
    #expect(call.errors.contains("sluice:/Scenarios/listener/unit/completion.scenario:4:1: error"))
  }

  @Test("may be about a product of one's own, whose words are checked and explained")
  func ownProduct() throws {
    let path = "Scenarios/oven/unit/oven.scenario"
    let root = try Self.root([
      path: "S = oven.temperatures()\n            oven.heat(180)\n            expect S next 180"
    ])
    let run = MemoryCall(
      ["run", "--isolation", "none", "--schedules", "4", path], of: Self.gate, in: root.path)
    #expect(run.exitCode == .success, "\(run.output)\(run.errors)")
    let explained = MemoryCall(["explain", "oven.heat"], of: Self.gate, in: root.path)
    #expect(explained.output.hasPrefix("oven.heat(INT)\n\nSets the temperature.\n"))
  }

  @Test(
    "that use a word wrongly are shown with the place",
    arguments: [
      ("oven.heat(\"hot\")", 23, "is an integer"), ("oven.heat()", 13, "needs an integer"),
      ("oven.cool(1)", 13, "oven.cool"),
    ])
  func misused(_ line: String, _ column: Int, _ words: String) throws {
    let path = "Scenarios/oven/unit/oven.scenario"
    let root = try Self.root([path: line])
    let check = MemoryCall(["check", "--format", "gcc"], of: Self.gate, in: root.path)
    #expect(check.exitCode == .usage)
    #expect(check.errors.hasPrefix("\(path):5:\(column): error: "), "\(check.errors)")
    #expect(check.errors.contains(words), "\(check.errors)")
  }

  @Test("that ask for what the backend can't do are shown with the line and the reason")
  func refused() throws {
    let path = "Scenarios/oven/unit/oven.scenario"
    let root = try Self.root([path: "oven.heat(301)"])
    let run = MemoryCall(
      ["run", "--isolation", "none", "--schedules", "0", "--format", "json", path], of: Self.gate,
      in: root.path)
    #expect(run.exitCode == .failure)
    let failed = try #require(try ReportedCase.all(in: run.output).first)
    #expect(failed.type == "ScenarioUnusable")
    #expect(failed.message == "an oven gets no hotter than 300 degrees")
    #expect(failed.file == path)
    #expect(failed.line == 5)
  }
}
