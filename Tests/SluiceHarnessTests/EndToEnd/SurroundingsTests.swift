import Foundation
import SluiceHarness
import Testing

@Suite("Call in hostile surroundings", .startsPrograms)
struct SurroundingsTests {
  /// Runs a line of the shell in which the built program is called.
  private static func shell(_ line: String, in root: TemporaryFolder) throws -> FinishedCall {
    try FinishedCall(
      "/bin/sh", ["-c", line], in: root.path, variables: ["SLUICE_BUILT": BuiltProgram.path])
  }

  @Test(
    "fails where nothing can be written to standard output, and says so",
    arguments: ["list", "run --schedules 0", "explore --runs 2", "check", "--help"])
  func fullDisk(_ words: String) throws {
    let root = try SmallScenarios.root()
    let call = try Self.shell("\"$SLUICE_BUILT\" \(words) > /dev/full", in: root)
    #expect(call.exitCode == 2)
    #expect(call.errors == "sluice: can't write to standard output: no space left\n")
  }

  @Test("is no failure where a reader has seen enough")
  func brokenPipe() throws {
    let root = try SmallScenarios.root()
    let call = try Self.shell(
      "{ \"$SLUICE_BUILT\" run --schedules 0; echo $? > code; } | true", in: root)
    #expect(call.errors == "")
    #expect(try root.read("code") == "0\n")
  }

  @Test("fails, and is not ended by a signal, where files may grow no more")
  func fileSize() throws {
    let root = try SmallScenarios.root()
    let call = try Self.shell("ulimit -f 0; exec \"$SLUICE_BUILT\" run --schedules 0", in: root)
    #expect(call.exitCode == 2, "\(call.errors)")
  }

  @Test("fails in a directory that was deleted, and says so", arguments: ["list", "run", "check"])
  func deletedDirectory(_ command: String) throws {
    let root = try SmallScenarios.root()
    let call = try Self.shell(
      "mkdir gone && cd gone && rmdir ../gone && exec \"$SLUICE_BUILT\" \(command)", in: root)
    #expect(call.exitCode == 2)
    #expect(call.errors == "sluice: the working directory does not exist any more\n")
  }

  @Test("ends what a subject has left running, and names it", arguments: ["process", "none"])
  func leftRunning(isolation: String) throws {
    let root = try SmallScenarios.root()
    let call = try BuiltProgram.run(
      [
        "run", "--subject", "faulty-detaches-a-process", "--schedules", "0", "--isolation",
        isolation,
      ], in: root.path)
    let line = try #require(
      call.errors.split(separator: "\n").first { line in line.contains("had left running") },
      "\(call.errors)\(call.output)")
    // Each is a fork of one program that becomes the other, and named after what it is by then.
    let names = try #require(line.split(separator: "left running: ").last)
    #expect(line.hasPrefix("sluice: ended what a subject had left running: "))
    let each = names.components(separatedBy: ", ").map { name in
      name.replacing(/\ \(\d+ times\)$/, with: "")
    }
    #expect(Set(each).isSubset(of: ["setsid", "sleep"]), "\(line)")
    #expect(Set(each).count == each.count, "each is named once: \(line)")
  }
}
