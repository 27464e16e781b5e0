import Foundation
import Glibc
import SluiceRunner
import Testing

@Suite("Progress board")
struct ProgressBoardTests {
  /// A supervisor's board, and the same as a worker has it.
  private static func boards() throws -> (supervisor: ProgressBoard, worker: ProgressBoard) {
    let board = try #require(ProgressBoard())
    let copy = try #require(board.descriptor.map { number in fcntl(number, F_DUPFD_CLOEXEC, 0) })
    return (board, try #require(ProgressBoard(inherited: copy)))
  }

  @Test("shows the last text of the request that is asked about, and of no other")
  func texts() throws {
    let (supervisor, worker) = try Self.boards()
    #expect(supervisor.text(of: 0) == nil)
    for text in ["line 3", "schedule 1", "é", "schedule 2"] {
      #expect(worker.write(text, of: 7))
      #expect(supervisor.text(of: 7) == text)
      #expect(supervisor.text(of: 6) == nil)
    }
    #expect(worker.write("", of: 7))
    #expect(supervisor.text(of: 7) == nil)
  }

  @Test("keeps what it has where a text is too long, and takes the longest")
  func longTexts() throws {
    let (supervisor, worker) = try Self.boards()
    let longest = String(repeating: "x", count: ProgressBoard.longestText)
    #expect(worker.write(longest, of: 1))
    #expect(!worker.write(longest + "x", of: 1))
    #expect(supervisor.text(of: 1) == longest)
  }

  @Test("changes its number with each sign of life")
  func signs() throws {
    let (supervisor, worker) = try Self.boards()
    var seen = [supervisor.signs]
    worker.giveSign()
    seen.append(supervisor.signs)
    _ = worker.write("here", of: 1)
    seen.append(supervisor.signs)
    #expect(Set(seen).count == 3)
  }

  /// Where the two places for a text begin, each with the number of a request and a length.
  private static let places: [UInt64] = [24, 24 + (32 << 10)]

  /// Writes a number over what a board has.
  private static func write(_ number: Int64, over board: ProgressBoard, at place: UInt64) throws {
    let file = FileHandle(fileDescriptor: try #require(board.descriptor), closeOnDealloc: false)
    try file.seek(toOffset: place)
    let bytes = (0..<8).map { index in UInt8(truncatingIfNeeded: number >> (8 * index)) }
    try file.write(contentsOf: Data(bytes))
  }

  @Test("has the text of a worker that was killed in the middle of another one")
  func killed() throws {
    let (supervisor, worker) = try Self.boards()
    #expect(worker.write("before", of: 1))
    // The first text went to the second place; the next one begins to be written in the first.
    try Self.write(1, over: supervisor, at: Self.places[0])
    try Self.write(.max, over: supervisor, at: Self.places[0] + 8)
    #expect(supervisor.text(of: 1) == "before")
  }

  @Test("believes nothing that a subject has written over it")
  func nonsense() throws {
    let (supervisor, worker) = try Self.boards()
    for number in [Int64.min, -1, 1 << 40, .max] {
      #expect(worker.write("text", of: 1))
      for place in Self.places { try Self.write(number, over: supervisor, at: place + 8) }
      #expect(supervisor.text(of: 1) == nil)
    }
    #expect(worker.write("two\nlines", of: 1))
    #expect(supervisor.text(of: 1) == nil)
  }

  @Test("is nothing else that stands under a descriptor")
  func others() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    // As long as a board, and none.
    try Data(count: 24 + 2 * (32 << 10)).write(to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try FileHandle(forUpdating: folder)
    #expect(ProgressBoard(inherited: file.fileDescriptor) == nil)
    // What is no board is left open.
    try file.close()
    #expect(ProgressBoard(inherited: -1) == nil)
  }

  @Test("says of which request the last event has run, which is a sign of life")
  func ends() throws {
    let (supervisor, worker) = try Self.boards()
    #expect(!supervisor.isOver(0))
    let signs = supervisor.signs
    worker.noteEnd(of: 0)
    #expect(supervisor.isOver(0))
    #expect(!supervisor.isOver(1))
    #expect(supervisor.signs != signs)
    worker.noteEnd(of: 7)
    #expect(supervisor.isOver(7))
    #expect(!supervisor.isOver(0))
  }
}
