import Foundation
import Glibc
import SluiceHarness
import Testing

@Suite("File that a run writes", .startsPrograms)
struct WrittenFileTests {
  /// What makes a call write to a path.
  private static let options = ["--write-known-failing", "--junit", "--report"]

  private static func words(_ option: String, _ path: String) -> [String] {
    [
      "run", "--isolation", "none", "--schedules", "0", "--subject",
      "faulty-forgets-remove-on-cancel",
      option, option == "--report" ? "json=\(path)" : path,
    ]
  }

  @Test("never replaces what is no file, and that shows before the work", arguments: options)
  func noFile(_ option: String) throws {
    let root = try SmallScenarios.root()
    let fifo = root.path(of: "fifo")
    let maker = try FinishedCall("/bin/sh", ["-c", "mkfifo fifo"], in: root.path, variables: [:])
    #expect(maker.exitCode == 0)
    for path in ["/dev/null", fifo, root.path(of: "Scenarios")] {
      let call = MemoryCall(Self.words(option, path), in: root.path)
      #expect(call.exitCode == .harnessFailure)
      #expect(call.output == "", "cases were run: \(call.output)")
      #expect(call.errors.hasPrefix("sluice: can't write to '\(path)': "), "\(call.errors)")
      #expect(!call.errors.contains("NSCocoa"))
    }
    let type = try FileManager.default.attributesOfItem(atPath: fifo)[.type]
    #expect(type as? FileAttributeType != .typeRegular)
  }

  @Test("goes where a link leads, and the link stays", arguments: options)
  func link(_ option: String) throws {
    let root = try SmallScenarios.root()
    let link = root.path(of: "link")
    try root.write("old", to: "there/file")
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: root.path(of: "there/file"))
    _ = MemoryCall(Self.words(option, link), in: root.path)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
        == root.path(of: "there/file"))
    #expect(try root.read("there/file") != "old")
  }

  @Test("leaves nothing beside it, be the run stopped or not")
  func beside() throws {
    let root = try SmallScenarios.root()
    let stop = StopSignal()
    for isStopped in [false, true] {
      if isStopped { stop.raise(SIGTERM) }
      _ = MemoryCall(
        Self.words("--write-known-failing", "lists/list.txt"), in: root.path, stopSignal: stop)
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path(of: "lists"))
    #expect(names == ["list.txt"])
  }

  @Test("is refused where another one goes")
  func twice() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(
      Self.words("--write-known-failing", "x") + ["--junit", "x"], in: root.path)
    #expect(call.exitCode == .usage)
  }

  @Test("is a scenario in a folder that is looked at before the work")
  func scenarios() throws {
    let root = try SmallScenarios.root()
    try root.write("a file", to: "taken")
    for path in ["/dev/null", "taken"] {
      let call = MemoryCall(Self.words("--write-scenarios", path), in: root.path)
      #expect(call.exitCode == .harnessFailure)
      #expect(call.output == "", "cases were run: \(call.output)")
    }
    _ = MemoryCall(Self.words("--write-scenarios", "folder"), in: root.path)
    let written = try FileManager.default.subpathsOfDirectory(atPath: root.path(of: "folder"))
    #expect(written.contains { path in path.hasSuffix(".scenario") })
    #expect(written.allSatisfy { path in !path.contains("/.") && !path.hasPrefix(".") })
  }
}
