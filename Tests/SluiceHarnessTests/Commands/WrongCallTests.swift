import SluiceHarness
import Testing

/// Words of a call and what is said about them.
struct WrongCall: CustomTestStringConvertible {
  var words: [String]
  var message: String
  var testDescription: String { words.joined(separator: " ") }

  init(_ words: [String], _ message: String) {
    self.words = words
    self.message = message
  }

  static let all: [WrongCall] = [
    WrongCall(["rum"], "there is no command 'rum'; did you mean run?"),
    WrongCall(["chekc"], "there is no command 'chekc'; did you mean check?"),
    WrongCall(["frobnicate"], "there is no command 'frobnicate'"),
    WrongCall(["workr"], "there is no command 'workr'"),
    WrongCall([""], "there is no command ''"),
    WrongCall(["a\u{1B}[31m\nb"], "there is no command 'a\\u{1B}[31m\\u{A}b'"),
    WrongCall(["--subject", "x", "run"], "the option '--subject' must follow a command"),
    WrongCall(["-v"], "the option '-v' must follow a command"),
    WrongCall(
      ["run", "--sbject", "x"], "there is no option '--sbject'; did you mean --subject?"),
    WrongCall(
      ["run", "--sbject=x"], "there is no option '--sbject'; did you mean --subject?"),
    WrongCall(["run", "--hepl"], "there is no option '--hepl'; did you mean --help?"),
    WrongCall(["run", "-x"], "there is no option '-x'"),
    WrongCall(["run", "--chatty"], "there is no option '--chatty'"),
    WrongCall(["check", "--junit", "x"], "there is no option '--junit'"),
    WrongCall(["run", "--junit"], "the option --junit needs a value: --junit FILE"),
    WrongCall(
      ["run", "--junit", "--seed", "1"], "the option --junit needs a value: --junit FILE"),
    WrongCall(["run", "--junit", "--", "x"], "the option --junit needs a value: --junit FILE"),
    WrongCall(["run", "--junit="], "the option --junit needs a value: --junit FILE"),
    WrongCall(["run", "--junit", ""], "the option --junit needs a value: --junit FILE"),
    WrongCall(
      ["run", "--reproducible=yes"],
      "the option --reproducible takes no value, but was given 'yes'"),
    WrongCall(
      ["run", "--seed", "1", "--seed=1"], "the option --seed is given more than once"),
    WrongCall(
      ["run", "--reproducible", "--reproducible"],
      "the option --reproducible is given more than once"),
    WrongCall(
      ["run", "--report", "x.xml"],
      "the value 'x.xml' of the option --report is not a kind and a file, as in json=run"),
    WrongCall(
      ["run", "--report", "junit9=x"], "there is no report 'junit9'; did you mean junit?"),
    WrongCall(
      ["run", "--report", "zzzzzzzz=x"],
      "there is no report 'zzzzzzzz'; there are\n"
        + "  junit, junit10, surefire, windyroad, html, tap, github, json"),
    WrongCall(
      ["run", "--report", "github", "--report", "github=x"],
      "the option --report github is given more than once"),
    WrongCall(
      ["merge", "x", "--report", "tap=y", "--report", "tap=z"],
      "the option --report tap is given more than once"),
    WrongCall(
      ["run", "--report", "junit10=x", "--report", "junit10=y"],
      "the option --report junit10 is given more than once"),
    WrongCall(
      ["run", "--junit", "x", "--report", "junit=y"],
      "the options --junit and --report junit exclude each other"),
    WrongCall(
      ["run", "--report", "junit=x", "--report", "junit=y"],
      "the option --report junit is given more than once"),
    WrongCall(
      ["run", "--junit", "x", "--report", "windyroad=x"],
      "the windyroad report 'x' would take the place of the junit report 'x'"),
    WrongCall(
      ["run", "--level", "Must"],
      "the value 'Must' of the option --level is not one of must, should, may"),
    WrongCall(
      ["run", "--isolation", "thread"],
      "the value 'thread' of the option --isolation is not one of process, none"),
    WrongCall(
      ["run", "--format", "xml"],
      "the value 'xml' of the option --format is not one of human, gcc, json"),
    WrongCall(
      ["list", "--format", "gcc"],
      "the value 'gcc' of the option --format is not one of human, json"),
    WrongCall(
      ["check", "--color", "on"],
      "the value 'on' of the option --color is not one of auto, always, never"),
    WrongCall(["run", ""], "PATTERN is empty"),
    WrongCall(["explain"], "WORD is missing"),
    WrongCall(["explain", "a", "b"], "the argument 'b' is one too many"),
    WrongCall(["bench", "a"], "the argument 'a' is one too many"),
    WrongCall(
      ["bench", "--rounds", "0"],
      "the value '0' of the option --rounds is not a whole number from 1 to 1000"),
    WrongCall(
      ["worker", "--requests", "2"],
      "the value '2' of the option --requests is not a whole number from 3 to 1023"),
    WrongCall(
      ["worker", "--answers", "3"],
      "the value '3' of the option --answers is not another descriptor than --requests"),
  ]
}

@Suite("Wrong call")
struct WrongCallTests {
  @Test("is refused before any work, with a hint", arguments: WrongCall.all)
  func refused(_ wrong: WrongCall) {
    let call = Call(wrong.words)
    let isCommand = ["run", "merge", "list", "check", "explain", "bench", "worker"].contains(
      wrong.words[0])
    let hint = isCommand ? "sluice \(wrong.words[0]) --help" : "sluice --help"
    #expect(call.errors == "sluice: \(wrong.message)\nSee '\(hint)'.\n")
    #expect(call.output == "")
    #expect(call.exitCode == .usage)
  }

  @Test(
    "may be wrong about a seed",
    arguments: [
      "x", "-1", "+1", "1.0", "1e3", "0x", "0xg", "0x-1", "0x+1", "1_000", " 1",
      "18446744073709551616",
    ])
  func seed(_ text: String) {
    let call = Call(["run", "--seed", text])
    #expect(
      call.errors.contains(
        "the value '\(text)' of the option --seed is not a whole number from 0 to "
          + "18446744073709551615"))
    #expect(call.exitCode == .usage)
  }

  @Test(
    "may be wrong about a number",
    arguments: ["x", "-1", "-0", "+1", "1.0", "0x1", "0x", "007", "00", "1_000", " 1", "١"])
  func number(_ text: String) {
    let call = Call(["run", "--schedules=\(text)"])
    #expect(
      call.errors.contains(
        "the value '\(text)' of the option --schedules is not a whole number from 0 to 1000000"))
    #expect(call.exitCode == .usage)
  }

  @Test(
    "may be wrong about a time",
    arguments: [
      "0", "0.0", "-1", "+1", "s", "1ss", "1ms", "1e3", ".5", "5.", ".", "1.2.3", "1,5",
      "0.0000000001",
      "86400.1", "86401", "99999999999999999999", "inf", "nan", "0x10", "1 ", "١",
    ])
  func seconds(_ text: String) {
    let call = Call(["run", "--watchdog", text])
    #expect(
      call.errors.contains(
        "the value '\(text)' of the option --watchdog is not a number of seconds above 0, at most "
          + "86400, such as 10 or 0.5"))
    #expect(call.exitCode == .usage)
  }
}
