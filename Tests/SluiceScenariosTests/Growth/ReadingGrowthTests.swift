import SluiceScenarios
import SluiceSpies
import Testing

@Suite("Growth of reading")
struct ReadingGrowthTests {
  @Test("is that of a line, however long", arguments: GrowingFile.ofOneLine)
  func line(_ file: GrowingFile) {
    let looks = [100, 400, 1_600].map { size in file.looks(size) }
    #expect(looks[0] > 100)
    #expect(!GrowingFile.excess(looks), "\(file): \(looks)")
  }

  @Test("is that of the lines, however many", arguments: GrowingFile.ofManyLines)
  func lines(_ file: GrowingFile) {
    let looks = [25, 100, 400].map { size in file.looks(size) }
    #expect(looks[0] > 100)
    #expect(!GrowingFile.excess(looks), "\(file): \(looks)")
  }

  @Test("of what is refused is that of its bytes")
  func refused() {
    let looks = [1, 2, 4].map { millions in Self.looks(bytes: millions << 20) }
    #expect(looks[2] < 4 * looks[1] && looks[1] < 4 * looks[0], "\(looks)")
  }

  @Test("ends where a text that stands once is used again and again")
  func multiplied() {
    let text = String(repeating: "s", count: 400_000)
    let uses = String(repeating: "/$s", count: 100_000)
    let path =
      "format 1\nlet s = \"\(text)\"\n"
      + Reading.started("firestore.delete(a\(uses))").dropFirst(9)
    let lines = GrowingFile.each(9_000) { _ in "  cancel $s" }
    let stream =
      "format 1\nflow all(s)\n\(lines)\n"
      + Reading.timeline(
        "\(text) = firestore.document-snapshots(cities/SF)\nplay all(\(text))"
      ).dropFirst(9)
    for file in [path, stream] {
      let codes = Set(Reading.read(file).diagnostics.map { one in one.code })
      #expect(codes.contains(.valueTooLarge), "\(codes)")
    }
  }

  /// How many looks it takes to refuse a line of so many bytes, and to say so.
  static func looks(bytes count: Int) -> Int {
    GrowingFile("open brackets") { count in
      Array("format 1\n".utf8) + Array(repeating: UInt8(ascii: "["), count: count)
    }.looks(count)
  }
}

/// The same up to the largest file there may be, and to ten megabytes.
@Suite("Growth of reading, up to the limits", .campaign)
struct ReadingGrowthCampaign {
  @Test("is that of a line, however long", arguments: GrowingFile.ofOneLine)
  func line(_ file: GrowingFile) {
    let looks = [15_000, 60_000, 240_000].map { size in file.looks(size) }
    #expect(!GrowingFile.excess(looks), "\(file): \(looks)")
  }

  @Test("is that of the lines, however many", arguments: GrowingFile.ofManyLines)
  func lines(_ file: GrowingFile) {
    let looks = [600, 2_400, 9_600].map { size in file.looks(size) }
    #expect(!GrowingFile.excess(looks), "\(file): \(looks)")
  }

  @Test("of what is refused is that of its bytes")
  func refused() {
    let looks = [2, 5, 10].map { millions in ReadingGrowthTests.looks(bytes: millions << 20) }
    #expect(looks[2] < 3 * looks[1] && looks[1] < 3 * looks[0], "\(looks)")
  }
}
