extension Rule {
  /// Every rule, in the order in which reports list them.
  public static let catalogue: [Rule] = groups.flatMap { group in group }

  /// The groups, each a folder beside this file.
  private static let groups: [[Rule]] = [
    registration, delivery, ordering, buffering, completion, errors, cancellation, teardown,
    isolation, memory, reentrancy, time, socket, container, demand,
  ]

  private static let registration = [
    lazyUntilIterated, declaredPoint, declaredAdds, handleRetained, syncCallbackKept,
    addFailureSurfaces,
    precancelledBalanced, optionsForwarded, noneAfterTeardown, keptWhileWaiting,
  ]

  private static let delivery = [
    eachValueOnce, noInventedValues, wakesWaiter, initialFirst, presentCurrent, emptyEventPolicy,
    ambiguousEventPolicy,
  ]

  private static let ordering = [fifo, terminalLast]

  private static let buffering = [
    declaredPolicy, unboundedLossless, callbackNonblocking, boundedMemory,
  ]

  private static let completion = [
    finishEnds, nilSticky, completionRemovesListener, lateCallbackIgnored, emptyCompletes,
    subscribeAfterEnd,
  ]

  private static let errors = [
    propagateUnchanged, terminalOnce, bufferedFirst, errorsRemovesListener, syncErrorRemoves,
    singleWinner,
  ]

  private static let cancellation = [
    suspendedRemoves, suspendedReturns, removedBeforeEnd, immediate, busyRemoves,
    registrationRace, idempotent, propagates, outcomeDeclared, bufferDeclared,
  ]

  private static let teardown = [
    breakRemoves, throwRemoves, operatorEndRemoves, iteratorDropRemoves, neverIterated,
    releasedWhileHeld, removalDeclared, balanced, removeOnce, removeRightOne, inFlightMuted,
    appDeletionEnds,
    ownerDropEnds,
  ]

  private static let isolation = [
    independentIterators, cancelOneSparesOthers, concurrentNextContained, noCrossTalk, restart,
  ]

  private static let memory = [
    capturesReleased, ownerReleased, consumerReleased, tasksEnded, churnFlat,
    allocationsFlat,
  ]

  private static let reentrancy = [cancelInCallback, emitInRemove, noLockAcrossCallout]

  private static let time = [quiescentIdle]

  private static let socket = [oneReceive, receivesWhileOpen, appCloseEnds, teardownCloses]

  private static let container = [
    firstRegistrationWins, secondIsReported, cachedIsOne, oneForAll, uncachedIsNew,
    missingRequired, missingOptional, cycleNamed, eagerAtConfigure, lazyUntilAsked,
    tellsEachOnce, findsWhileTold, nothingAfterDeletion, innerLookupReturns,
  ]

  private static let demand = [
    neverExceeded, additive, completionWithoutDemand, failurePassed, cancelStops,
    waiterReleased, baseAskedNoMore, subscriberReleased, subscriptionFirst, nothingAfterEnd,
    ownIteration, serial, boundedRecursion, asksWhileWaiting, asksSomething,
    secondSubscriptionCancelled,
  ]

  /// The rule with an id; nil where the catalogue has none.
  public static func named(_ id: String) -> Rule? {
    RuleBook.shipped.rule(named: id)
  }
}
