import Foundation
import SluiceScenarios
import Testing

/// The tables that say which test or scenario shows which obligation of a backend.
///
/// One line each: `BULLET.NUMBER | what must hold | test MODULE "title"` or
/// `… | scenario <case id>`, where the bullet is that of the product's section in the design.
@Suite("Table of obligations")
struct ObligationTests {
  struct Line: CustomStringConvertible {
    let file: String
    let bullet: Int
    let statement: String
    let proof: String

    var description: String { "\(file): \(statement)" }
  }

  private static let folder = "\(BuiltProgram.repository)/Tests/SluiceHarnessTests/Obligations"
  private static let design = "\(BuiltProgram.repository)/../shared/design/fakes.md"

  /// The tables with the headings of their sections.
  private static let sections = [
    "auth": "Authentication", "database": "Realtime Database", "device": "Device observers",
    "messaging": "Messaging", "remoteconfig": "Remote Config", "storage": "Storage",
    "websocket": "WebSocket",
  ]

  @Test("is there for every product of the design's list")
  func complete() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.sorted() == Self.sections.keys.map { name in "\(name).txt" }.sorted())
  }

  @Test("names only tests and scenarios that there are", arguments: sections.keys.sorted())
  func proofs(_ product: String) throws {
    let titles = try Self.testTitles()
    let cases = try Set(
      ShippedScenarios.cases().flatMap { one in [one.id, "\(one.place.stem)/\(one.scenario)"] })
    let lines = try Self.lines(of: product)
    #expect(!lines.isEmpty)
    for line in lines {
      if let scenario = line.proof.removing(prefix: "scenario ") {
        #expect(cases.contains(scenario), "\(line)")
      } else if let test = line.proof.removing(prefix: "test ") {
        let parts = test.split(separator: " ", maxSplits: 1).map(String.init)
        let title = parts.count == 2 ? parts[1].dropFirst().dropLast() : ""
        #expect(titles[parts[0]]?.contains(String(title)) == true, "\(line): \(test)")
      } else {
        Issue.record("\(line): neither a test nor a scenario: \(line.proof)")
      }
    }
  }

  @Test(
    "has a line for every point of its section",
    .enabled(
      if: FileManager.default.fileExists(atPath: design), "there is no ../shared/design/fakes.md"),
    arguments: sections.keys.sorted())
  func bullets(_ product: String) throws {
    let text = try String(contentsOf: URL(filePath: Self.design), encoding: .utf8)
    let heading = try #require(Self.sections[product])
    let section = try #require(
      text.components(separatedBy: "\n## ").first { part in part.hasPrefix(heading) })
    let points = section.split(separator: "\n").count { line in line.hasPrefix("- ") }
    let covered = try Set(Self.lines(of: product).map { line in line.bullet })
    // A section without points is one point.
    #expect(covered == Set(1...max(points, 1)))
  }

  private static func lines(of product: String) throws -> [Line] {
    let file = "\(product).txt"
    let text = try String(contentsOf: URL(filePath: "\(folder)/\(file)"), encoding: .utf8)
    return try text.split(separator: "\n").filter { line in !line.hasPrefix("#") }.map { line in
      let cells = line.split(separator: "|").map { cell in
        cell.trimmingCharacters(in: .whitespaces)
      }
      try #require(cells.count == 3, "\(file): \(line)")
      let bullet = try #require(cells[0].split(separator: ".").first.flatMap { Int($0) })
      return Line(file: file, bullet: bullet, statement: cells[1], proof: cells[2])
    }
  }

  /// The titles of all tests, by the folder of their target.
  private static func testTitles() throws -> [String: Set<String>] {
    let tests = "\(BuiltProgram.repository)/Tests"
    let title = /@Test\(\s*"((?:[^"\\]|\\.)*)"/
    var titles: [String: Set<String>] = [:]
    let paths = FileManager.default.enumerator(atPath: tests)?.compactMap { $0 as? String } ?? []
    for path in paths where path.hasSuffix(".swift") {
      let text = try String(contentsOf: URL(filePath: "\(tests)/\(path)"), encoding: .utf8)
      let target = String(path.prefix { character in character != "/" })
      for match in text.matches(of: title) {
        titles[target, default: []].insert(String(match.1))
      }
    }
    return titles
  }
}

extension String {
  fileprivate func removing(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }
}
