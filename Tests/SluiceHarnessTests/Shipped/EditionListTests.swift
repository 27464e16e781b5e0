import Foundation
import ShippedGate
import SluiceConformance
import SluiceHarness
import SluiceRunner
import SluiceScenarios
import SluiceSpies
import Testing

/// `SLUICE_WRITE_EDITION=1` has the list of the newest edition written anew: when an edition is
/// released, and not to make this suite green.
@Suite("The list of the last edition")
struct EditionListTests {
  private static let folder = "\(BuiltProgram.repository)/Tests/SluiceHarnessTests/Editions"

  /// The rules and cases of the kit, with their editions.
  private static func kit() throws -> [(item: EditionList.Item, edition: Edition)] {
    let rules = Rule.catalogue.map { rule in
      (item: EditionList.Item(rule: rule.id), edition: rule.edition)
    }
    return rules + (try ShippedScenarios.cases().map { one in (item(of: one), one.edition) })
  }

  private static func item(of scenario: ScenarioCase) -> EditionList.Item {
    let text = ScenarioText(of: scenario, registry: ShippedGate.harness.registry)
    return EditionList.Item(case: scenario.id, of: text.content)
  }

  /// The last list.
  private static func last() throws -> EditionList {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let editions = names.compactMap { name in try? Edition(String(name.dropLast(".txt".count))) }
    let edition = try #require(editions.max())
    return EditionList(
      of: edition, parsing: try String(contentsOfFile: "\(folder)/\(edition).txt", encoding: .utf8))
  }

  @Test("has what the kit has, but for what names a later edition")
  func complete() throws {
    if ProcessInfo.processInfo.environment["SLUICE_WRITE_EDITION"] == "1" {
      let text = EditionList.text(try Self.kit().map(\.item), of: .newest)
      try Data(text.utf8).write(to: URL(filePath: "\(Self.folder)/\(Edition.newest).txt"))
    }
    let corrected = CorrectedCases(
      parsing: try String(contentsOfFile: "\(Self.folder)/corrected.txt", encoding: .utf8))
    let findings = try Self.last().findings(
      try Self.kit(), newest: .newest, corrected: corrected)
    #expect(findings.isEmpty, "\(findings.prefix(20).joined(separator: "\n"))")
  }

  @Test("finds what is new, renamed, gone, back, or of an edition of its own")
  func findings() throws {
    let list = EditionList(
      of: .first,
      parsing: """
        # a comment
        case \(Self.digest) a/b
        rule c.d
        rule gone.rule
        withdrawn case 00000000 w

        """)
    let later = try Edition("2027.01")
    func heads(_ present: [(String, String, Edition)]) -> [String] {
      list.findings(
        present.map { kind, id, edition in
          let isRule = kind == "rule"
          return (isRule ? EditionList.Item(rule: id) : .init(case: id, of: "send(1)"), edition)
        }, newest: later
      ).map { finding in String(finding.prefix { letter in letter != "," }) }
    }
    let same = [
      ("case", "a/b", Edition.first), ("rule", "c.d", .first), ("rule", "gone.rule", .first),
    ]
    #expect(heads(same) == [])
    #expect(heads(same + [("case", "new", later)]) == [])
    #expect(heads(same + [("case", "new", .first)]) == ["case new: not in 2026.12"])
    #expect(heads(same + [("case", "w", .first)]) == ["case w: withdrawn in 2026.12"])
    #expect(
      heads(same + [("rule", "new.rule", try Edition("2027.02"))])
        == ["rule new.rule: names 2027.02; raise Edition.newest"])
    #expect(heads(Array(same.dropLast())) == ["rule gone.rule: part of 2026.12"])
    #expect(
      heads([("case", "a/b", later)] + same.dropFirst()) == ["case a/b: part of 2026.12"])
  }

  private static let digest = EditionList.Item(case: "", of: "send(1)").digest

  @Test("finds a case that changed under its id, unless it was corrected for a reason")
  func changes() {
    let list = EditionList(of: .first, parsing: "case \(Self.digest) a/b\ncase \(Self.digest) c\n")
    let changed = EditionList.Item(case: "a/b", of: "send(2)")
    func heads(_ corrected: String) -> [String] {
      list.findings(
        [(changed, .first), (EditionList.Item(case: "c", of: "send(1)"), .first)],
        newest: .first, corrected: CorrectedCases(parsing: corrected)
      ).map { finding in String(finding.prefix { letter in letter != "," && letter != ";" }) }
    }
    #expect(heads("") == ["case a/b: changed after its edition"])
    #expect(heads("# the bound was too short\n\(changed.text)\n") == [])
    #expect(
      heads(changed.text) == ["\(changed.text): corrected without a reason in the line above"])
    let stale = "case 00000000 a/b"
    #expect(
      heads("# a reason\n\(stale)\n") == [
        "case a/b: changed after its edition", "\(stale): corrected.txt has it",
      ])
    let needless = "case \(Self.digest) c"
    #expect(
      heads("# one\n\(changed.text)\n# two\n\(needless)\n")
        == ["\(needless): corrected.txt has it"])
  }

  @Test("has the same digest of a case in another layout, and another of other lines")
  func digests() throws {
    func item(_ lines: String) throws -> EditionList.Item {
      let root = try TemporaryFolder()
      try root.write("format 1\n\n\(lines)", to: "Scenarios/listener/unit/one.scenario")
      let library = ScenarioLibrary(
        registry: ShippedGate.harness.registry, root: ScenarioRoot(path: root.path))
      let path = root.path(of: "Scenarios/listener/unit/one.scenario")
      let file = try #require(try library.read(path).file)
      return Self.item(of: try #require(Array(file.cases).first))
    }
    let one = try item(
      """
      scenario "a value arrives"
        tags smoke

        timeline
          @0ms S = listener.values()
          +1s  listener.send(1)
               expect S next 1

      """)
    #expect(
      one
        == (try item(
          """
          # a comment
          scenario "a value arrives"
            about "in other words"
            timeline
              @0s      S = listener.values()
              +1000ms  listener.send(1)   # it comes
                       expect S next 1

          """)))
    #expect(
      one
        != (try item(
          """
          scenario "a value arrives"
            timeline
              @0ms S = listener.values()
              +1s  listener.send(2)
                   expect S next 2

          """)))
  }
}
