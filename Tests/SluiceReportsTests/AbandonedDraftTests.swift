import Foundation
import SluiceReports
import Testing

@Suite("Draft of a process that is no more")
struct AbandonedDraftTests {
  private let directory: TemporaryDirectory
  /// The number of a process that has ended.
  private let dead: Int32

  init() throws {
    directory = try TemporaryDirectory()
    let process = Process()
    process.executableURL = URL(filePath: "/bin/true")
    try process.run()
    process.waitUntilExit()
    dead = process.processIdentifier
  }

  private func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: directory.url.appendingPathComponent(name))
  }

  private func removeOld() throws {
    try OldReport.remove(at: directory.path("report.tap"))
  }

  private static let tap = "TAP version 13\n# sluice\nok 1"

  @Test("is removed, with those of other reports in the folder")
  func removed() throws {
    try write(Self.tap, to: ".report.tap.draft-\(dead)-0")
    try write("", to: ".other.xml.draft-\(dead)-17")
    try write("", to: ".other.xml.spool-\(dead)-1")
    try write("{\"event\":\"run\"", to: ".run.json.draft-\(dead)-1")
    try write("format 1\n\nscen", to: ".a.scenario.draft-\(dead)-1")
    try removeOld()
    #expect(try directory.names() == [])
  }

  @Test("stays where its process goes on, or it is no draft of the kit's")
  func kept() throws {
    let parent = getppid()
    let kept = [
      ".report.tap.draft-\(parent)-0", "report.tap.draft-\(dead)-0", ".report.tap.draft-\(dead)",
      ".report.tap.draft-\(dead)-", ".report.tap.draft-+\(dead)-0", ".report.tap.copy-\(dead)-0",
      ".draft-\(dead)-0", ".report.tap.draft-0-0", ".report.tap.draft-99999999999-0",
      ".report.tap.draft-\(dead)-0-0", ".report.tap.draft-\(dead)-0.txt",
    ]
    for name in kept { try write(Self.tap, to: name) }
    // A foreign file with the name of one.
    try write("notes", to: ".report.tap.draft-\(dead)-3")
    try FileManager.default.createDirectory(
      at: directory.url.appendingPathComponent(".report.tap.draft-\(dead)-4"),
      withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(
      atPath: directory.path(".report.tap.draft-\(dead)-5"),
      withDestinationPath: kept[0])
    let all = try directory.names()
    try removeOld()
    #expect(try directory.names() == all)
  }

  @Test("is told from one of a process that has its number by the lock")
  func reused() throws {
    // In a container each run has the number of the one before.
    let own = ProcessInfo.processInfo.processIdentifier
    try write(Self.tap, to: ".report.tap.draft-\(own)-0")
    let target = try ReportTarget(path: directory.path("report.tap"))
    let draft = try ReportDraft(of: target)
    try draft.write(Self.tap)
    #expect(try directory.names().count == 2)
    try removeOld()
    #expect(try directory.names() == [".report.tap.draft-\(own)-1"])
    try draft.publish()
    #expect(try directory.names() == ["report.tap"])
  }

  @Test("stays where a process that has another's number elsewhere has it locked")
  func locked() throws {
    // As one of another container, whose number no process has here.
    let name = ".report.tap.draft-\(dead)-0"
    try write(Self.tap, to: name)
    let path = directory.path(name)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    #expect(flock(file.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    try removeOld()
    #expect(try directory.names() == [name])
    try file.close()
    try removeOld()
    #expect(try directory.names() == [])
  }
}
