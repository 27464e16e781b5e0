import SluiceScenarios
import Testing

@Suite("Long line")
struct LongLineTests {
  /// The most bytes of what is shown of a mistake, in any form, however long its line is.
  private static let longest = 2_500

  /// A scenario whose only line has so many mistakes.
  private static func mistakes(_ count: Int) -> ScenarioReader.Result {
    let values = String(repeating: "$x, ", count: count)
    return Reading.read(Reading.started("expect L nexts [\(values)]"))
  }

  @Test("shows so many of its mistakes, and of each no more than there is room for")
  func manyMistakes() {
    var shown: [[Int]] = []
    for count in [1_000, 10_000, 200_000] {
      let result = Self.mistakes(count)
      #expect(result.file == nil)
      #expect(result.diagnostics.count <= ScenarioLimits.diagnosticsOfLine + 1)
      #expect(result.diagnostics.contains { $0.code == .tooManyErrors })
      let renderer = DiagnosticRenderer(sources: result.sources)
      let sizes = result.diagnostics.flatMap { diagnostic in
        DiagnosticFormat.allCases.map { format in
          renderer.render(diagnostic, as: format).utf8.count
        }
      }
      #expect(sizes.allSatisfy { size in size <= Self.longest }, "\(sizes.max() ?? 0)")
      shown.append(sizes)
    }
    // What is shown does not grow with the line.
    #expect(shown[0] == shown[1])
    #expect(shown[1] == shown[2])
  }

  @Test("takes no mistake of another line away")
  func otherLines() {
    let line = "expect L nexts [" + String(repeating: "$x, ", count: 5_000) + "]"
    let result = Reading.read(Reading.started("\(line)\nfirestore.putt(cities/SF, {})"))
    #expect(Reading.summary(result).contains("S0401@6:5"), "\(Reading.summary(result).suffix(3))")
  }

  @Test("is shown around its place, with the caret below the very scalar")
  func caret() throws {
    let pad = String(repeating: "ü🏳x", count: 300)
    for place in [0, 1, 39, 40, 41, 250, 600] {
      let before = String(pad.unicodeScalars.prefix(place))
      let line = "about \"\(before)\" § \"\(pad)\""
      let result = Reading.read("format 1\nscenario \"s\"\n  \(line)\n  timeline\n")
      let diagnostic = try #require(
        result.diagnostics.first { one in result.sources.text(of: one.span).hasPrefix("§") },
        "\(Reading.gcc(result))")
      let text = DiagnosticRenderer(sources: result.sources).render(diagnostic, as: .human)
      let lines = text.split(separator: "\n")
      let caret = try #require(lines[2].unicodeScalars.firstIndex(of: "^"))
      let column = lines[2].unicodeScalars.distance(
        from: lines[2].unicodeScalars.startIndex, to: caret)
      #expect(Array(lines[1].unicodeScalars)[column] == "§", "\(text)")
      #expect(lines[1].unicodeScalars.count <= 130)
      let location = result.sources.location(of: diagnostic.span)
      #expect(location.column == 3 + 7 + place + 2)
    }
  }

  @Test("of ten megabytes is refused in a few words")
  func tenMegabytes() {
    let result = Reading.read("format 1\n" + String(repeating: "[", count: 10 << 20))
    #expect(result.diagnostics.map(\.code) == [.fileTooLarge])
    let renderer = DiagnosticRenderer(sources: result.sources)
    for format in DiagnosticFormat.allCases {
      #expect(renderer.render(result.diagnostics[0], as: format).utf8.count <= Self.longest)
    }
  }

  @Test("with a word of a megabyte quotes the ends of the word")
  func longWord() {
    let result = Reading.read(
      Reading.started("firestore." + String(repeating: "a", count: 1_000_000) + "()"))
    #expect(!result.diagnostics.isEmpty)
    #expect(result.diagnostics.allSatisfy { $0.message.utf8.count <= 1_000 })
  }

  @Test("of what is no text is refused as that, and one wrong byte is told with its place")
  func binary() {
    let program: [UInt8] = [0x7F, 0x45, 0x4C, 0x46, 2, 1, 1] + Array(repeating: 0, count: 200)
    let reader = ScenarioReader(registry: DemonstrationRegistry.registry)
    #expect(reader.read(path: Reading.path, bytes: program).diagnostics.map(\.code) == [.notText])
    let text = Array("format 1\nscenario \"s\"\n  timeline\n    \u{0}\n".utf8)
    let codes = reader.read(path: Reading.path, bytes: text).diagnostics.map(\.code)
    #expect(!codes.isEmpty && !codes.contains(.notText))
  }
}
