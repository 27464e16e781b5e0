/// What a publisher of a sequence can do wrong, by the names of the publishers that do.
package enum PublishingFault: String, CaseIterable, Sendable {
  case ignoresDemand = "ignores-demand"
  case takesNothingFromDemand = "takes-nothing-from-demand"
  case handsOverOneMore = "hands-over-one-more"
  case wakesForNothing = "wakes-for-nothing"
  case replacesDemand = "replaces-demand"
  case keepsTheLargestDemand = "keeps-the-largest-demand"
  case forgetsUnlimited = "forgets-unlimited"
  case ignoresTheReply = "ignores-the-reply"
  case handsOverAfterCancel = "hands-over-after-cancel"
  case iteratesOnAfterCancel = "iterates-on-after-cancel"
  case finishesAfterCancel = "finishes-after-cancel"
  case needsDemandToFinish = "needs-demand-to-finish"
  case needsDemandToFail = "needs-demand-to-fail"
  case forgetsTheEnd = "forgets-the-end"
  case finishesWhereItFails = "finishes-where-it-fails"
  case swallowsTheFailure = "swallows-the-failure"
  case failsOnCancel = "fails-on-cancel"
  case leavesItsWaiter = "leaves-its-waiter"
  case cancelsAtTheNextRequest = "cancels-at-the-next-request"
  case readsAhead = "reads-ahead"
  case dropsWithoutDemand = "drops-without-demand"
  case keepsItsSubscriber = "keeps-its-subscriber"
  case keepsItsSubscriberAtTheEnd = "keeps-its-subscriber-at-the-end"
  case subscribesAfterTheFirst = "subscribes-after-the-first"
  case subscribesTwice = "subscribes-twice"
  case finishesTwice = "finishes-twice"
  case goesOnAfterAFailure = "goes-on-after-a-failure"
  case sharesItsIterator = "shares-its-iterator"
  case looksBeforeItHands = "looks-before-it-hands"
  case looksBeforeItWaits = "looks-before-it-waits"
  case looksBeforeItFinishes = "looks-before-it-finishes"

  /// The id of the rule that it breaks.
  package var rule: String {
    switch self {
    case .ignoresDemand, .takesNothingFromDemand, .handsOverOneMore, .wakesForNothing:
      "demand.never-exceeded"
    case .replacesDemand, .keepsTheLargestDemand, .forgetsUnlimited, .ignoresTheReply:
      "demand.additive"
    case .handsOverAfterCancel, .iteratesOnAfterCancel, .finishesAfterCancel: "demand.cancel-stops"
    case .looksBeforeItHands, .looksBeforeItFinishes: "demand.cancel-stops"
    case .needsDemandToFinish, .needsDemandToFail, .forgetsTheEnd, .swallowsTheFailure:
      "demand.completion-without-demand"
    case .finishesWhereItFails, .failsOnCancel: "demand.failure-passed"
    case .leavesItsWaiter, .cancelsAtTheNextRequest: "demand.waiter-released"
    case .looksBeforeItWaits: "demand.waiter-released"
    case .readsAhead, .dropsWithoutDemand: "demand.base-asked-no-more"
    case .keepsItsSubscriber, .keepsItsSubscriberAtTheEnd: "demand.subscriber-released"
    case .subscribesAfterTheFirst, .subscribesTwice: "demand.subscription-first"
    case .finishesTwice, .goesOnAfterAFailure: "demand.nothing-after-end"
    case .sharesItsIterator: "demand.own-iteration"
    }
  }

  /// Whether it shows under some orders of events only: something comes between a look and what is
  /// done about it.
  var isRacing: Bool {
    switch self {
    case .looksBeforeItHands, .looksBeforeItWaits, .looksBeforeItFinishes: true
    default: false
    }
  }
}
