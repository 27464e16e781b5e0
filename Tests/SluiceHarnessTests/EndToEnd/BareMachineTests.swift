import Foundation
import Testing

@Suite("A bare machine", .startsPrograms)
struct BareMachineTests {
  private let root: TemporaryFolder

  init() throws { root = try SmallScenarios.root() }

  /// Runs a line through a shell that knows the program as `$P`, and nothing else of the machine.
  private func shell(_ line: String) throws -> FinishedCall {
    let words = "run --schedules 0 --reproducible"
    return try FinishedCall(
      "/usr/bin/env",
      ["-i", "P=\(BuiltProgram.path) \(words)", "/bin/sh", "-c", line], in: root.path,
      variables: [:])
  }

  @Test(
    "without variables, a home, a terminal or a place for temporary files has the same report",
    arguments: [
      "$P", "HOME=/nowhere TMPDIR=/nowhere TERM=dumb $P", "$P </dev/null >/dev/null 2>&1",
      "$P <&- >&- 2>&-", "$P >&-", "$P | true",
    ])
  func variables(_ line: String) throws {
    let usual = try BuiltProgram.run(["run", "--schedules", "0", "--reproducible"], in: root.path)
    let report = try root.bytes(of: "Reports/junit.xml")
    try FileManager.default.removeItem(atPath: root.path(of: "Reports/junit.xml"))
    let call = try shell(line)
    #expect(usual.exitCode == 0 && call.exitCode == 0, "\(call.errors)")
    #expect(call.errors == "")
    #expect(try root.bytes(of: "Reports/junit.xml") == report)
  }

  @Test(
    "says where what it prints does not fit, and is no success then", arguments: ["human", "json"])
  func full(format: String) throws {
    let call = try shell("$P --format \(format) >/dev/full")
    #expect(call.exitCode == 2)
    #expect(call.errors == "sluice: can't write to standard output: no space left\n")
    #expect(try root.read("Reports/junit.xml").hasSuffix("</testsuites>\n"))
  }

  @Test(
    "says which report can't be written, and leaves none",
    arguments: [
      ("--junit /dev/full", "can't write to '/dev/full': it is not a regular file"),
      ("--report tap=/dev/full", "can't write to '/dev/full': it is not a regular file"),
      ("--report json=/proc/x", "can't make a temporary file beside '/proc/x': no such file or"),
      ("--report github=/proc/x", "can't make a temporary file beside '/proc/x': no such file or"),
      ("--report surefire=/proc/x", "can't make the directory '/proc/x': no such file or"),
    ])
  func unwritable(_ words: String, _ message: String) throws {
    let call = try shell("$P \(words)")
    #expect(call.exitCode == 2 && call.output == "")
    #expect(call.errors.hasPrefix("sluice: \(message)"), "\(call.errors)")
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: root.path(of: "Reports"))) ?? []
    #expect(names == [])
  }
}
