import ShippedGate
import SluiceHarness
import Testing

@Suite("Run that is ahead of what is told")
struct RunAheadTests {
  @Test(
    "is one that plays in processes, and that no failure ends",
    arguments: [
      ([], true), (["--jobs", "1"], true), (["--jobs", "8"], true),
      (["--rerun-failed", "x"], true), (["--isolation", "none"], false),
      (["--fail-fast"], false), (["--max-failures", "9"], false), (["--max-hangs", "2"], false),
      (["--max-crashes", "2"], false),
      (["--jobs", "8", "--fail-fast"], false),
    ])
  func mayRunAhead(words: [String], isAhead: Bool) throws {
    let command = try ShippedGate.harness.command(of: ["run"] + words)
    let options = try #require(command.values as? RunOptions)
    #expect(options.mayRunAhead == isAhead)
  }
}
