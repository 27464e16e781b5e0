import SluiceReports
import Testing

@Suite("Clean text")
struct CleanTextTests {
  @Test(
    "commands for terminals go, whole",
    arguments: [
      ("\u{1B}[31mred\u{1B}[0m", "red"),
      ("\u{1B}[1;38;5;196mx\u{1B}[m", "x"),
      ("\u{1B}[2J\u{1B}[10;4Hx\u{1B}[?25l", "x"),
      ("\u{9B}31mx", "x"),
      ("\u{1B}]0;title\u{07}x", "x"),
      ("\u{1B}]8;;https://a.b\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"),
      ("\u{1B}(Bx", "x"),
      ("\u{1B}[0 qx", "x"),
      ("\u{1B}]0;title\u{9C}x", "x"),
      ("a\u{1B}[31m\u{301}b", "a\u{301}b"),
    ])
  func terminalCommands(raw: String, clean: String) {
    #expect(Array(CleanText(raw).string.unicodeScalars) == Array(clean.unicodeScalars))
  }

  @Test(
    "what only resembles a command stays, its controls spelled out",
    arguments: [
      ("\u{1B}", "\\u{1B}"),
      ("\u{1B}a", "\\u{1B}a"),
      ("\u{1B}[", "\\u{1B}["),
      ("\u{1B}[31", "\\u{1B}[31"),
      ("\u{1B}[3\n1m", "\\u{1B}[3\n1m"),
      ("\u{1B}]0;title", "\\u{1B}]0;title"),
      ("\u{1B}]0;\nx\u{07}", "\\u{1B}]0;\nx\\u{7}"),
      ("\u{1B}[\u{1B}[0m31m", "\\u{1B}[31m"),
      ("[31m", "[31m"),
      ("\u{1B}\u{301}[31m", "\\u{1B}\u{301}[31m"),
    ])
  func resemblances(raw: String, clean: String) {
    #expect(Array(CleanText(raw).string.unicodeScalars) == Array(clean.unicodeScalars))
  }

  @Test("every scalar is either kept or spelled out; what XML forbids or turns text is spelled out")
  func everyScalar() {
    var wrong: [UInt32] = []
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let raw = String(scalar)
      let spelled = "\\u{\(String(value, radix: 16, uppercase: true))}"
      let isControl = scalar.properties.generalCategory == .control && ![9, 10, 13].contains(value)
      let isForbidden = isControl || value == 0xFFFE || value == 0xFFFF
      let turnsText = scalar.properties.isBidiControl
      let expected = isForbidden || turnsText ? spelled : raw
      if !CleanText(raw).string.unicodeScalars.elementsEqual(expected.unicodeScalars) {
        wrong.append(value)
      }
    }
    #expect(wrong == [])
  }

  @Test("a text within the cap is untouched, one beyond keeps head and tail and says so")
  func cap() {
    let within = String(repeating: "x", count: 200)
    #expect(CleanText(within, cap: 200).string == within)
    let beyond = String(repeating: "h", count: 200) + String(repeating: "t", count: 200)
    let half = (200 - 64) / 2
    #expect(
      CleanText(beyond, cap: 200).string
        == String(repeating: "h", count: half) + "\n… \(400 - 2 * half) bytes left out …\n"
        + String(repeating: "t", count: half))
  }

  @Test(
    "a cut falls between scalars and keeps the cap, for every width and offset",
    arguments: ["é", "€", "𝄞", "e\u{301}", "👩‍👩‍👧‍👦"])
  func cutBetweenScalars(unit: String) {
    for offset in 0..<8 {
      let text = String(repeating: "a", count: offset) + String(repeating: unit, count: 400)
      let capped = CleanText(text, cap: 256).string
      #expect(capped.utf8.count <= 256)
      #expect(capped.utf8.count > 256 - 64)
      #expect(!capped.unicodeScalars.contains("\u{FFFD}"))
      let parts = capped.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(parts.count == 3)
      #expect(text.unicodeScalars.starts(with: parts[0].unicodeScalars))
      #expect(text.utf8.reversed().starts(with: parts[2].utf8.reversed()))
      let omitted = text.utf8.count - parts[0].utf8.count - parts[2].utf8.count
      #expect(parts[1] == "… \(omitted) bytes left out …")
    }
  }

  @Test("spelling out comes before the cap, so that it can't exceed it")
  func capAfterSpelling() {
    let text = CleanText(String(repeating: "\u{0}", count: 1 << 20))
    #expect(text.string.utf8.count <= CleanText.defaultCap)
  }
}
