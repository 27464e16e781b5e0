extension Rule {
  /// Every rule, in the order in which reports list them.
  public static let catalogue: [Rule] = [
    lazyUntilIterated, declaredAdds, handleRetained, syncCallbackKept, addFailureSurfaces,
    precancelledBalanced, optionsForwarded, noneAfterTeardown, keptWhileWaiting,

    eachValueOnce, noInventedValues, wakesWaiter, initialFirst, emptyEventPolicy,
    ambiguousEventPolicy,

    fifo, terminalLast,

    declaredPolicy, unboundedLossless, callbackNonblocking, boundedMemory,

    finishEnds, nilSticky, completionRemovesListener, lateCallbackIgnored, emptyCompletes,
    subscribeAfterEnd,

    propagateUnchanged, terminalOnce, bufferedFirst, errorsRemovesListener, syncErrorRemoves,
    singleWinner,

    suspendedRemoves, suspendedReturns, removedBeforeEnd, immediate, busyRemoves,
    registrationRace, idempotent, propagates, outcomeDeclared, bufferDeclared,

    breakRemoves, throwRemoves, operatorEndRemoves, iteratorDropRemoves, neverIterated,
    releasedWhileHeld, removalDeclared, balanced, removeOnce, removeRightOne, inFlightMuted,
    appDeletionEnds,

    independentIterators, cancelOneSparesOthers, concurrentNextContained, noCrossTalk,
    restart,

    capturesReleased, ownerReleased, consumerReleased, tasksEnded, churnFlat,

    cancelInCallback, emitInRemove, noLockAcrossCallout,

    quiescentIdle,

    oneReceive, receivesWhileOpen, appCloseEnds, teardownCloses,

    firstRegistrationWins, secondIsReported, cachedIsOne, oneForAll, uncachedIsNew,
    missingRequired, missingOptional, cycleNamed, eagerAtConfigure, lazyUntilAsked,
    tellsEachOnce, findsWhileTold, nothingAfterDeletion, innerLookupReturns,

    neverExceeded, additive, completionWithoutDemand, failurePassed, cancelStops, waiterReleased,
    baseAskedNoMore, subscriberReleased, subscriptionFirst, nothingAfterEnd, ownIteration, serial,
    boundedRecursion, asksWhileWaiting, asksSomething, secondSubscriptionCancelled,
  ]

  /// The rule with an id; nil where the catalogue has none.
  public static func named(_ id: String) -> Rule? {
    place(of: id).map { place in catalogue[place] }
  }

  static func place(of id: String) -> Int? {
    catalogue.firstIndex { rule in rule.id == id }
  }
}
