import SluiceScenarios
import SluiceSpies
import Testing

@Suite("The edition of a scenario")
struct EditionLineTests {
  private static func read(
    _ lines: String, newest: String = "2027.10"
  ) throws -> ScenarioReader.Result {
    var registry = DemonstrationRegistry.registry
    registry.newestEdition = try Edition(newest)
    let reader = ScenarioReader(registry: registry) { _ in nil }
    return reader.read(
      path: Reading.path,
      text: """
        format 1
        scenario "s"
        \(lines)
          timeline
            L = firestore.document-snapshots(cities/SF)

        """)
  }

  @Test("is the one that its line names, or the first", arguments: ["2026.12", "2027.10"])
  func named(_ edition: String) throws {
    let file = try #require(try Self.read("  edition \(edition)").file)
    #expect(file.cases.map { one in "\(one.edition)" } == [edition])
    let silent = try #require(try Self.read("  tags t").file)
    #expect(silent.cases.map(\.edition) == [.first])
  }

  @Test("is kept where a case is written down as a scenario of its own")
  func written() throws {
    let one = try #require(try Self.read("  edition 2027.10").file?.cases.first { _ in true })
    var registry = DemonstrationRegistry.registry
    registry.newestEdition = try Edition("2027.10")
    let text = ScenarioText(of: one, registry: registry).file
    #expect(text.contains("\n  edition 2027.10\n"), "\(text)")
    let again = ScenarioReader(registry: registry) { _ in nil }
      .read(path: Reading.path, text: text)
    #expect(again.file?.cases.map(\.edition) == [one.edition])
  }

  @Test(
    "that is wrong is an error with its place",
    arguments: [
      ("  edition 2027.1", "S0421@3:11"), ("  edition 2027.13", "S0421@3:11"),
      ("  edition 2027.011", "S0421@3:11"), ("  edition 2027", "S0203@3:11"),
      ("  edition next", "S0203@3:11"), ("  edition \"2026.12\"", "S0203@3:11"),
      ("  edition", "S0203@3:10"), ("  edition 2026.12, 2027.01", "S0216@3:18"),
      ("  edition 2027.11", "S0421@3:11"), ("  edition 2026.11", "S0421@3:11"),
      ("  edition 2026.12\n  edition 2026.12", "S0208@4:3"),
    ])
  func wrong(_ lines: String, _ place: String) throws {
    let result = try Self.read(lines)
    #expect(Reading.summary(result) == [place], "\(Reading.gcc(result))")
    #expect(result.file == nil)
  }
}
