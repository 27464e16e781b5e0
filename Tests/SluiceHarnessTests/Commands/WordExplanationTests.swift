import Foundation
import SluiceConformance
import SluiceHarness
import SluiceText
import Testing

@Suite("Words of reports")
struct WordExplanationTests {
  private static let words = WordExplanation.all.map(\.word)

  /// Whether a text begins or ends with a word that is explained.
  private static func isExplained(_ text: String) -> Bool {
    words.contains { word in
      text == word || text.hasPrefix("\(word) ") || text.hasSuffix(" \(word)")
        || text.hasSuffix(" \(word))")
    }
  }

  @Test("are explained, as far as a rule's example log is drawn with them")
  func drawn() {
    // The events of containers and publishers are sentences.
    let rules = Rule.catalogue.filter { rule in !["container", "demand"].contains(rule.group) }
    var unknown: Set<String> = []
    var drawn: Set<String> = []
    for rule in rules {
      for example in rule.examples {
        let diagram = LogDiagram(
          example.evidence.entries.map(\.self), blamed: nil, names: ["S", "T", "U"],
          backend: "source", marks: [])
        for cell in (diagram.picture(reach: .whole)?.rows ?? []).flatMap(\.cells) {
          drawn.insert(cell.text)
          if !Self.isExplained(cell.text) { unknown.insert(cell.text) }
        }
      }
    }
    #expect(drawn.count > 100)
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }

  /// What begins a line up to a colon, and is the message of a failure, a key of TAP, or the name
  /// of a consumer or a case.
  private static let others = [
    "account", "file", "message", "seconds", "severity", "type", "once", "stuck",
    "deadlocked", "nondeterministic subject", "one event has no end", "outside of every schedule",
    "passes unexpectedly", "subject crashed", "subject hung", "the schedule diverged",
    "under the canonical schedule",
  ]

  @Test("are explained, as far as the accounts of failures begin lines with them")
  func labels() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Golden/failures")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    #expect(files.count > 30)
    var labels: Set<String> = []
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        guard let match = line.firstMatch(of: /^ {2,4}([a-z][a-z ]{2,40}):( |$)/) else { continue }
        labels.insert(String(match.output.1))
      }
    }
    let unknown = labels.subtracting(Self.others).filter { label in !Self.isExplained(label) }
    #expect(labels.count > 10)
    #expect(unknown.isEmpty, "\(unknown.sorted())")
  }

  @Test("have one meaning in each part of a report, in sentences")
  func sentences() {
    let keys = WordExplanation.all.map { entry in "\(entry.part) \(entry.word)" }
    #expect(Set(keys).count == keys.count)
    for entry in WordExplanation.all {
      #expect(entry.meaning.hasSuffix("."), "\(entry.word)")
      #expect(entry.meaning.first?.isUppercase == true, "\(entry.word)")
    }
  }

  @Test("are listed and explained one by one")
  func command() {
    let list = MemoryCall(["explain", "words"], in: BuiltProgram.repository)
    #expect(list.exitCode == .success)
    let one = MemoryCall(["explain", "leaves loop"], in: BuiltProgram.repository)
    #expect(
      one.output
        == "word 'leaves loop', in the log of a failure: The consumer leaves its loop, since the "
        + "stream ended or failed.\n")
    #expect(
      MemoryCall(["explain", "leaves lop"], in: BuiltProgram.repository).errors
        .contains("did you mean leaves loop?"))
  }
}
