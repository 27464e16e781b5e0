import SluiceSimulation

/// The seed of one schedule of one case: a function of the case's id, the run's seed and the
/// schedule's number, and of nothing else.
struct ScheduleSeed {
  let value: UInt64

  /// The seed of a schedule.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - runSeed: The seed of the run, or the scenario's own.
  ///   - number: The number of the schedule; 0 is the canonical one.
  init(caseID: String, runSeed: UInt64, number: Int) {
    // FNV-1a over the id, which spreads well enough for SplitMix64 to do the rest.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in caseID.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    var mixer = SplitMix64(seed: hash ^ runSeed)
    var second = SplitMix64(seed: mixer.next() &+ UInt64(truncatingIfNeeded: number))
    value = second.next()
  }
}
