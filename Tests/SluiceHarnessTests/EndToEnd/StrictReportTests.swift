import Foundation
import Testing

@Suite("Report read by strict consumers")
struct StrictReportTests {
  /// The checker beside this repository, which not everybody has.
  private static let checker = "\(BuiltProgram.repository)/../shared/tools/check-junit"
  private static let isThere = FileManager.default.isExecutableFile(atPath: checker)

  @Test(
    "has nothing to be found in it",
    .enabled(if: isThere, "there is no ../shared/tools/check-junit"),
    arguments: [
      "reference", "standard", "proposal", "faulty-forgets-remove-on-cancel", "faulty-traps",
    ])
  func clean(_ subject: String) throws {
    let folder = try TemporaryFolder()
    for options in [[], ["--reproducible"]] {
      let call = try BuiltProgram.run(
        [
          "run", "--subject", subject, "--schedules", "8", "--junit", folder.path(of: "junit.xml"),
        ] + options)
      let checked = try FinishedCall(
        Self.checker,
        [
          folder.path(of: "junit.xml"), "--exit-code", "\(call.exitCode)", "--root",
          BuiltProgram.repository,
        ], in: BuiltProgram.repository, variables: [:])
      #expect(checked.exitCode == 0, "\(checked.output)")
    }
  }
}
