import Foundation
import SluiceHarness
import SluiceRunner
import Testing

@Suite("Command that is called again", .startsPrograms)
struct AgainTests {
  private static func words(_ called: String?, at folder: String, root: String = "/r") -> [String] {
    var environment = CommandEnvironment(
      arguments: [], workingDirectory: folder, standardOutput: RecordingSink(),
      standardError: RecordingSink())
    environment.calledAs = called
    return CallWords(environment, root: ScenarioRoot(path: root)).words("run", "Scenarios/a")
  }

  @Test(
    "names the program as it was called",
    arguments: [
      (nil, "swift run sluice"), ("sluice", "sluice"), ("./sluice", "./sluice"),
      (".build/debug/sluice", ".build/debug/sluice"), ("/b/c/sluice", "/b/c/sluice"),
      (".build/x86_64-unknown-linux-gnu/debug/sluice", "swift run sluice"),
      ("../../.build/arm64-apple-macosx/debug/sluice", "swift run sluice"),
      (".build/x86_64-unknown-linux-gnu/release/sluice", "swift run -c release sluice"),
      (
        ".build-r/x86_64-unknown-linux-gnu/release/sluice",
        "swift run -c release --scratch-path .build-r sluice"
      ),
      ("../kit/.build/x86_64-unknown-linux-gnu/debug/sluice", nil),
      ("/b/.build/x86_64-unknown-linux-gnu/debug/sluice", nil),
      (".build/x86_64-unknown-linux-gnu/debug/other", nil), ("out/a-b/debug/sluice", nil),
    ] as [(String?, String?)])
  func program(_ called: String?, _ expected: String?) {
    let words = Self.words(called, at: "/r")
    #expect(words.dropLast(2).joined(separator: " ") == expected ?? called)
    #expect(words.suffix(2) == ["run", "Scenarios/a"])
  }

  @Test(
    "names files as they are found from where it was called",
    arguments: [
      ("/r", "Scenarios/a"), ("/", "r/Scenarios/a"), ("/r/Scenarios", "a"),
      ("/r/Sources", "/r/Scenarios/a"), ("/rr", "/r/Scenarios/a"),
    ])
  func file(_ folder: String, _ expected: String) {
    #expect(Self.words("sluice", at: folder).last == expected)
  }

  @Test("shows the failure again, wherever it is called, with a root that it names and without")
  func pasted() throws {
    let root = try SmallScenarios.root()
    try root.write("cancellation.busy-removes no/such/case\n", to: "known failures.txt")
    let elsewhere = try TemporaryFolder()
    for (folder, words) in [
      (root.path, []), (root.path(of: "Scenarios"), []), (elsewhere.path, ["--root", root.path]),
      (elsewhere.path, [root.path(of: SmallScenarios.path)]),
    ] as [(String, [String])] {
      let call = try BuiltProgram.run(
        [
          "run", "--subject", "faulty-forgets-remove-on-cancel", "--schedules", "0",
          "--known-failing", root.path(of: "known failures.txt"), "--format", "json",
        ] + words, in: folder)
      let failed = try #require(
        try ReportedCase.all(in: call.output).first { one in one.outcome == "failed" })
      let body = try #require(failed.body)
      let mark = "\nagain: "
      let start = try #require(body.range(of: mark, options: .backwards))
      let command = String(body[start.upperBound...])
      #expect(command.hasPrefix("\(BuiltProgram.path) run "), "\(command)")
      #expect(command.contains("--root \(root.path)") == words.contains("--root"))
      let again = try BuiltProgram.shell("\(command) --format json", in: folder)
      let shown = try ReportedCase.all(in: again.output).first { one in one.id == failed.id }
      #expect(shown?.body == body, "\(again.errors)")
    }
  }

  @Test(
    "plays the case where something else than the call deals cases to shards",
    arguments: [
      ["SLUICE_SHARD": "2/3", "SLUICE_SHARD_BY": "slices"],
      ["TEST_TOTAL_SHARDS": "3", "TEST_SHARD_INDEX": "1", "SLUICE_SHARD_BY": "slices"],
      [:],
    ])
  func shards(_ variables: [String: String]) throws {
    let root = try SmallScenarios.root()
    if variables.isEmpty {
      try root.write(#"{"shard": "2/3", "shard-by": "slices"}"#, to: "sluice.json")
    }
    let call = try BuiltProgram.run(
      ["run", "--subject", "faulty-forgets-remove-on-cancel", "--format", "json"], in: root.path,
      variables: variables)
    let failed = try #require(try ReportedCase.all(in: call.output).first)
    let body = try #require(failed.body)
    let command = try #require(body.components(separatedBy: "\nagain: ").last)
    let again = try FinishedCall(
      "/bin/sh", ["-c", "\(command) --format json"], in: root.path, variables: variables)
    #expect(try ReportedCase.all(in: again.output).map { one in one.body } == [body])
    #expect(again.exitCode == 1)
  }

  @Test("is the same from everywhere where reports have the same bytes")
  func reproducible() throws {
    let root = try SmallScenarios.root()
    let elsewhere = try TemporaryFolder()
    let words = ["--subject", "faulty-forgets-remove-on-cancel", "--reproducible"]
    let (one, other) = (
      try BuiltProgram.run(["run"] + words, in: root.path),
      try BuiltProgram.run(["run", "--root", root.path] + words, in: elsewhere.path)
    )
    #expect(one.output.contains("again: swift run sluice run \(SmallScenarios.path) "))
    #expect(one.output == other.output)
  }
}
