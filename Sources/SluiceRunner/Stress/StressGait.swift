/// How far a round on real threads keeps to the timing of its scenario.
package enum StressGait: Sendable, Hashable, CaseIterable {
  /// Each line waits until the ones before seem to have had their effect, as far as that shows.
  case patient
  /// Each line waits or does not, as chance has it.
  case uneven
  /// All lines follow one another as fast as they can.
  case hasty

  /// The gait of a round: each comes in turn with the seeds.
  init(seed: UInt64) {
    self = StressGait.allCases[Int(seed % UInt64(StressGait.allCases.count))]
  }
}

/// How long a round on real threads waits for what, in real time.
package struct StressPatience: Sendable {
  /// For the lines before to have had their effect.
  package var rest = Duration.milliseconds(40)
  /// For what a line expects; a round that misses it goes on without.
  package var expectation = Duration.milliseconds(500)
  /// For tasks to end, registrations to be removed and objects to die once all is over.
  ///
  /// What takes longer counts as never; so it is much more than any thread is ever held up for.
  package var ending = Duration.seconds(10)

  /// The usual patience.
  package init() {}
}
