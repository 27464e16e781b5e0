/// Streams that are wrong on purpose under some orders of events only: the proof that exploring
/// schedules finds what one order does not show.
///
/// Each stands in a file of its own, named after what it does wrong.
package enum RacingStreams {
  /// Every racing stream.
  package static let all: [RacingSubject] = [
    FaultyStartsATaskForEachEvent.subject,
    FaultyStoresTheHandleAfterTheCheck.subject,
    FaultyChecksUnlocksAndAdds.subject,
    FaultyRemovesASlot.subject,
    FaultyAnswersTwice.subject,
    FaultyRemovesInADetachedTask.subject,
    FaultyReadsBeforeItRegisters.subject,
    FaultyLosesWhatItForwards.subject,
    FaultyReadsAndThenAdds.subject,
    FaultyLetsItsReadingOvertake.subject,
  ]
}
