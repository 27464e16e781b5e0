import SluiceConformance
import SluiceSpies
import SluiceText
import Testing

/// A log of many kinds, to be drawn.
struct DrawnLog: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let entries: [LogEntry]
  let blamed: Int?
  let names: [String]

  /// The log of an example, or of a sort of which there is one of any size.
  init(_ name: String, _ entries: [LogEntry], blamed: Int?, longNames: Bool) {
    testDescription = name
    self.entries = entries
    self.blamed = blamed
    let consumers = entries.map { entry in
      if case .iteratorMade(let consumer, of: _) = entry.event { consumer.number } else { 0 }
    }
    names = (0..<(consumers.max() ?? 0)).map { number in
      longNames ? "読者の名前-\(number)-who-has-a-rather-long-name" : "S\(number)"
    }
  }

  /// Every example of every rule, and crowds of consumers with values of all widths.
  static let all: [DrawnLog] =
    ExampleCase.all.enumerated().map { number, item in
      DrawnLog(
        item.testDescription, item.example.evidence.entries, blamed: item.example.blamed,
        longNames: number % 3 == 0)
    }.filter { log in !log.entries.isEmpty }
    + GrowingLog.all.map { log in
      DrawnLog(log.description, log.evidence(12).entries, blamed: 40, longNames: false)
    }
    + (1...8).flatMap { count in
      let entries = LogDiagramTests.log(LogDiagramTests.crowd(count))
      return [0, entries.count / 2, entries.count - 1].map { blamed in
        DrawnLog("crowd of \(count)", entries, blamed: blamed, longNames: count % 2 == 0)
      }
    }

  var diagram: LogDiagram {
    LogDiagram(
      entries, blamed: blamed.map { blamed in min(blamed, entries.count - 1) }, names: names,
      backend: "listener", marks: [LogDiagram.Mark(entry: 0, line: 7)])
  }
}

@Suite("Width of a log's picture")
struct LogPictureWidthTests {
  private static let widths = [58, 60, 80, 98, 200]

  @Test(
    """
    is what there is, whatever is in the log, with a column for whom the blamed entry is about; \
    and it takes no entry away: each is shown, or what is cut says so
    """, arguments: DrawnLog.all)
  func narrow(_ log: DrawnLog) throws {
    let picture = try #require(log.diagram.picture(reach: .whole))
    let lanes = (picture.concerned ?? []).map { lane in picture.lanes[lane] }
    let name = lanes.first { lane in lane.kind != .backend }?.name.prefix(2)
    for width in Self.widths {
      for isWhole in [false, true] {
        let lines = picture.lines(width: width, isWhole: isWhole)
        for line in lines {
          #expect(DisplayWidth.of(line) <= width, "\(width): \(line)")
        }
        guard isWhole else { continue }
        if let name { #expect(lines[0].contains(name), "\(width): \(lines[0])") }
        Self.expectComplete(lines, of: picture, width)
      }
    }
  }

  /// Expects each entry of a picture in its lines.
  private static func expectComplete(_ lines: [String], of picture: LogPicture, _ width: Int) {
    #expect(!lines.contains { line in line.hasPrefix("  … ") && line.hasSuffix(" left out") })
    // Entries stand in their order, several in a line; a line that is cut may hold any of them.
    var rest = lines.dropFirst()[...]
    for row in picture.rows {
      for cell in row.cells {
        let text = cell.call == .ends ? "} \(cell.text)" : cell.text
        let isThere = { (line: String) in
          line.contains(text) || line.contains("\(cell.text) {}") || line.contains("…")
        }
        while let line = rest.first, !isThere(line) { rest = rest.dropFirst() }
        #expect(!rest.isEmpty, "\(width): \(text) in\n\(lines.joined(separator: "\n"))")
      }
    }
  }

  @Test("of a text that says as much as reports do is theirs, however much was kept")
  func usual() throws {
    for log in DrawnLog.all {
      let lines = log.diagram.lines
      for reach in [LogDiagram.Reach.excerpt, .near, .whole] {
        #expect(try #require(log.diagram.picture(reach: reach)).lines() == lines)
      }
    }
  }

  @Test("has the fourth consumer and those behind in one column, under their names")
  func others() throws {
    let names = ["one", "two", "three", "four", "five"]
    let entries = LogDiagramTests.log(LogDiagramTests.crowd(5))
    let diagram = LogDiagram(
      entries, blamed: 0, names: names, backend: "listener", marks: [])
    let picture = try #require(diagram.picture())
    for width in [60, 80, 98, 200] {
      let lines = picture.lines(width: width, isWhole: true)
      #expect(lines[0].contains(" others "))
      let own = names.filter { name in lines[0].contains(" \(name) ") }
      #expect(own == Array(names.prefix(own.count)) && own.count <= 3, "\(lines[0])")
      #expect(own.count == 3 || width < 200)
      let text = lines.joined(separator: "\n")
      for name in names.dropFirst(own.count) {
        #expect(text.contains(" \(name): iterator"), "\(text)")
        #expect(text.contains(" \(name): next()") || text.contains("iterator, next()"), "\(text)")
      }
      for number in own.count + 1...5 {
        #expect(text.contains("#\(number): callback {"), "\(text)")
      }
    }
  }
}
