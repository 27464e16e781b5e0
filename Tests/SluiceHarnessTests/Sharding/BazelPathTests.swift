import Foundation
import SluiceHarness
import Testing

@Suite("Paths that Bazel names by variables")
struct BazelPathTests {
  @Test("begin where the call is made, and the one of a folder leaves the folder")
  func relative() throws {
    let root = try SmallScenarios.root()
    try root.makeFolder("kept")
    try root.write("mine", to: "kept/file")
    for premature in ["premature", "kept", "kept/..", "."] {
      let call = MemoryCall(
        ["run", "--isolation", "none", "--schedules", "0"], in: root.path,
        variables: [
          "TEST_SHARD_STATUS_FILE": "status", "TEST_PREMATURE_EXIT_FILE": premature,
          "GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": "summary.md",
        ])
      #expect(call.exitCode == .success, "\(call.errors)")
      #expect(try root.read("kept/file") == "mine")
      #expect(try root.read("status") == "")
      #expect(try root.read("summary.md").hasPrefix("### sluice: "))
      #expect(!FileManager.default.fileExists(atPath: root.path(of: "premature")))
    }
  }
}
