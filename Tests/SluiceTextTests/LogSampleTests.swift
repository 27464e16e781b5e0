import SluiceText
import Testing

@Suite("Log samples")
struct LogSampleTests {
  @Test(
    "have a digest of their lines that is the same in every process",
    arguments: [
      ([], 0xCBF2_9CE4_8422_2325), (["a"], 0x089B_DC07_B544_E7B2),
      (["0.000s add L1", "", "é"], 0x7D2A_B9E0_45DF_8C46),
    ] as [([String], UInt64)])
  func digest(lines: [String], digest: UInt64) {
    #expect(LogSample(wholeLog: lines, of: "the canonical schedule").digest == digest)
  }
}
