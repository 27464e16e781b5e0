import SluiceConformance
import Testing

@Suite("Schedule seeds")
struct ScheduleSeedTests {
  @Test(
    "follow from the case, the run's seed and the number, on every machine",
    arguments: [
      ("", 0, 0, 0x21FA_69A5_8F3D_62F5),
      ("listener/unit/values/two values", 0, 1, 0x6E08_850A_FE1A_8BFD),
      ("auth/unit/é", 42, 7, 0x825F_57FA_3C31_358D),
    ] as [(String, UInt64, Int, UInt64)])
  func pinned(caseID: String, runSeed: UInt64, number: Int, seed: UInt64) {
    #expect(ScheduleSeed(caseID: caseID, runSeed: runSeed, number: number).value == seed)
  }
}
