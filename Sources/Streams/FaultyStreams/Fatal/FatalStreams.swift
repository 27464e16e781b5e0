package import SluiceConformance

/// Streams from which a run has to be protected: they hang, trap, or never give the processor back.
///
/// No rule is there to catch them. Each has to end as one result of its one case, and every other
/// case has to have its own result all the same.
package enum FatalStreams {
  /// Every fatal stream.
  package static let all: [Subject] = [
    FaultyBecomesAnotherProgram.subject, FaultyBlocksOnAPipe.subject,
    FaultyClosesDescriptors.subject, FaultyForgesAnAnswer.subject, FaultyLocksTwice.subject,
    FaultyNeverResumes.subject, FaultyPollsForEver.subject, FaultyRepeatsForEver.subject,
    FaultySleepsOnThoughCancelled.subject, FaultySpins.subject, FaultyStopsItself.subject,
    FaultyTicksForEver.subject, FaultyTraps.subject, FaultyTrapsAtLength.subject,
    FaultyWaitsForADescriptor.subject, FaultyWaitsForARunLoop.subject,
    FaultyWaitsForASemaphore.subject, FaultyWaitsForATimer.subject, FaultyYieldsForEver.subject,
  ]
}
