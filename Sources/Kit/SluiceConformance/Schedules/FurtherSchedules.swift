package import SluiceSimulation
import SluiceText

/// The seed of one schedule of one case: a function of the case's id, the run's seed and the
/// schedule's number, and of nothing else.
package struct ScheduleSeed {
  /// The seed.
  package let value: UInt64

  /// The seed of a schedule.
  ///
  /// - Parameters:
  ///   - caseID: The case's stable id.
  ///   - runSeed: The seed of the run, or the scenario's own.
  ///   - number: The number of the schedule; 0 is the canonical one.
  package init(caseID: String, runSeed: UInt64, number: Int) {
    var hash = Fingerprint()
    hash.combine(bytesOf: caseID)
    // The hash need not spread further: SplitMix64 mixes all of its bits.
    var mixer = SplitMix64(seed: hash.value ^ runSeed)
    var second = SplitMix64(seed: mixer.next() &+ UInt64(truncatingIfNeeded: number))
    value = second.next()
  }
}

/// The schedules that are tried beside the canonical one.
package enum FurtherSchedules {
  /// The scheduler of a further schedule; the first is 1.
  ///
  /// The first takes turns by label. Then random walks and walks by priorities alternate: those
  /// find what many orders show, these what hangs on a few events that are far apart, with bounds
  /// from few choices to many.
  ///
  /// - Parameters:
  ///   - number: The number of the schedule, from 1.
  ///   - seed: What its choices follow from.
  /// - Returns: The scheduler.
  package static func scheduler(_ number: Int, seed: UInt64) -> any Walk {
    guard number > 1 else { return RoundRobin(seed: seed) }
    guard number.isMultiple(of: 2) else { return RandomWalk(seed: seed) }
    let (depth, choices) = priorityWalks[number / 2 % priorityWalks.count]
    return PriorityWalk(seed: seed, depth: depth, expectedChoices: choices)
  }

  /// The depths of walks by priorities, and the numbers of choices that they are made for.
  private static let priorityWalks = [(2, 8), (3, 32), (2, 32), (4, 128)]
}
