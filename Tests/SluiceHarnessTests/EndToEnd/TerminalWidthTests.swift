import Foundation
import ShippedGate
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceText
import Testing

/// A call of the program in memory, for a reader with so many columns.
struct WideCall {
  let exitCode: ExitCode
  let output: String
  let errors: String

  /// - Parameters:
  ///   - arguments: The words behind the program's name.
  ///   - directory: Where it is called.
  ///   - terminal: The columns of the terminal; nil for none.
  ///   - said: What the environment says of columns.
  init(
    _ arguments: [String], in directory: String = BuiltProgram.repository, terminal: Int? = nil,
    said: String? = nil
  ) {
    let isTerminal = terminal != nil
    let output = RecordingSink(isTerminal: isTerminal, columns: terminal)
    let errors = RecordingSink(isTerminal: isTerminal, columns: terminal)
    let environment = CommandEnvironment(
      arguments: arguments,
      variables: EnvironmentVariables(
        ["NO_COLOR": "1"].merging(said.map { said in ["COLUMNS": said] } ?? [:]) { $1 }),
      workingDirectory: directory, executablePath: BuiltProgram.path, standardOutput: output,
      standardError: errors)
    exitCode = ShippedGate.harness.run(in: environment)
    self.output = output.text
    self.errors = errors.text
  }

  /// The lines of both streams; of a bar that is drawn again each state is one.
  var lines: [String] {
    (output + errors).replacing("\r\u{1B}[K", with: "\n")
      .split(separator: "\n").map { line in String(line) }
  }

  /// The lines that are too wide.
  func tooWide(for columns: Int) -> [String] {
    lines.filter { line in DisplayWidth.of(line) > columns }
  }
}

@Suite("A terminal's width", .startsPrograms)
struct TerminalWidthTests {
  private static let widths = [60, 80, 98, 200]
  /// A table of all streams, with the numbers of cases of one file.
  private static let streams = ["list", "--streams", "Scenarios/listener/unit/errors.scenario"]

  /// The letters of a text, whatever lines it stands in.
  private static func ink(_ text: String) -> String {
    text.filter { letter in !letter.isWhitespace }
  }

  @Test("is kept to by the help of each command, which says the same", arguments: widths)
  func help(_ columns: Int) throws {
    for name in HelpGoldens.commands.keys.sorted() {
      let call = WideCall([name, "--help"], terminal: columns)
      #expect(call.tooWide(for: columns) == [], "\(name)")
      #expect(Self.ink(call.output) == Self.ink(try #require(HelpGoldens.commands[name])))
      if columns >= 80 { #expect(call.output == HelpGoldens.commands[name]) }
    }
    let program = WideCall(["--help"], terminal: columns)
    #expect(program.tooWide(for: columns) == [])
    #expect(Self.ink(program.output) == Self.ink(HelpGoldens.program))
    #expect(WideCall([], terminal: columns).tooWide(for: columns) == [])
  }

  @Test(
    "is kept to by lists, tables, explanations and errors, which say the same",
    arguments: [
      ["list", "Scenarios/listener/cancellation/races.scenario"], streams, ["explain", "rules"],
      ["explain", "traits"], ["explain", "latency"], ["explain", "cancellation.suspended-removes"],
      ["explain", "listener.send"], ["run", "--subject", "nobody"],
      ["run", "--wrong", "x"],
      [
        "list", "--filter", "tag:no/such/thing/anywhere/at/all/to/be/seen",
        "Scenarios/listener/unit/errors.scenario",
      ],
      [
        "coverage", "Scenarios/listener/cancellation/races.scenario", "--schedules", "1",
        "--isolation", "none",
      ],
      [
        "traits", "--isolation", "none", "Scenarios/listener/cancellation/waiting.scenario",
        "proposal", "reference",
      ],
    ])
  func lists(_ words: [String]) {
    let usual = WideCall(words)
    // A file that is not there would be wrong for every terminal alike.
    #expect((usual.exitCode == .usage) == (words[0] == "run"))
    for columns in Self.widths {
      let terminal = WideCall(words, terminal: columns)
      for call in columns == 60 ? [terminal, WideCall(words, said: "60")] : [terminal] {
        #expect(call.tooWide(for: columns) == [])
        #expect(call.exitCode == usual.exitCode)
        // Where a table has no room, each row has the names in its head beside it.
        guard words != Self.streams || columns == 200 else { continue }
        #expect(Self.ink(call.output) == Self.ink(usual.output))
        #expect(Self.ink(call.errors) == Self.ink(usual.errors))
      }
    }
  }

  @Test("is kept to by what 'check' finds, which points at the same places", arguments: widths)
  func check(_ columns: Int) throws {
    let root = try SmallScenarios.root()
    let long = String(repeating: "very ", count: 40)
    try root.write(
      """
      format 1

      scenario "a \(long) long name 日本語\(String(repeating: "語", count: 60))"
        tags plain
        timeline
          @0ms    S = listener.values(\(String(repeating: "1, ", count: 60)) nothing: "\(long)")
                  expect S next "\(long)" also "\(String(repeating: "é", count: 90))" here
          @5ms    nonsense.of-a-word(\(long))
          @2ms    cancel T
      """, to: "Scenarios/listener/unit/wrong.scenario")
    let usual = WideCall(["check"], in: root.path)
    let call = WideCall(["check"], in: root.path, terminal: columns)
    #expect(call.exitCode == .usage && usual.exitCode == .usage)
    #expect(call.tooWide(for: columns) == [])
    func codes(_ text: String) -> [String] {
      text.matches(of: /\[S\d+\]/).map { match in "\(match.output)" }
    }
    #expect(!codes(usual.errors).isEmpty && codes(call.errors) == codes(usual.errors))
    let marks = { (text: String) in text.split(separator: "\n").count { $0.contains("^") } }
    #expect(marks(call.errors) == marks(usual.errors))
    // What is cut says so.
    #expect(call.lines.contains { line in line.hasSuffix("…") })
    for form in ["gcc", "json"] {
      #expect(
        WideCall(["check", "--format", form], in: root.path, terminal: columns).errors
          == WideCall(["check", "--format", form], in: root.path).errors)
    }
  }

  /// Calls that end with failures of all sorts: broken rules, expectations, hangs, races.
  private static let failing = [
    ["run", "--subject", "proposal", "--schedules", "0", "Scenarios/listener/cancellation"],
    [
      "run", "--subject", "faulty-checks-unlocks-and-adds", "--verbose", "*early/*under way*",
      "Scenarios/listener/cancellation/early.scenario",
    ],
    ["run", "--subject", "proposal", "--schedules", "0", "--log", "Scenarios/websocket"],
    ["run", "--subject", "proposal", "--schedules", "0", "--quiet", "Scenarios/websocket"],
    [
      "explore", "--subject", "proposal", "--runs", "3",
      "Scenarios/listener/cancellation/waiting.scenario",
    ],
    [
      "replay", "--subject", "proposal", "--schedule", "canonical", "--log", "--filter",
      "id:\"listener/cancellation/waiting/a waiting consumer is cancelled\"",
      "Scenarios/listener/cancellation/waiting.scenario",
    ],
  ]

  @Test("is kept to by failures with their logs, whatever asks for them", arguments: failing)
  func failures(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    let journal = folder.path(of: "run.json")
    let reports = ["--junit", folder.path(of: "junit.xml")]
    let isRun = words[0] == "run"
    let first =
      words + ["--isolation", "none"] + (isRun ? reports + ["--report", "json=\(journal)"] : [])
    // What was played once is told for each width.
    let again = isRun ? ["merge", journal, "--verbose"] + reports : first
    for (words, columns) in [(first, 60), (again, 80), (again, 98), (again, 200)] {
      let call = WideCall(words, terminal: columns)
      let hasPlayed = [ExitCode.success, .failure].contains(call.exitCode)
      #expect(call.lines.count > 5 && hasPlayed, "\(call.errors)")
      #expect(call.tooWide(for: columns) == [])
    }
  }

  @Test("changes nothing of reports, and of no form that programs read", arguments: [60, 200])
  func reports(_ columns: Int) throws {
    let words = [
      "run", "--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0", "--reproducible",
      "--isolation", "none", "Scenarios/listener/cancellation/waiting.scenario", "--format",
    ]
    for form in ["gcc", "json"] {
      let folder = try TemporaryFolder()
      let calls = [nil, columns].enumerated().map { number, columns in
        WideCall(
          words + [
            form, "--junit", folder.path(of: "\(number).xml"), "--report",
            "html=\(folder.path(of: "\(number).html"))", "--report",
            "tap=\(folder.path(of: "\(number).tap"))",
          ], said: columns.map { columns in "\(columns)" })
      }
      #expect(calls[0].output == calls[1].output && calls[0].exitCode == .failure)
      for kind in ["xml", "html", "tap"] {
        let both = try [0, 1].map { number in try folder.bytes(of: "\(number).\(kind)") }
        #expect(both[0] == both[1], "\(kind)")
      }
    }
  }

  @Test("is the terminal's own, or else what the environment says, and of use or passed over")
  func said() {
    let line = String(repeating: "a", count: 90)
    let words = ["run", "--subject", line]
    let widest = { (call: WideCall) in call.lines.map(DisplayWidth.of).max() ?? 0 }
    #expect(widest(WideCall(words)) > 100)
    #expect(widest(WideCall(words, said: "70")) <= 70)
    #expect(widest(WideCall(words, terminal: 75, said: "300")) <= 75)
    #expect(widest(WideCall(words, said: "7")) == 60)
    for none in ["", "0"] {
      #expect(WideCall(words, said: none).errors == WideCall(words).errors)
    }
    for wrong in ["x", "-70", "70.5", "100000000000000000000", "10001"] {
      let call = WideCall(["--version"], said: wrong)
      #expect(
        call.errors
          == "sluice: COLUMNS is passed over: '\(wrong)' is no number from 1 to 10000\n")
      #expect(call.exitCode == .success)
    }
    #expect(WideCall(["worker", "--help"], said: "x").errors == "")
  }
}

@Suite("What a log leaves out", .startsPrograms)
struct LeftOutTests {
  private static let words = [
    "run", "--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0", "--filter",
    "id:\"*a waiting consumer is cancelled\"", "Scenarios/listener/cancellation/waiting.scenario",
  ]

  /// The rows of the diagram in a text, without its blanks on the left.
  private static func rows(of text: String) -> [String] {
    let lines = text.split(separator: "\n").map { line in line.drop { $0 == " " } }
    return lines.drop { line in !line.hasPrefix("log ") }.dropFirst()
      .prefix { line in !line.hasPrefix("all entries: ") && !line.hasPrefix("again: ") }
      .filter { line in !line.hasPrefix("…") && !line.hasPrefix("schedule") }
      .map { line in String(line) }
  }

  @Test("is shown by the command that stands below, in the same notation", arguments: ["", "60"])
  func shown(_ columns: String) throws {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run(
      Self.words + ["--junit", folder.path(of: "junit.xml")], variables: ["COLUMNS": columns])
    #expect(call.output.contains(" left out\n"))
    let start = try #require(call.output.firstRange(of: "all entries: "))
    let command = call.output[start.upperBound...].prefix(
      upTo: try #require(call.output.firstRange(of: "  again: ")).lowerBound)
    #expect(command.hasSuffix(" --log\n"))
    let again = try BuiltProgram.shell(
      "COLUMNS=\(columns); export COLUMNS; \(command.dropLast()) --junit '\(folder.path(of: "b"))'")
    #expect(again.exitCode == 1, "\(again.errors)")
    #expect(!again.output.contains("left out") && !again.output.contains("all entries: "))
    let (some, all) = (Self.rows(of: call.output), Self.rows(of: again.output))
    #expect(some.count > 8 && all.count > some.count + 5)
    #expect(all.starts(with: some))
    #expect(all.contains { line in line.contains("(all is") })
  }

  @Test("is not asked for where nothing is left out, and not told in reports")
  func none() throws {
    let folder = try TemporaryFolder()
    let whole = WideCall(
      Self.words + ["--isolation", "none", "--log", "--junit", folder.path(of: "junit.xml")])
    #expect(!whole.output.contains("left out") && !whole.output.contains("all entries: "))
    let report = String(decoding: try folder.bytes(of: "junit.xml"), as: UTF8.self)
    #expect(report.contains("left out") && !report.contains("all entries: "))
  }

  @Test("of a replay is every entry, also of one that passes")
  func replay() {
    let words = [
      "replay", "--schedule", "canonical", "--isolation", "none", "--filter",
      "id:\"listener/cancellation/waiting/a waiting consumer is cancelled\"",
      "Scenarios/listener/cancellation/waiting.scenario",
    ]
    let passed = WideCall(words + ["--log"])
    #expect(passed.exitCode == .success)
    let rows = Self.rows(of: passed.output)
    #expect(rows.count > 15 && rows.contains { row in row.contains("(all is let go of)") })
    #expect(passed.output.contains("999.999999ms") && !passed.output.contains("999999999ns"))
    #expect(passed.output.contains("\npassed under this schedule: "))
    #expect(!WideCall(words).output.contains("(quiet)"))
  }

  @Test("crosses to be drawn, and with every event, only where somebody reads that")
  func extents() throws {
    let id = "listener/cancellation/waiting/a waiting consumer is cancelled"
    let scenario = try #require(ShippedScenarios.cases().first { scenario in scenario.id == id })
    let runner = CaseRunner(
      products: ShippedGate.products, subjectName: "faulty-forgets-remove-on-cancel")
    var extent = CaseFailure.Extent()
    func failure() throws -> CaseFailure {
      try #require(CaseExplorer(of: scenario, playedBy: runner, account: extent).result().failure)
    }
    func rows(_ failure: CaseFailure) -> Int { failure.log?.rows.count ?? 0 }
    let plain = try failure()
    #expect(plain.events == nil && plain.leftOut == 12)
    extent.drawing = .near
    let drawn = try failure()
    #expect(rows(drawn) > rows(plain) && drawn.events == nil)
    extent.hasEvents = true
    let full = try failure()
    let entries = full.log?.rows.reduce(0) { count, row in count + row.entries }
    #expect(full.events?.lines.count == entries)
    #expect(plain.text() == drawn.text() && plain.text() == full.text())
  }
}
