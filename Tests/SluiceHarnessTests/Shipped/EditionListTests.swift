import Foundation
import SluiceConformance
import SluiceHarness
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
      (item: EditionList.Item(kind: "rule", id: rule.id), edition: rule.edition)
    }
    return rules
      + (try ShippedScenarios.cases().map { one in
        (item: EditionList.Item(kind: "case", id: one.id), edition: one.edition)
      })
  }

  /// The last list.
  private static func last() throws -> EditionList {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let name = try #require(names.last)
    let edition = try Edition(String(name.dropLast(".txt".count)))
    return EditionList(
      of: edition, parsing: try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))
  }

  @Test("has what the kit has, but for what names a later edition")
  func complete() throws {
    if ProcessInfo.processInfo.environment["SLUICE_WRITE_EDITION"] == "1" {
      let text = EditionList.text(try Self.kit().map(\.item), of: .newest)
      try Data(text.utf8).write(to: URL(filePath: "\(Self.folder)/\(Edition.newest).txt"))
    }
    let findings = try Self.last().findings(try Self.kit(), newest: .newest)
    #expect(findings.isEmpty, "\(findings.prefix(20).joined(separator: "\n"))")
  }

  @Test("finds what is new, renamed, gone, back, or of an edition of its own")
  func findings() throws {
    let list = EditionList(
      of: .first, parsing: "# a comment\ncase a/b\nrule c.d\nrule gone.rule\nwithdrawn case w\n")
    let later = try Edition("2027.01")
    func heads(_ present: [(String, String, Edition)]) -> [String] {
      list.findings(
        present.map { kind, id, edition in (EditionList.Item(kind: kind, id: id), edition) },
        newest: later
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
}
