import SluiceSpies
import Testing

@Suite("Edition")
struct EditionTests {
  @Test("is a year and a month, and reads as it is written", arguments: ["2026.12", "2027.01"])
  func text(_ text: String) throws {
    #expect(try Edition(text).description == text)
  }

  @Test("is older or newer by its year, and then by its month")
  func order() throws {
    let texts = ["2026.12", "2027.01", "2027.10", "2028.02"]
    let editions = try texts.map { text in try Edition(text) }
    #expect(editions == editions.sorted())
    #expect(editions.first == .first)
  }

  @Test(
    "is no other text",
    arguments: [
      "", "2026", "2026.", "2026.1", "2026.00", "2026.13", "2026.123", "26.12", "2026,12",
      "+026.12", "2026.+1", "-026.12", " 2026.12", "2026.12 ", "२०२६.१२", "0000.01",
    ])
  func malformed(_ text: String) {
    #expect(throws: EditionError.malformed(text)) { try Edition(text) }
  }

  @Test("is one that the kit has, from the first to the newest")
  func bounds() throws {
    let newest = try Edition("2027.06")
    for text in ["2026.12", "2027.03", "2027.06"] {
      #expect(try Edition(text, upTo: newest).description == text)
    }
    #expect(throws: EditionError.beforeFirst(try Edition("2026.11"))) {
      try Edition("2026.11", upTo: newest)
    }
    let late = EditionError.afterNewest(try Edition("2027.07"), newest: newest)
    #expect(throws: late) { try Edition("2027.07", upTo: newest) }
    #expect(
      "\(late)" == "there is no edition 2027.07: the newest of this kit is 2027.06")
  }
}
