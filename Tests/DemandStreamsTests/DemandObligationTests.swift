import Foundation
import Testing

/// The table that says which test shows what the post on sequences and publishers says, section by
/// section.
///
/// One line each: `SECTION | what must hold | test MODULE "title"`.
@Suite("Table of the post's obligations")
struct DemandObligationTests {
  private struct Line {
    let section: String
    let proof: String
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "..").standardizedFileURL.path(percentEncoded: false)

  private static let sections = [
    "Introduction", "Resuming continuations from actors", "The Repo", "The Code",
    "Demand management", "The Rest",
  ]

  @Test("has lines for every section, in its order")
  func complete() throws {
    var covered: [String] = []
    for line in try Self.lines() where covered.last != line.section {
      covered.append(line.section)
    }
    #expect(covered == Self.sections)
  }

  @Test("names only tests that there are")
  func proofs() throws {
    for line in try Self.lines() {
      let proof = try #require(line.proof.wholeMatch(of: /test (\w+) "(.+)"/), "\(line.proof)")
      let titles = try Self.titles(in: String(proof.1))
      #expect(titles.contains(String(proof.2)), "\(line.section): \(line.proof)")
    }
  }

  private static func lines() throws -> [Line] {
    let path = "\(tests)/DemandStreamsTests/Obligations/demand.txt"
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    return try text.split(separator: "\n").filter { line in !line.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        cell.trimmingCharacters(in: .whitespaces)
      }
      try #require(cells.count == 3, "\(line)")
      return Line(section: cells[0], proof: cells[2])
    }
  }

  /// The titles of a target's tests.
  private static func titles(in target: String) throws -> Set<String> {
    var titles: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(tests)/\(target)")
    where file.hasSuffix(".swift") {
      let text = try String(
        contentsOf: URL(filePath: "\(tests)/\(target)/\(file)").resolvingSymlinksInPath(),
        encoding: .utf8)
      titles.formUnion(
        text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { match in String(match.1) })
    }
    return titles
  }
}
