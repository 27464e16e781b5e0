import SluiceRunner
import Testing

@Suite("Sample of the self-check")
struct SelfCheckSampleTests {
  /// How many of a file's cases are played in a process of their own.
  private static func alone(ofCases count: Int) -> Int {
    (0..<count).count { number in
      SelfCheck.isAlone("listener/unit/rows/\(number)", ofCases: count, seed: 7)
    }
  }

  @Test("is one case in 64 that has a new process, up to 1,024 cases of a file")
  func share() {
    let ids = (0..<1_024).map { number in "listener/unit/rows/\(number)" }
    let alone = ids.filter { id in SelfCheck.isAlone(id, ofCases: 1_024, seed: 7) }
    #expect((8...32).contains(alone.count), "\(alone)")
    #expect(alone == ids.filter { id in SelfCheck.isAlone(id, ofCases: 1, seed: 7) })
    #expect(alone.allSatisfy { id in SelfCheck.samples(id, seed: 7) })
  }

  @Test("has no more new processes for a longer file, each of which reads all of it")
  func longFiles() {
    let counts = [4_096, 16_384, 65_536].map(Self.alone)
    #expect(counts.allSatisfy { count in (4...32).contains(count) }, "\(counts)")
  }

  @Test("has a case of a file without cases, and of one with as many as there are numbers")
  func bounds() {
    #expect(
      SelfCheck.isAlone("a", ofCases: 0, seed: 1) == SelfCheck.isAlone("a", ofCases: 1, seed: 1))
    #expect(!SelfCheck.isAlone("a", ofCases: .max, seed: 1))
  }
}
