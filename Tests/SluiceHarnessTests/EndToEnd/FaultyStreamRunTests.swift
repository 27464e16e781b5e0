import FaultyStreams
import Foundation
import SluiceConformance
import SluiceHarness
import Testing

@Suite("Run of a faulty stream", .startsPrograms)
struct FaultyStreamRunTests {
  @Test(
    "is red, names rule, place, log and the command, which shows the same failure again",
    arguments: stride(from: 0, to: FaultyStreams.all.count, by: 12).map { FaultyStreams.all[$0] })
  func red(_ faulty: FaultySubject) throws { try Self.expectRed(faulty) }

  /// Expects it of the cases about the stream's rule.
  ///
  /// - Parameters:
  ///   - faulty: The stream.
  ///   - words: Further words of the first call.
  /// - Returns: What became of the cases about its rule.
  /// - Throws: What the system says, or what is missing.
  @discardableResult
  fileprivate static func expectRed(
    _ faulty: FaultySubject, _ words: String...
  ) throws -> [ReportedCase] {
    let folder = try TemporaryFolder()
    let call = try BuiltProgram.run(
      [
        "run", "Scenarios/listener", "--subject", faulty.subject.name, "--schedules", "0",
        "--filter", "rule:\(faulty.rule)",
        "--format", "json", "--reproducible",
        "--junit", folder.path(of: "junit.xml"),
      ] + words)
    #expect(call.exitCode == 1)
    let all = try ReportedCase.all(in: call.output)
    let caught = try #require(
      all.first { one in
        one.outcome == "failed" && one.rules.first == faulty.rule && isCanonical(one)
      }, "no case of \(faulty.subject.name) fails by \(faulty.rule)")
    let body = try #require(caught.body)
    let file = try #require(caught.file)
    let line = try #require(caught.line)
    #expect(caught.message?.hasPrefix("\(faulty.rule): ") == true)
    #expect(body.contains(" at \(file):\(line):"))
    #expect(body.contains("\nlog"))
    #expect(body.contains("\n>"), "the entry to blame is marked")

    let command = try #require(Self.command(in: body))
    let again = try BuiltProgram.shell("\(command) --format json --reproducible")
    #expect(again.exitCode == 1, "\(again.errors)")
    let cases = try ReportedCase.all(in: again.output)
    #expect(cases.map { one in one.id } == [caught.id])
    #expect(cases.map { one in one.body } == [caught.body])
    return all
  }

  /// Whether a failure came up under the canonical schedule, so that a run shows it again.
  private static func isCanonical(_ failed: ReportedCase) -> Bool {
    failed.body.flatMap(command)?.contains("sluice run ") == true
  }

  /// The command at the end of a failure.
  private static func command(in body: String) -> String? {
    guard let last = body.split(separator: "\n").last, last.hasPrefix("again: ") else { return nil }
    return String(last.dropFirst("again: ".count))
  }

  @Test("that forgets to remove on a cancel tells a person everything")
  func human() throws {
    let root = try SmallScenarios.root()
    let call = MemoryCall(
      ["run", "--subject", "faulty-forgets-remove-on-cancel", "--reproducible"], in: root.path)
    #expect(call.exitCode == .failure)
    for part in [
      "FAILED listener.values.cancellation / a waiting consumer is cancelled",
      "cancellation.suspended-removes: ", " at \(SmallScenarios.path):20:5",
      "rule: cancelling a consumer that waits in next() removes its registrations promptly",
      "cancel {", "} cancel", "  log   time step line  S ", " #1 ", " listener\n",
      "again: swift run sluice run \(SmallScenarios.path) "
        + "--subject faulty-forgets-remove-on-cancel --filter "
        + "'id:\"\(SmallScenarios.stem)/a waiting consumer is cancelled\"'",
    ] {
      #expect(call.output.contains(part), "\(part)")
    }
  }

  @Test("is shown again although names have quotes, blanks and marks of the shell and of filters")
  func awkwardNames() throws {
    let root = try TemporaryFolder()
    let name = "it's * a \"$HOME\" `?`"
    let escaped = name.replacing("\"", with: "\\\"")
    let file = SmallScenarios.file.replacing(
      "a waiting consumer is cancelled", with: escaped)
    try root.write(file, to: "Scenarios/listener/cancellation/o'dd name.scenario")
    let call = MemoryCall(
      ["run", "--subject", "faulty-forgets-remove-on-cancel", "--format", "json"], in: root.path)
    let caught = try #require(
      try ReportedCase.all(in: call.output).first { one in one.outcome == "failed" })
    #expect(caught.id.hasSuffix(name))
    let command = try #require(caught.body.flatMap(Self.command))
    let again = try BuiltProgram.shell("\(command) --format json", in: root.path)
    #expect(try ReportedCase.all(in: again.output).map { one in one.body } == [caught.body])
  }
}

@Suite("Run of each faulty stream", .campaign)
struct FaultyStreamRunCampaign {
  @Test(
    """
    is red for each rule, shown again by the command, and by the scenarios that are written down, \
    which pass the check
    """, arguments: FaultyStreams.all)
  func allRed(_ faulty: FaultySubject) throws {
    let folder = try TemporaryFolder()
    let cases = try FaultyStreamRunTests.expectRed(faulty, "--write-scenarios", folder.path)
    let check = try BuiltProgram.run(["check"], in: folder.path)
    #expect(check.exitCode == 0, "\(check.output)\(check.errors)")
    let again = try BuiltProgram.run(
      [
        "run", "--subject", faulty.subject.name, "--schedules", "0", "--format", "json",
        "--junit", folder.path(of: "junit.xml"),
      ], in: folder.path)
    let counts = [cases, try ReportedCase.all(in: again.output)].map { cases in
      cases.count { one in one.outcome == "failed" && one.rules.first == faulty.rule }
    }
    #expect(counts[0] == counts[1])
  }
}
