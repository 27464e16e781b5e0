/// Streams that are wrong on purpose: the kit's own proof that each rule catches what it says.
///
/// Each stands in a file of its own, named after what it does wrong; its documentation names the
/// rule that it breaks.
package enum FaultyStreams {
  /// Every faulty stream, in the order of the rules that they break.
  package static let all: [FaultySubject] =
    registration
    + delivery
    + ordering
    + buffering
    + completion
    + errors
    + cancellation
    + teardown
    + isolation
    + memory
    + reentrancy
    + time
    + inOtherStyles
}

extension FaultyStreams {
  private static let registration: [FaultySubject] = [
    FaultyAddsAtCreation.subject,
    FaultyAddsForEachElement.subject,
    FaultyAddsInATask.subject,
    FaultyChecksBeforeItKeepsTheHandle.subject,
    FaultyDropsTheHandle.subject,
    FaultyHardCodesTheOptions.subject,
    FaultyIsReadyAfterAdd.subject,
    FaultyRegistersAgainOnALateEvent.subject,
    FaultyLosesItsProducer.subject,
    FaultySwallowsTheFailureOfAdd.subject,
  ]

  private static let delivery: [FaultySubject] = [
    FaultyDropsEveryHundredth.subject,
    FaultyHangsOnAnEmptyEvent.subject,
    FaultyRemovesEqualNeighbours.subject,
    FaultyRepeatsTheLast.subject,
    FaultySkipsThePresentValue.subject,
    FaultyStoresWithoutResuming.subject,
    FaultyYieldsBoth.subject,
  ]

  private static let ordering: [FaultySubject] = [
    FaultyEndJumpsTheQueue.subject,
    FaultyTakesTheNewestFirst.subject,
  ]

  private static let buffering: [FaultySubject] = [
    FaultyBlocksForRoom.subject,
    FaultyHandsOverInTheCallback.subject,
    FaultyHasRoomForAThousand.subject,
    FaultyKeepsAHistory.subject,
    FaultyKeepsAHundred.subject,
    FaultyKeepsOneTooFew.subject,
    FaultyKeepsTheNewestUnsaid.subject,
    FaultyKeepsTheOldest.subject,
    FaultyKeepsWhatItDrops.subject,
  ]

  private static let completion: [FaultySubject] = [
    FaultyFailsPastTheEnd.subject,
    FaultyForgetsToFinish.subject,
    FaultyMissesAnEarlierEnd.subject,
    FaultyRemovesOnCancelOnly.subject,
    FaultyReopensTheBuffer.subject,
    FaultyWaitsForAFirstValue.subject,
  ]

  private static let errors: [FaultySubject] = [
    FaultyClearsTheBufferOnAnError.subject,
    FaultyEndsNormallyOnAnError.subject,
    FaultyForgetsRemoveOnError.subject,
    FaultyLosesTheCode.subject,
    FaultySetsItsHandlerAfterAdd.subject,
    FaultyThrowsAtEveryCall.subject,
    FaultyThrowsItsCancellationToo.subject,
    FaultyWrapsTheError.subject,
  ]

  private static let cancellation: [FaultySubject] = [
    FaultyAwaitsBeforeItKeepsTheHandle.subject,
    FaultyChecksBeforeItWaits.subject,
    FaultyDrainsWhatItDeclaresToDrop.subject,
    FaultyEndsBeforeItRemoves.subject,
    FaultyForgetsRemoveOnCancel.subject,
    FaultyLeavesTheWaiter.subject,
    FaultyPausesBeforeItRemoves.subject,
    FaultyRemovesAtEachCancel.subject,
    FaultyRemovesAtTheNextEvent.subject,
    FaultyRemovesThroughATask.subject,
    FaultyRemovesThroughWhatHasGone.subject,
    FaultyThrowsWhereItIsBusy.subject,
    FaultyUnlinksAnInnerTask.subject,
    FaultyWaitsForTheFirstValue.subject,
  ]

  private static let teardown: [FaultySubject] = [
    FaultyCleansUpAfterTheLoop.subject,
    FaultyCleansUpWhenAskedPastTheEnd.subject,
    FaultyForwardsTheLateValue.subject,
    FaultyKeepsOneStream.subject,
    FaultyKeepsTheIteratorInATask.subject,
    FaultyLeaksTheFirstOfTwo.subject,
    FaultyRemovesByAnotherKey.subject,
    FaultyRemovesFromEverywhere.subject,
    FaultyWaitsForTheEnd.subject,
    FaultyWiresCleanUpInTheLoop.subject,
  ]

  private static let isolation: [FaultySubject] = [
    FaultyKeepsOneHandle.subject,
    FaultyRemovesByKey.subject,
    FaultySharesOneSubscription.subject,
  ]

  private static let memory: [FaultySubject] = [
    FaultyCollectsContinuations.subject,
    FaultyHoldsTheOwner.subject,
    FaultyKeepsAPageForEach.subject,
    FaultyKeepsTheLastElement.subject,
    FaultyLeaksFromTheTenthOn.subject,
    FaultyLeavesAnInnerLoop.subject,
    FaultyNeverPrunesItsObservers.subject,
    FaultyRemembersWhomItRemoved.subject,
    FaultyTakesUsedFlags.subject,
  ]

  private static let reentrancy: [FaultySubject] = [
    FaultyAddsUnderItsLock.subject,
    FaultyEndsAfterItRemoves.subject,
    FaultyRemovesAgainInTheCallback.subject,
    FaultyRemovesOnItsOwnQueue.subject,
  ]

  private static let time: [FaultySubject] = [
    FaultyLooksAfterItsListener.subject,
    FaultyPollsItsBuffer.subject,
  ]
}
