import Foundation
import Testing

/// The tables that say which test shows which obligation of the core: those of the text on interop,
/// section by section, and those of the design.
///
/// One line each: `SECTION | what must hold | test MODULE "title"`.
@Suite("Tables of the core's obligations")
struct CoreObligationTests {
  private struct Line {
    let section: String
    let proof: String
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "..").standardizedFileURL.path(percentEncoded: false)

  private static let sections = [
    "interop": [
      "Overview", "Protocol Only Frameworks", "Types and Core API", "Registering with Core",
      "Singletons and Instance Management", "Single Instance per FIRApp",
      "Framework does not provide functionality", "Framework provides functionality",
      "Multiple Instances per FIRApp", "Depending on Functionality", "Advanced Use Cases",
    ],
    "core": ["Registration", "Lookup", "Dependencies", "Patterns", "Deletion"],
  ]

  @Test("have a line for every section, in its order", arguments: sections.keys.sorted())
  func complete(_ table: String) throws {
    var covered: [String] = []
    for line in try Self.lines(of: table) where covered.last != line.section {
      covered.append(line.section)
    }
    #expect(covered == Self.sections[table])
  }

  @Test("name only tests that there are", arguments: sections.keys.sorted())
  func proofs(_ table: String) throws {
    for line in try Self.lines(of: table) {
      let proof = try #require(line.proof.wholeMatch(of: /test (\w+) "(.+)"/), "\(line.proof)")
      let titles = try Self.titles(in: String(proof.1))
      #expect(titles.contains(String(proof.2)), "\(line.section): \(line.proof)")
    }
  }

  private static func lines(of table: String) throws -> [Line] {
    let path = "\(tests)/FakeCoreTests/Obligations/\(table).txt"
    let text = try String(contentsOf: URL(filePath: path), encoding: .utf8)
    return try text.split(separator: "\n").filter { line in !line.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        cell.trimmingCharacters(in: .whitespaces)
      }
      try #require(cells.count == 3, "\(table): \(line)")
      return Line(section: cells[0], proof: cells[2])
    }
  }

  /// The titles of a target's tests.
  private static func titles(in target: String) throws -> Set<String> {
    var titles: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(atPath: "\(tests)/\(target)")
    where file.hasSuffix(".swift") {
      let text = try String(
        contentsOf: URL(filePath: "\(tests)/\(target)/\(file)"), encoding: .utf8)
      titles.formUnion(
        text.matches(of: /@Test\(\s*"((?:[^"\\]|\\.)*)"/).map { match in String(match.1) })
    }
    return titles
  }
}
