import ShippedGate
import SluiceHarness
import Testing

/// Words of a call and what its command is asked for.
struct GoodCall: CustomTestStringConvertible {
  var words: [String]
  var values: any Equatable & Sendable
  var testDescription: String { words.joined(separator: " ") }

  init(_ words: [String], _ values: any Equatable & Sendable) {
    self.words = words
    self.values = values
  }

  /// A `run` whose options differ from the usual ones as said.
  static func run(_ words: [String], _ change: (inout RunOptions) -> Void) -> GoodCall {
    var options = RunOptions()
    change(&options)
    return GoodCall(["run"] + words, options)
  }

  static let runs: [GoodCall] = [
    run([]) { _ in },
    run(["a", "-", "b c"]) { options in options.paths = ["a", "-", "b c"] },
    run(["--", "--junit", "--"]) { options in options.paths = ["--junit", "--"] },
    run(["--subject", "proposal"]) { options in options.subject = "proposal" },
    run(["--subject=proposal", "x"]) { options in
      options.subject = "proposal"
      options.paths = ["x"]
    },
    run(["x", "--filter", "tag:cancel & !product:storage", "y"]) { options in
      options.filter = "tag:cancel & !product:storage"
      options.paths = ["x", "y"]
    },
    run(["--filter=a=b"]) { options in options.filter = "a=b" },
    run(["--junit=--odd"]) { options in options.junit = "--odd" },
    run(["--junit", "-odd"]) { options in options.junit = "-odd" },
    run(["--level", "must"]) { options in options.level = .must },
    run(["--level=may"]) { options in options.level = .may },
    run(["--known-failing", "list.txt"]) { options in options.knownFailing = "list.txt" },
    run(["--seed", "42"]) { options in options.seed = 42 },
    run(["--seed", "0xff"]) { options in options.seed = 255 },
    run(["--seed", "18446744073709551615"]) { options in options.seed = .max },
    run(["--reproducible"]) { options in options.isReproducible = true },
    run(["--isolation", "none"]) { options in options.isolation = .none },
    run(["--format", "gcc", "--color", "never"]) { options in
      options.format = .gcc
      options.color = .never
    },
    run(["--watchdog", "86400"]) { options in options.watchdog = .seconds(86_400) },
    run(["--watchdog", "0.1"]) { options in options.watchdog = .milliseconds(100) },
    run(["--watchdog", "2.000000001"]) { options in
      options.watchdog = .nanoseconds(2_000_000_001)
    },
  ]

  static let others: [GoodCall] = {
    var list = ListOptions()
    (list.paths, list.subject, list.filter, list.format) = (["p"], "plain", "tag:a", .json)
    var check = CheckOptions()
    (check.paths, check.format, check.color) = (["p", "q"], .gcc, .always)
    var explain = ExplainOptions(word: "S0107")
    explain.color = .never
    var whole = ExplainOptions(word: "ordering.fifo")
    whole.isWhole = true
    var traits = TraitsOptions()
    (traits.words, traits.filter, traits.schedules) = (["plain", "vendor"], "tag:a", 3)
    (traits.seed, traits.isolation, traits.watchdog) = (4, .none, .seconds(5))
    traits.format = .json
    var coverage = CoverageOptions()
    (coverage.paths, coverage.subject, coverage.filter) = (["p", "q"], "plain", "tag:race")
    (coverage.schedules, coverage.seed, coverage.failsOnEmpty) = (.max, 4, true)
    (coverage.isolation, coverage.watchdog, coverage.format) = (.none, .seconds(5), .json)
    var bench = BenchOptions()
    (bench.rounds, bench.format) = (3, .json)
    var serve = ServeOptions()
    (serve.requests, serve.answers, serve.board) = (5, 6, 7)
    var stress = StressOptions()
    (stress.paths, stress.subject, stress.filter, stress.level) = (["p"], "plain", "tag:a", .must)
    (stress.rounds, stress.seed, stress.isolation, stress.watchdog) = (7, 8, .none, .seconds(5))
    return [
      GoodCall(["list"], ListOptions()),
      GoodCall(
        ["list", "p", "--subject=plain", "--filter", "tag:a", "--format=json"], list),
      GoodCall(["check"], CheckOptions()),
      GoodCall(["check", "p", "--format", "gcc", "--color", "always", "q"], check),
      GoodCall(["explain", "emit"], ExplainOptions(word: "emit")),
      GoodCall(["explain", "--color", "never", "S0107"], explain),
      GoodCall(["explain", "ordering.fifo", "--all"], whole),
      GoodCall(["traits"], TraitsOptions()),
      GoodCall(
        [
          "traits", "plain", "--filter", "tag:a", "--schedules", "3", "--seed=4", "vendor",
          "--isolation", "none", "--watchdog", "5", "--format", "json",
        ], traits),
      GoodCall(["coverage"], CoverageOptions()),
      GoodCall(
        [
          "coverage", "p", "--subject=plain", "--filter", "tag:race", "--schedules", "all", "q",
          "--seed", "4", "--fail-on-empty", "--isolation", "none", "--watchdog=5",
          "--format", "json",
        ], coverage),
      GoodCall(["bench"], BenchOptions()),
      GoodCall(["bench", "--rounds", "3", "--format", "json"], bench),
      GoodCall(["stress"], StressOptions()),
      GoodCall(
        [
          "stress", "p", "--subject=plain", "--filter", "tag:a", "--level", "must", "--rounds", "7",
          "--seed=8", "--isolation", "none", "--watchdog", "5",
        ], stress),
      GoodCall(["stress-worker", "--requests", "5", "--answers=6", "--board", "7"], serve),
      GoodCall(["worker"], ServeOptions()),
      GoodCall(["worker", "--requests", "5", "--answers=6", "--board", "7"], serve),
    ]
  }()
}

@Suite("Command")
struct CommandTests {
  @Test("is made with all of its options", arguments: GoodCall.runs + GoodCall.others)
  func good(_ call: GoodCall) throws {
    let command = try ShippedGate.harness.command(of: call.words)
    let isAsCalled = CommandTests.isEqual(call.values, command.values)
    #expect(isAsCalled, "\(command.values)")
  }

  @Test("ends with the code of its work", arguments: ExitCode.allCases)
  func exitCode(_ code: ExitCode) {
    let call = Call(["end", "--code", "\(code.rawValue)"], of: EndingCommand.harness)
    #expect(call.exitCode == code)
    #expect(call.errors == "")
    #expect(call.output == "")
  }

  @Test("can find out late that the call is wrong")
  func lateError() {
    let call = Call(["end", "--late"], of: EndingCommand.harness)
    #expect(call.exitCode == .usage)
    #expect(
      call.errors == """
        program: there is no subject 'referense'; did you mean reference?
        See 'program end --help'.

        """)
  }

  @Test("of a program's own stands where it says among the others, and is suggested like them")
  func added() {
    let names = EndingCommand.harness.commands.map { command in command.name }
    #expect(names.prefix(3) == ["run", "end", "merge"])
    #expect(Call(["--help"], of: EndingCommand.harness).output.contains("\n  end       Ends as"))
    let call = Call(["ned"], of: EndingCommand.harness)
    #expect(call.errors.hasPrefix("program: there is no command 'ned'; did you mean end?\n"))
  }

  @Test("has signals watched only if it looks at them")
  func signals() {
    for (words, isWatched) in [
      (["run"], true), (["stress"], true), (["list"], false), (["check"], false),
      (["explore"], true), (["replay", "--schedule", "canonical"], true),
      (["coverage"], true), (["traits"], true), (["merge", "nothing"], true),
      (["run", "--wrong"], false), (["run", "--help"], false),
    ] {
      let watched = Flag()
      _ = Call(words) { watched.raise() }
      #expect(watched.isRaised == isWatched, "\(words)")
    }
  }

  @Test("codes are the ones that pipelines know")
  func codes() {
    #expect(ExitCode.allCases.map { code in code.rawValue } == [0, 1, 2, 3, 4, 64])
  }

  private static func isEqual<Values: Equatable>(_ values: Values, _ other: any Equatable) -> Bool {
    values == other as? Values
  }
}
