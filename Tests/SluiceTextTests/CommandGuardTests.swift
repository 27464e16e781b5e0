import SluiceText
import Testing

@Suite("Text in the job of an engine that obeys commands")
struct CommandGuardTests {
  /// A text as it is printed, and as each engine is shown it.
  private struct Shown: CustomTestStringConvertible {
    let engines: [PipelineEngine]
    let text: String
    let result: String
    var testDescription: String { "\(engines): \(text.debugDescription)" }

    init(_ engines: PipelineEngine..., text: String, as result: String) {
      (self.engines, self.text, self.result) = (engines, text, result)
    }
  }

  private static let shown = [
    Shown(.gitHub, text: "::stop-commands::x\n", as: #":\u003Astop-commands::x"# + "\n"),
    Shown(.gitHub, text: "a\n \t ::debug::x", as: "a\n \t :\\u003Adebug::x"),
    Shown(.gitHub, text: "a\r::debug::x", as: "a\r:\\u003Adebug::x"),
    Shown(.gitHub, text: "\u{A0}\u{3000}::a::", as: "\u{A0}\u{3000}:\\u003Aa::"),
    // What a comparison by words of a language passes over is passed over here.
    Shown(.gitHub, text: "\u{FEFF}:\u{200D}:a::", as: "\u{FEFF}:\u{200D}\\u003Aa::"),
    Shown(.gitHub, text: "a ##[add-mask]b", as: "a ##\\u005Badd-mask]b"),
    Shown(.gitHub, text: "###[group]b", as: "###\\u005Bgroup]b"),
    Shown(.azure, text: "log ##VSO[task.complete]x", as: "log ##VSO\\u005Btask.complete]x"),
    Shown(.azure, text: "##[error]x", as: "##\\u005Berror]x"),
    Shown(
      .teamCity, text: "  ##teamcity[blockOpened name='x']",
      as:
        "  ##teamcity\\u005BblockOpened name='x']"),
    Shown(.gitLab, text: "a section_start:1:n", as: "a section_start\\u003A1:n"),
    Shown(.gitLab, text: "section_end:1:n", as: "section_end\\u003A1:n"),
    Shown(
      .buildkite, text: "--- a\n+++\tb\n^^^ +++",
      as:
        "---\\u0020a\n+++\\u0009b\n^^^\\u0020+++"),
    Shown(
      .azure, .teamCity, text: "##vso[a] ##teamcity[b]",
      as:
        "##vso\\u005Ba] ##teamcity\\u005Bb]"),
  ]

  @Test("begins no command, and shows what it was", arguments: shown.indices)
  func guarded(_ index: Int) throws {
    let shown = Self.shown[index]
    var whole = try #require(CommandGuard(against: shown.engines))
    #expect(whole.guarded(shown.text) == shown.result)
    // The pieces in which it comes make no difference.
    var pieces = try #require(CommandGuard(against: shown.engines))
    let parts = shown.text.unicodeScalars.map { scalar in pieces.guarded(String(scalar)) }
    #expect(parts.joined() == shown.result)
  }

  @Test(
    "has the bytes that it had where no command begins",
    arguments: [
      "a::b::c", "std::vector", ": :a", "a --- b", "----", "# #[a]", "##", "##vs0[",
      "\u{1B}[31mred\u{1B}[0m\n", "##\u{1B}[31mred", "e\u{301}\r\n", "section_start", "",
    ])
  func untouched(_ text: String) throws {
    var commandGuard = try #require(CommandGuard(against: PipelineEngine.allCases))
    #expect(Array(commandGuard.guarded(text).utf8) == Array(text.utf8))
  }

  @Test("keeps the values of JSON")
  func json() throws {
    var commandGuard = try #require(CommandGuard(against: PipelineEngine.allCases))
    let text = commandGuard.guarded(###"{"a":"\\##vso[b] ##[c]"}"###)
    #expect(text == ###"{"a":"\\##vso\u005Bb] ##\u005Bc]"}"###)
  }

  @Test("leaves the kit's own command, and nothing inside it begins another")
  func own() throws {
    var commandGuard = try #require(CommandGuard(against: PipelineEngine.allCases))
    let command = "::error title=a::##vso[b]%0A::c\n"
    #expect(commandGuard.guarded(command: command) == "::error title=a::##vso\\u005Bb]%0A::c\n")
    #expect(commandGuard.guarded("::x::") == ":\\u003Ax::")
  }

  @Test("needs a guard where the variable of an engine is neither empty nor switched off")
  func engines() {
    for engine in PipelineEngine.allCases {
      for value in ["1", "true", "True", "2026.1"] {
        let running = PipelineEngine.running { name in name == engine.variable ? value : nil }
        #expect(running == [engine])
      }
      for value in [nil, "", "0", "false", "False"] {
        let running = PipelineEngine.running { name in name == engine.variable ? value : nil }
        #expect(running == [])
      }
    }
    if CommandGuard(against: []) != nil { Issue.record("a guard against no engine") }
    #expect(CommandGuard.guarded("::a::", in: ["CI": "true"]) == "::a::")
    #expect(CommandGuard.guarded("::a::", in: ["GITHUB_ACTIONS": "true"]) == ":\\u003Aa::")
  }
}
