import Foundation
import SluiceText
import Testing

@Suite("Fitted text")
struct FittedTextTests {
  private static let widths = [60, 80, 98, 200]

  /// Texts that want more room than there is, of all the sorts that there are.
  private static let texts: [DisplayText] =
    [
      "  a line of words that goes on and on, " + words(60),
      "nowhere" + String(repeating: "a-blank-in-it", count: 30),
      "日本語の" + String(repeating: "長い名前 ", count: 40),
      "    e\u{301}" + String(repeating: "e\u{301}\u{302} ", count: 200),
      String(repeating: "👩‍👩‍👧 ", count: 90), "", "   ", "short",
    ].map { line in DisplayText(line) } + [command(words(50))] + cut

  /// Texts of one line that is cut.
  private static let cut = [
    "  12 | @10ms   expect S next " + words(40), "     | " + String(repeating: "^", count: 300),
  ].map { line in
    var text = DisplayText()
    text.append(cut: [line])
    return text
  }

  private static func command(_ words: String) -> DisplayText {
    var text = DisplayText()
    text.append(command: words, behind: "again: ")
    return text
  }

  private static func words(_ count: Int) -> String {
    (0..<count).map { number in "word\(number)" }.joined(separator: " ")
  }

  /// A text without its blanks, and without what has a shell go on.
  private static func ink(_ text: some StringProtocol) -> String {
    String(text.filter { letter in !" \\\n".contains(letter) })
  }

  @Test("is nowhere wider than it may be, in columns of a terminal", arguments: widths)
  func narrow(_ columns: Int) {
    for text in Self.texts {
      for indentation in [0, 2, 4] {
        let fitted = text.rendered(columns: columns, indentation: indentation)
        for part in fitted {
          #expect(DisplayWidth.of(part) <= columns, "\(part)")
        }
      }
    }
  }

  @Test("loses nothing, but of lines of files what it says so of", arguments: widths)
  func whole(_ columns: Int) {
    for whole in Self.texts {
      let line = whole.rendered
      let text = whole.rendered(columns: columns).joined(separator: "\n")
      if Self.cut.contains(whole), DisplayWidth.of(line) > columns {
        #expect(text.hasSuffix("…") && line.hasPrefix(text.dropLast()), "\(text)")
      } else {
        #expect(Self.ink(text) == Self.ink(line))
      }
    }
  }

  @Test("is left as it is where it fits, or nobody knows how much room there is")
  func untouched() {
    for text in Self.texts {
      #expect(text.rendered(columns: nil) == [text.rendered])
      #expect(text.rendered(columns: 5_000) == [text.rendered])
    }
    #expect(DisplayText("one\n two\n").rendered(columns: 60) == ["one", " two", ""])
    let verbatim = Self.words(60)
    #expect(DisplayText(verbatim: verbatim).rendered(columns: 60) == [verbatim])
  }

  @Test("goes on further to the right, between words")
  func hanging() {
    let line = "  also: a sentence that has somewhat more words than there is room for in a line"
    #expect(
      DisplayText(line).rendered(columns: 60) == [
        "  also: a sentence that has somewhat more words than there",
        "    is room for in a line",
      ])
  }

  @Test("is for no fewer columns than sixty")
  func least() {
    let text = DisplayText(Self.words(40))
    #expect(text.rendered(columns: 3) == text.rendered(columns: 60))
  }

  @Test(
    "has a command in lines that a shell takes for one",
    arguments: [
      ["--filter", "id:\"listener/cancellation/waiting/a waiting consumer is cancelled, twice\""],
      ["--schedule", "2@0s:cancel#1<goes-on#1;3@0s:" + String(repeating: "a.b#1", count: 40)],
      ["it's", "a  b", "'''", "-", "", String(repeating: "'", count: 90), "日本 \"語\" \\ end"],
      [String(repeating: "x", count: 300), String(repeating: "a b ", count: 60), "\\\\"],
    ])
  func command(_ words: [String]) throws {
    let command = "printf '%s\\n' " + words.map(Self.quoted).joined(separator: " ")
    for columns in Self.widths {
      var lines = Self.command(command).rendered(columns: columns, indentation: 2)
      for line in lines { #expect(DisplayWidth.of(line) <= columns, "\(line)") }
      lines[0] = String(try #require(lines[0].split(separator: "again: ").last))
      let said = try Self.shell(lines.joined(separator: "\n"))
      #expect(said == words.map { word in word + "\n" }.joined(), "\(lines)")
    }
  }

  private static func quoted(_ word: String) -> String {
    "'\(word.replacing("'", with: "'\\''"))'"
  }

  /// What a shell prints of a command.
  private static func shell(_ command: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  @Test("has an option beside its value, where both fit into a line")
  func options() {
    let words = "swift run sluice run a/path/of/some.scenario --subject some-stream --seed 4"
    #expect(
      Self.command(words).rendered(columns: 60) == [
        "again: swift run sluice run a/path/of/some.scenario \\",
        "    --subject some-stream --seed 4",
      ])
  }

  @Test("has tables whose widest columns are cut, and say so", arguments: [60, 80])
  func tables(_ columns: Int) {
    let ready = String(repeating: "consumer.S#1, ", count: 12)
    let blanks = String(repeating: " ", count: ready.utf8.count - 5)
    var table = DisplayText()
    table.append(
      rows: [["at ", "ready" + blanks, "run     "], ["0ms", ready, "consumer"]], behind: "    ")
    let fitted = table.rendered(columns: columns)
    #expect(fitted.allSatisfy { line in DisplayWidth.of(line) == columns })
    #expect(fitted[0].hasPrefix("    | at  | ready ") && fitted[0].hasSuffix(" | run      |"))
    #expect(fitted[1].contains("… | consumer |"))
    #expect(
      table.rendered == "    | at  | ready\(blanks) | run      |\n    | 0ms | \(ready) | consumer |"
    )
    #expect(table.rendered(columns: 400).joined(separator: "\n") == table.rendered)
    let cell = ["a | b", String(repeating: "c", count: 90)]
    var bars = DisplayText()
    bars.append(rows: [cell], behind: "")
    #expect(bars.rendered(columns: 60)[0].hasPrefix("| a | b | c"))
  }

  @Test("cuts no cell at a bar in it, and recognises nothing by its look")
  func looks() {
    let lines = [
      "| " + Self.words(20) + " |", "  7 | " + Self.words(20), "again: " + Self.words(20),
    ]
    for line in lines {
      let fitted = DisplayText(line).rendered(columns: 60)
      #expect(Self.ink(fitted.joined()) == Self.ink(line))
      #expect(!fitted.contains { line in line.hasSuffix("\\") || line.hasSuffix("…") })
    }
  }
}

@Suite("Text table")
struct TextTableTests {
  private static let rows = [
    ["stream", "module", "unit", "integration", "cancellation", "subjects"],
    ["firestore.collection", "FakeFirestore", "12", "7", "130", "reference, standard, proposal"],
    ["device.keyboard", "FakeDevice", "1", "22", "9", "reference and 2 faulty"],
  ]
  private static let sides: [TextTable.Side] = [.left, .left, .right, .right, .right]

  @Test("has its texts below each other, numbers on the right")
  func wide() {
    #expect(
      TextTable(Self.rows, sides: Self.sides).lines(columns: nil) == [
        "stream                module         unit  integration  cancellation  subjects",
        "firestore.collection  FakeFirestore    12            7           130  "
          + "reference, standard, proposal",
        "device.keyboard       FakeDevice        1           22             9  "
          + "reference and 2 faulty",
      ])
  }

  @Test("has the last of its texts in several lines where they have room so")
  func wrapped() {
    let lines = TextTable(Self.rows, sides: Self.sides).lines(columns: 92)
    let blanks = String(repeating: " ", count: 70)
    #expect(lines[1].hasSuffix("130  reference, standard,"))
    #expect(lines[2] == blanks + "  proposal")
  }

  @Test("tells each row by the names of its columns where nothing else fits")
  func narrow() {
    let lines = TextTable(Self.rows, sides: Self.sides).lines(columns: 60)
    #expect(
      lines == [
        "firestore.collection",
        "  module FakeFirestore  unit 12  integration 7",
        "  cancellation 130  subjects reference, standard, proposal",
        "device.keyboard",
        "  module FakeDevice  unit 1  integration 22  cancellation 9",
        "  subjects reference and 2 faulty",
      ])
  }

  @Test("is nowhere wider than it may be, and loses no text", arguments: [60, 80, 98, 200])
  func complete(_ columns: Int) {
    let long = String(repeating: "a long text ", count: 20)
    for indentation in [0, 2] {
      for rows in [Self.rows, [["a", long, "b"], [long, "c", long]], [["1", "日本語" + long]]] {
        let lines = TextTable(rows, indentation: indentation).lines(columns: columns)
        #expect(lines.allSatisfy { line in DisplayWidth.of(line) <= columns }, "\(lines)")
        let ink = lines.joined().filter { letter in letter != " " }
        for cell in rows.dropFirst().joined() where !cell.isEmpty {
          #expect(ink.contains(cell.filter { letter in letter != " " }), "\(cell)")
        }
      }
    }
  }
}

@Suite("Display width")
struct DisplayWidthTests {
  @Test(
    "counts what a terminal shows",
    arguments: [
      ("", 0), ("abc", 3), ("日本", 4), ("e\u{301}", 1), ("\u{200B}a", 1), ("✅", 2), ("❤", 1),
      ("👍", 2), ("ﾊ", 1), ("Ａ", 2),
    ])
  func columns(_ text: String, _ width: Int) {
    #expect(DisplayWidth.of(text) == width)
  }

  @Test("keeps what combines with its letter, and cuts no letter in two")
  func cut() {
    #expect(DisplayWidth.fitted("e\u{301}e\u{301}e\u{301}", to: 2) == "e\u{301}…")
    #expect(DisplayWidth.fitted("日本語", to: 4) == "日…")
    #expect(DisplayWidth.fitted("日本語", to: 6) == "日本語")
    #expect(DisplayWidth.prefix(of: "日本語", to: 3) == "日")
  }
}
