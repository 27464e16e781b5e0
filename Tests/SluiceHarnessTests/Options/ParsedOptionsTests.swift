import SluiceHarness
import Testing

@Suite("Parsed options")
struct ParsedOptionsTests {
  private static let tag = OptionDeclaration(
    "--tag", .one("NAME"), isRepeatable: true, help: "a tag")
  private static let loud = OptionDeclaration(
    "--loud", .none, isRepeatable: true, help: "louder each time")

  private func parse(_ words: [String]) throws(UsageError) -> ParsedOptions {
    try ParsedOptions(
      words, options: [Self.tag, Self.loud], operand: OperandDeclaration("WORD", .any, help: ""))
  }

  @Test("keep all values of an option that may be repeated, in order")
  func repeated() throws {
    let parsed = try parse(["--tag", "b", "x", "--loud", "--tag=a", "--loud", "--tag", "b"])
    #expect(parsed.texts(Self.tag) == ["b", "a", "b"])
    #expect(parsed.texts(Self.loud) == ["", ""])
    #expect(parsed.operands == ["x"])
  }

  @Test("know which options were given")
  func given() throws {
    let parsed = try parse(["--loud"])
    #expect(parsed.isGiven(Self.loud))
    #expect(!parsed.isGiven(Self.tag))
    #expect(parsed.text(Self.tag) == nil)
  }

  @Test("mean the same in both ways of writing a value")
  func spelling() throws {
    #expect(try parse(["--tag", "a=b"]) == parse(["--tag=a=b"]))
  }

  @Test("end at two dashes")
  func end() throws {
    let parsed = try parse(["--tag", "a", "--", "--tag", "--", "-x"])
    #expect(parsed.texts(Self.tag) == ["a"])
    #expect(parsed.operands == ["--tag", "--", "-x"])
  }
}
