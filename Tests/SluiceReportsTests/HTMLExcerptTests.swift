import SluiceReports
import SluiceText
import Testing

@Suite("Scenario on a page")
struct HTMLExcerptTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The excerpt of a failure, whose second line plays a flow of so many lines.
  private func figure(lines: Int, values: [SourceExcerpt.Played.Variable]) throws -> ParsedElement {
    var flow = SourceExcerpt.Played.Flow(line: 4)
    flow.append((0..<lines).map { number in "    cancel <S\(number)>" })
    var failure = SampleFailure.failure(saying: "a")
    failure.excerpts.removeFirst()
    failure.excerpts[0].lines.append("  pull S $count")
    failure.excerpts[0].played = SourceExcerpt.Played(values: values, flows: [flow])
    let page = try directory.page(of: [SampleFailure.report("a", rule: "r", failure: failure)])
    return try #require(page.first("figure"))
  }

  @Test("unfolds a line that plays a flow to what the flow came to, the mark of the line kept")
  func flow() throws {
    let figure = try figure(lines: 2, values: [])
    let flow = try #require(figure.elements("details", of: "fw").first)
    #expect(flow.first("summary")?.allText == "4    play end(S)played here")
    #expect(flow.first("summary")?.first("mark")?.first("u")?.text == "play end(S)")
    #expect(flow.first("pre")?.text == "         cancel <S0>\n         cancel <S1>\n")
    #expect(figure.all("pre").map(\.text).first == "3  scenario \"a\"\n")
    #expect(figure.all("pre").map(\.text).last == "5    pull S $count\n")
    #expect(figure.elements("p", of: "vs").isEmpty)
  }

  @Test("keeps eighty lines of a flow, and says how many more there were")
  func long() throws {
    let figure = try figure(lines: 82, values: [])
    let text = try #require(figure.elements("details", of: "fw").first?.first("pre")?.text)
    #expect(text.split(separator: "\n").count == 81)
    #expect(text.hasSuffix("    … 2 lines left out\n"))
  }

  @Test("has the value of each variable of the case beside the path")
  func values() throws {
    let figure = try figure(
      lines: 1,
      values: [
        SourceExcerpt.Played.Variable("count", "3"),
        SourceExcerpt.Played.Variable("sent", "\"<a>\""),
      ])
    let values = try #require(figure.elements("p", of: "vs").first)
    #expect(values.all("code").map(\.text) == ["$count = 3", "$sent = \"<a>\""])
  }
}
