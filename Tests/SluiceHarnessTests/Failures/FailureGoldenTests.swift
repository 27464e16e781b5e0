import Testing

/// Output of each report format for failing cases.
///
/// A failure is in many texts, and a change of one must not change another unseen. The golden files
/// are in `Golden/failures`; `SLUICE_UPDATE_GOLDEN=1 swift test --filter FailureGoldenTests` writes
/// them anew.
@Suite("Failing cases in all reports", .startsPrograms)
struct FailureGoldenTests {
  @Test("match the golden file, byte for byte", arguments: FailingRun.all)
  func run(_ run: FailingRun) throws {
    try GoldenFile("failures/\(run.name).txt").expect(try run.text())
  }
}
