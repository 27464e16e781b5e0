import Foundation
import SluiceReports
import SluiceSimulation
import Testing

@Suite("XML text")
struct XMLBufferTests {
  /// The value of an attribute and the text of an element as a parser reads them back.
  fileprivate static func readBack(_ text: CleanText) throws -> (attribute: String, text: String) {
    var buffer = XMLBuffer()
    buffer.markup("<a")
    buffer.attribute("v", text)
    buffer.markup(">")
    buffer.text(text)
    buffer.markup("</a>")
    let element = try ParsedElement(xml: Data(buffer.bytes))
    return (element.attributes["v"] ?? "", element.text)
  }

  private func bytes(of text: String, inAttribute: Bool) -> String {
    var buffer = XMLBuffer()
    if inAttribute {
      buffer.attribute("v", CleanText(text))
    } else {
      buffer.text(CleanText(text))
    }
    return String(decoding: buffer.bytes, as: UTF8.self)
  }

  @Test("markup before a combining mark is still escaped")
  func combiningMarks() {
    #expect(bytes(of: "a<\u{301}b", inAttribute: false).utf8.elementsEqual("a&lt;\u{301}b".utf8))
    #expect(
      bytes(of: "\"\u{338}&\u{20DD}", inAttribute: true).utf8
        .elementsEqual(" v=\"&quot;\u{338}&amp;\u{20DD}\"".utf8))
  }

  @Test(
    "breaks and tabs are references in attributes; a carriage return is one everywhere",
    arguments: [
      ("\n", "&#10;", "\n"), ("\t", "&#9;", "\t"), ("\r", "&#13;", "&#13;"),
      ("\r\n", "&#13;&#10;", "&#13;\n"), ("'", "'", "'"), ("]]>", "]]&gt;", "]]&gt;"),
    ])
  func breaks(raw: String, attribute: String, text: String) {
    #expect(bytes(of: raw, inAttribute: true).utf8.elementsEqual(" v=\"\(attribute)\"".utf8))
    #expect(bytes(of: raw, inAttribute: false).utf8.elementsEqual(text.utf8))
  }

  @Test(
    "no bytes remain that read like a colour, and a parser reads the text all the same",
    arguments: ["[0m", "[15ms]", "[1;31m", "x[[12345678m", "[;m"])
  func colorRemains(text: String) throws {
    #expect(!bytes(of: text, inAttribute: false).contains(/\[[0-9;]{1,8}m/))
    #expect(try Self.readBack(CleanText(text)).text == text)
  }

  @Test(
    "brackets without a colour behind them stay", arguments: ["[m", "[123456789m", "[a1m", "["])
  func brackets(text: String) {
    #expect(bytes(of: text, inAttribute: false) == text)
  }

  /// All scalars of the first two planes, where those with a meaning of their own are, and of each
  /// other plane the first and the last.
  private static let telling = blocks.filter { block in
    block < 0x20000 || block & 0xFFFF < blockSize || block & 0xFFFF >= 0x10000 - blockSize
  }
  fileprivate static let blocks = Array(stride(from: UInt32(0), to: 0x110000, by: Int(blockSize)))
  private static let blockSize: UInt32 = 0x400

  @Test("a parser reads scalars of every plane back as they went in")
  func scalars() throws { try Self.expectReadBack(Self.telling) }

  fileprivate static func expectReadBack(_ blocks: [UInt32]) throws {
    var wrong: [UInt32] = []
    for block in blocks {
      let scalars = (block..<block + blockSize).compactMap(Unicode.Scalar.init)
      var view = String.UnicodeScalarView()
      // Each scalar between letters and marks: white space at an end or a mark alone would hide
      // mistakes.
      for scalar in scalars { view.append(contentsOf: ["<", scalar, "\u{301}", "x"]) }
      let text = CleanText(String(view))
      let read = try readBack(text)
      let isSame = [read.attribute, read.text].allSatisfy {
        $0.utf8.elementsEqual(text.string.utf8)
      }
      if !isSame { wrong.append(block) }
    }
    #expect(wrong == [])
  }

  @Test("a parser reads random mixtures of nasty scalars back as they went in", arguments: 0..<8)
  func randomMixtures(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let nasty =
      Array(
        "<>&\"'[];0123m\\\n\r\t\u{0}\u{1B}\u{7F}\u{85}\u{9B}\u{A0}\u{301}\u{20DD}\u{200D}\u{2028}"
          .unicodeScalars) + ["\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{1F469}", "\u{10FFFF}", "a"]
    for _ in 0..<250 {
      var view = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...40, using: &random) {
        view.append(nasty[Int.random(in: 0..<nasty.count, using: &random)])
      }
      let text = CleanText(String(view))
      let read = try Self.readBack(text)
      #expect(read.attribute.utf8.elementsEqual(text.string.utf8))
      #expect(read.text.utf8.elementsEqual(text.string.utf8))
      #expect(!bytes(of: String(view), inAttribute: true).contains(/\[[0-9;]{1,8}m/))
    }
  }
}

@Suite("XML text of every scalar", .campaign)
struct XMLBufferCampaign {
  @Test("a parser reads every scalar of every plane back as it went in")
  func everyScalar() throws { try XMLBufferTests.expectReadBack(XMLBufferTests.blocks) }
}
