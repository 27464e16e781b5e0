import SluiceScenarios
import Testing

@Suite("Rendering")
struct RenderingTests {
  static func render(_ text: String, _ format: DiagnosticFormat) -> String {
    let result = Reading.read(text)
    let renderer = DiagnosticRenderer(sources: result.sources)
    return result.diagnostics.map { renderer.render($0, as: format) }.joined()
  }

  @Test("people see the line, a caret underline, a second label and what was meant")
  func human() {
    let text = Reading.started(
      "@9ms firestore.putt(cities/Zürich, {})\n@10ms cancel L\n@5ms cancel L")
    let ascii = text.replacing("ü", with: "u")
    #expect(
      Self.render(ascii, .human) == """
        Scenarios/firestore/cancellation/document.scenario:5:10: error: \
        no verb has the name 'firestore.putt' [S0401]
        5 |     @9ms firestore.putt(cities/Zurich, {})
          |          ^^^^^^^^^^^^^^
          = did you mean: firestore.put
        Scenarios/firestore/cancellation/document.scenario:7:5: error: \
        5ms is before 10ms [S0504]
        6 |     @10ms cancel L
          |     ----- the latest stamp before it
        7 |     @5ms cancel L
          |     ^^^^

        """)
  }

  @Test("two places in one line are marked below each other")
  func sameLine() {
    #expect(
      Self.render(Reading.started("expect L next [1, {a: 2]"), .human) == """
        Scenarios/firestore/cancellation/document.scenario:5:23: error: \
        this '{' is never closed [S0204]
        5 |     expect L next [1, {a: 2]
          |                       ^
          |                            - '}' is missing before this

        """)
  }

  @Test("colours mark the error, its place, and what goes with it")
  func colors() throws {
    let result = Reading.read(Reading.started("expect L next [1, {a: 2]"))
    let renderer = DiagnosticRenderer(sources: result.sources, usesColor: true)
    let text = result.diagnostics.map { renderer.render($0, as: .human) }.joined()
    #expect(text.contains(":5:23: \u{1B}[1;31merror\u{1B}[0m: "))
    #expect(text.contains(" \u{1B}[1;31m^\u{1B}[0m\n"))
    #expect(text.contains(" \u{1B}[34m-\u{1B}[0m '}' is missing"))
    let gcc = result.diagnostics.map { renderer.render($0, as: .gcc) }.joined()
    #expect(!gcc.contains("\u{1B}"))
    var warning = try #require(result.diagnostics.first)
    warning.severity = .warning
    let warned = renderer.render(warning, as: .human)
    #expect(warned.contains("\u{1B}[1;33mwarning\u{1B}[0m: "))
    #expect(warned.contains(" \u{1B}[1;33m^\u{1B}[0m\n"))
  }

  @Test("editors get one line for each diagnostic")
  func gcc() {
    #expect(
      Self.render(Reading.started("expect L next 5sec"), .gcc)
        == "Scenarios/firestore/cancellation/document.scenario:5:19: error: "
        + "'sec' is not a unit of time [S0112]\n")
  }

  @Test("programs get one JSON object for each diagnostic")
  func json() {
    #expect(
      Self.render(Reading.started("expect L next 5sec"), .json)
        == #"{"code":"S0112","severity":"error","message":"'sec' is not a unit of time","#
        + #""path":"Scenarios/firestore/cancellation/document.scenario","line":5,"column":19,"#
        + #""offset":106,"endLine":5,"endColumn":23,"endOffset":110,"#
        + #""notes":["the units are ns, us, ms, s, min and h"],"suggestion":"5s"}"# + "\n")
  }

  @Test("a file can't write to the terminal, and long lines are cut around the place")
  func safety() {
    let escape = Self.render(Reading.started("expect L next \u{1B}[31m"), .human)
    #expect(!escape.unicodeScalars.contains("\u{1B}"))
    for turn: Unicode.Scalar in ["\u{61C}", "\u{200F}", "\u{202E}", "\u{2066}", "\u{2069}"] {
      let turned = Self.render(Reading.started("expect L next \(turn)5sec"), .human)
      #expect(!turned.unicodeScalars.contains(turn) && turned.contains("\u{FFFD}5sec"))
    }
    let long = String(repeating: "a", count: 500)
    let text = Self.render(Reading.started("expect L next [\(long), 5sec, \(long)]"), .human)
    let lines = text.split(separator: "\n")
    #expect(lines.allSatisfy { line in line.count <= 130 })
    #expect(lines[1].contains("5sec") && lines[2].contains("^^^^"))
  }
}
