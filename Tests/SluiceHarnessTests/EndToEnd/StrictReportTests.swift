import Foundation
import Testing

@Suite("Report read by strict consumers", .startsPrograms)
struct StrictReportTests {
  /// The checker beside this repository, which not everybody has.
  private static let checker = "\(BuiltProgram.repository)/../shared/tools/check-junit"
  fileprivate static let isThere = FileManager.default.isExecutableFile(atPath: checker)
  fileprivate static let subjects = [
    "reference", "standard", "proposal", "faulty-forgets-remove-on-cancel", "faulty-traps",
  ]

  @Test(
    "has nothing to be found in it",
    .enabled(if: isThere, "there is no ../shared/tools/check-junit"),
    arguments: subjects)
  func clean(_ subject: String) throws {
    try Self.expectClean(subject, ["Scenarios/listener/cancellation/waiting.scenario"])
  }

  /// Compares the report on a run with what the checker makes of it.
  fileprivate static func expectClean(_ subject: String, _ paths: [String]) throws {
    let folder = try TemporaryFolder()
    for options in [[], ["--reproducible"]] {
      let call = try BuiltProgram.run(
        [
          "run", "--subject", subject, "--schedules", "8", "--junit", folder.path(of: "junit.xml"),
        ] + options + paths)
      let checked = try FinishedCall(
        checker,
        [
          folder.path(of: "junit.xml"), "--exit-code", "\(call.exitCode)", "--root",
          BuiltProgram.repository,
        ], in: BuiltProgram.repository, variables: [:])
      #expect(checked.exitCode == 0, "\(checked.output)")
    }
  }
}

@Suite("Report of all scenarios read by strict consumers", .campaign)
struct StrictReportCampaign {
  @Test(
    "has nothing to be found in it",
    .enabled(if: StrictReportTests.isThere, "there is no ../shared/tools/check-junit"),
    arguments: StrictReportTests.subjects)
  func clean(_ subject: String) throws { try StrictReportTests.expectClean(subject, []) }
}
