import SluiceConformance
import SluiceSpies
import SluiceText
import Testing

@Suite("LogPicture")
struct LogPictureTests {
  private static func picture(
    _ steps: [[Event]], blamed: Int? = nil, names: [String] = ["S"], marks: [(Int, Int)] = []
  ) -> LogPicture? {
    LogDiagram(
      LogDiagramTests.log(steps), blamed: blamed, names: names, backend: "listener",
      marks: marks.map { mark in LogDiagram.Mark(entry: mark.0, line: mark.1) }
    ).picture()
  }

  /// A row in one line: time, step, line, cells by their lanes, what is alive, and the arrow.
  private static func text(_ row: LogPicture.Row) -> String {
    let cells = row.cells.map { cell in
      let call =
        switch cell.call {
        case .begins: "("
        case .ends: ")"
        case .whole: "()"
        case nil: ""
        }
      return "\(cell.lane):\(cell.text)\(call)"
    }
    let arrow = row.arrow.map { arrow in "\(arrow[0])>\(arrow[1])" } ?? ""
    let line = row.line.map { line in "\(line)" } ?? ""
    return
      "\(row.time) \(row.step) \(line) [\(cells.joined(separator: ", "))] \(row.alive) \(arrow)"
  }

  @Test("has lanes, rows, calls, arrows and the entry to blame of a log")
  func course() throws {
    let picture = try #require(
      Self.picture(LogDiagramTests.course, blamed: 11, marks: [(0, 4), (7, 5), (11, 6)])
    ).folded
    #expect(picture.lanes.map(\.name) == ["S", "#1", "listener"])
    #expect(picture.lanes.map(\.kind) == [.consumer, .registration, .backend])
    #expect(
      picture.rows.map(Self.text) == [
        "0ms 1 4 [0:opens stream] [] ",
        "1ms 2  [0:iterator, drops stream] [] ",
        "1ms 2  [0:next(), add #1, 1:add()] [0, 1] 0>1",
        "1ms 2  [2:(quiet)] [0, 1] ",
        "2ms 3 5 [1:callback(), 2:sends 7] [0, 1] 2>1",
        "3ms 4  [0:-> 7, next()] [0, 1] ",
        "4ms 5 6 [0:cancel(] [0, 1] ",
        "4ms 5  [0:remove #1, 1:remove(] [0, 1] 0>1",
        "4ms 5  [2:(the fixture died)] [0, 1] ",
        "4ms 5  [1:remove)] [0] ",
        "4ms 5  [0:cancel)] [0] ",
        "5ms 6  [0:-> end, leaves loop] [] ",
        "5ms 6  [2:(quiet)] [] ",
      ])
    #expect(picture.blamed == 6)
    #expect(picture.rows.allSatisfy { row in row.isExcerpt })
  }

  @Test("has every entry of a log, be it of the excerpt or not")
  func whole() throws {
    let steps: [[Event]] =
      LogDiagramTests.course
      + (0..<100).map { number in [.nextReturned(1, .element(.integer(number))), .nextCalled(1)] }
    let picture = try #require(Self.picture(steps, blamed: 100))
    let entries = LogDiagramTests.log(steps)
    #expect(picture.rows.reduce(0) { count, row in count + row.entries } == entries.count)
    #expect(picture.rows.allSatisfy { row in !row.cells.isEmpty })
    let blamed = try #require(picture.blamed)
    #expect(picture.rows[blamed].isExcerpt)
    #expect(picture.rows.contains { row in !row.isExcerpt })
    #expect(picture.rows[..<blamed].reduce(0) { count, row in count + row.entries } == 100)
  }

  @Test("says how much it leaves out of a log without end")
  func endless() throws {
    let steps: [[Event]] =
      LogDiagramTests.course
      + (0..<5_000).map { number in [.nextReturned(1, .element(.integer(number))), .nextCalled(1)] }
    let picture = try #require(Self.picture(steps, blamed: 5_000))
    let entries = LogDiagramTests.log(steps)
    #expect(picture.rows.reduce(0) { count, row in count + row.entries } == entries.count)
    #expect(picture.rows.count < 2_000)
    #expect(picture.rows.count { row in row.cells.isEmpty } >= 2)
    let blamed = try #require(picture.blamed)
    #expect(picture.rows[..<blamed].reduce(0) { count, row in count + row.entries } == 5_000)
  }

  @Test("has consumers without a lane of their own under their names")
  func crowd() throws {
    let names = (1...12).map { number in "S\(number)" }
    let steps: [[Event]] = (1...12).map { number in
      [.iteratorMade(ConsumerID(number), of: SequenceID(number)), .nextCalled(ConsumerID(number))]
    }
    let picture = try #require(Self.picture(steps, blamed: 0, names: names)).folded
    #expect(picture.lanes.map(\.kind).suffix(2) == [.others, .backend])
    #expect(picture.lanes.count == 10)
    #expect(picture.lanes[0].name == "S1")
    let others = picture.rows.flatMap(\.cells).filter { cell in cell.lane == 8 }
    #expect(others.contains { cell in cell.text == "S12: iterator, next()" })
  }

  @Test("gives an expectation that was not met a row, which is to blame")
  func unmet() throws {
    let entries = LogDiagramTests.log(Array(LogDiagramTests.course.prefix(3)))
    let place = FailedPlace(
      of: 1, entries: entries.count, instant: entries[entries.count - 1].instant, step: 9)
    let picture = try #require(
      LogDiagram(
        entries, blamed: nil, failed: (place, 12), names: ["S"], backend: "listener", marks: []
      ).picture())
    let blamed = try #require(picture.blamed)
    #expect(
      Self.text(picture.rows[blamed]) == "2ms 9 12 [0:expectation not met] [0, 1] ")
  }

  @Test("is none of a log without entries")
  func empty() {
    #expect(Self.picture([]) == nil)
  }
}
