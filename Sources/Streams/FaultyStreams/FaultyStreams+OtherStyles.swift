extension FaultyStreams {
  /// A second stream for each rule that has one above, written in another style and with another
  /// mistake, so that no rule is shown to work by one way of writing alone.
  static let inOtherStyles: [FaultySubject] =
    registeringInOtherStyles + receivingInOtherStyles + cancellingInOtherStyles
    + leavingInOtherStyles + sharingInOtherStyles

  private static let registeringInOtherStyles: [FaultySubject] = [
    FaultyAddsBehindAnActor.subject,
    FaultyAddsOnAQueue.subject,
    FaultyAddsOneMoreForTheEnd.subject,
    FaultyBeginsWithAnEmptyInbox.subject,
    FaultyEndsWhereAddThrows.subject,
    FaultyForgetsTheOptions.subject,
    FaultyKeepsTheHandleWeakly.subject,
    FaultyReconnectsAfterAnError.subject,
    FaultyRemovesWithAnObjectNobodyKeeps.subject,
    FaultyTakesItsBuilderForLazy.subject,
  ]

  private static let receivingInOtherStyles: [FaultySubject] = [
    FaultyFinishesWithNoError.subject,
    FaultyLooksAtTheValueFirst.subject,
    FaultyReplaysTheLastValue.subject,
    FaultyTellsOfChangesOnly.subject,
    FaultyTellsItsEndDirectly.subject,
    FaultyAwaitsAFirstValue.subject,
    FaultyBreaksOutOfItsSwitch.subject,
    FaultyFillsItsInboxPastTheEnd.subject,
    FaultyRemovesInItsCancelHandler.subject,
    FaultyResetsItselfAfterAdd.subject,
    FaultyKeepsAHandleThatCameLate.subject,
    FaultyLeavesItsErrorThere.subject,
    FaultyRemovesBehindItsLoop.subject,
    FaultyThrowsAheadOfItsValues.subject,
    FaultyThrowsWhenItIsSpent.subject,
  ]

  private static let cancellingInOtherStyles: [FaultySubject] = [
    FaultyAsksItsTaskAtTheEnd.subject,
    FaultyEmptiesItsBatchFirst.subject,
    FaultyLooksOnceBeforeItWaits.subject,
    FaultyRemovesAndWaitsOn.subject,
    FaultyRemovesInEachCall.subject,
    FaultyRemovesOnItsWayOut.subject,
    FaultyTakesASilentSourceForNone.subject,
  ]

  private static let leavingInOtherStyles: [FaultySubject] = [
    FaultyCapturesItself.subject,
    FaultyCollectsAfterTheCancel.subject,
    FaultyKeepsItsLastIterator.subject,
    FaultyLingersAfterItsIterator.subject,
    FaultyListensFromItsInit.subject,
    FaultyListsItsStreams.subject,
    FaultyMapsItsAdds.subject,
    FaultyRemovesBeforeItFinishes.subject,
    FaultyRemovesByIndex.subject,
    FaultyRemovesOnAQueue.subject,
    FaultyRemovesWhereItGivesNil.subject,
    FaultyRemovesWithItsIterator.subject,
  ]

  private static let sharingInOtherStyles: [FaultySubject] = [
    FaultyClosesAfterItRemoves.subject,
    FaultyEndsItsSiblings.subject,
    FaultyIsItsBuffersDelegate.subject,
    FaultyKeepsItsWatchdog.subject,
    FaultyRemovesWhereNobodyIsLeft.subject,
    FaultyTakesAStreamForABroadcast.subject,
  ]
}
