import Foundation
import Glibc
import Testing

@Suite("Run that is killed", .startsPrograms)
struct KilledRunTests {
  @Test("leaves drafts, which stay while it goes on, and which the next run removes")
  func drafts() throws {
    let root = try TemporaryFolder()
    try root.write(SmallScenarios.file, to: SmallScenarios.path)
    let reports = [
      "--junit", "out/report.xml", "--report", "tap=out/run.tap", "--report", "json=out/run.json",
      "--report", "github=out/summary.md",
    ]
    let killed = Process()
    let output = Pipe()
    killed.executableURL = URL(filePath: BuiltProgram.path)
    killed.arguments =
      [
        "run", "--subject", "faulty-spins", "--watchdog", "86400", "--format", "json", "--jobs",
        "1",
      ]
      + reports
    killed.currentDirectoryURL = URL(filePath: root.path)
    killed.standardOutput = output
    killed.standardError = try root.handle(writingTo: "errors.txt")
    try killed.run()
    // The first case is over, and the second one spins.
    #expect(!output.fileHandleForReading.availableData.isEmpty)
    let drafts = try names(in: root)
    #expect(drafts.count == 3 && drafts.allSatisfy { name in name.contains(".draft-") })

    let other = try BuiltProgram.run(["run", "--schedules", "0"] + reports, in: root.path)
    #expect(other.exitCode == 0, "\(other.errors)")
    let written = ["report.xml", "run.json", "run.tap", "summary.md"]
    #expect(try names(in: root) == (drafts + written).sorted())

    kill(killed.processIdentifier, SIGKILL)
    killed.waitUntilExit()
    #expect(try names(in: root) == (drafts + written).sorted())
    // A wrong call is a call that has none, too.
    let next = try BuiltProgram.run(["run", "--junit", "out/report.xml", "--wrong"], in: root.path)
    #expect(next.exitCode == 64)
    #expect(try names(in: root) == ["run.json", "run.tap", "summary.md"])
  }

  private func names(in root: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: root.path(of: "out")).sorted()
  }
}
