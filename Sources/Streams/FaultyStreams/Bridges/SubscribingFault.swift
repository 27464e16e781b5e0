/// What a sequence of a publisher's values can do wrong, by the names of the sequences that do.
package enum SubscribingFault: String, CaseIterable, Sendable {
  case leavesItsSubscription = "leaves-its-subscription"
  case cancelsAtTheNextValue = "cancels-at-the-next-value"
  case leavesItsSubscriptionWhenDropped = "leaves-its-subscription-when-dropped"
  case keepsALateSubscription = "keeps-a-late-subscription"
  case keepsASecondSubscription = "keeps-a-second-subscription"
  case ignoresASecondSubscription = "ignores-a-second-subscription"
  case leavesItsConsumer = "leaves-its-consumer"
  case asksForEverything = "asks-for-everything"
  case asksForTwo = "asks-for-two"
  case asksOnceOnly = "asks-once-only"
  case forgetsWhatItOwes = "forgets-what-it-owes"
  case asksForNoneFirst = "asks-for-none-first"
  case pausesWithNone = "pauses-with-none"
  case keepsTheNewestOnly = "keeps-the-newest-only"
  case waitsAfterItAsks = "waits-after-it-asks"
  case endsWhereItFails = "ends-where-it-fails"
  case missesAnEarlyEnd = "misses-an-early-end"
  case handsOutAfterTheEnd = "hands-out-after-the-end"
  case subscribesWhenMade = "subscribes-when-made"
  case looksBeforeItSubscribes = "looks-before-it-subscribes"
  case looksBeforeItAsks = "looks-before-it-asks"
  case hopsBeforeItHands = "hops-before-it-hands"

  /// The id of the rule that it breaks.
  package var rule: String {
    switch self {
    case .leavesItsSubscription, .cancelsAtTheNextValue: "cancellation.suspended-removes"
    case .leavesItsSubscriptionWhenDropped: "teardown.break-removes"
    case .keepsALateSubscription: "cancellation.registration-race"
    case .looksBeforeItSubscribes: "cancellation.removed-before-end"
    case .looksBeforeItAsks: "cancellation.suspended-returns"
    case .hopsBeforeItHands: "ordering.terminal-last"
    case .keepsASecondSubscription, .ignoresASecondSubscription:
      "demand.second-subscription-cancelled"
    case .leavesItsConsumer: "cancellation.suspended-returns"
    case .asksForEverything, .asksForTwo: "demand.asks-as-declared"
    case .asksOnceOnly, .forgetsWhatItOwes: "demand.asks-while-waiting"
    case .asksForNoneFirst, .pausesWithNone: "demand.asks-something"
    case .waitsAfterItAsks: "demand.asks-while-waiting"
    case .keepsTheNewestOnly: "delivery.each-value-once"
    case .endsWhereItFails: "errors.propagate-unchanged"
    case .missesAnEarlyEnd: "completion.finish-ends"
    case .handsOutAfterTheEnd: "completion.late-callback-ignored"
    case .subscribesWhenMade: "registration.lazy-until-iterated"
    }
  }

  /// Whether it shows under some orders of events only: something comes between a look and what is
  /// done about it.
  var isRacing: Bool {
    switch self {
    case .looksBeforeItSubscribes, .looksBeforeItAsks: true
    default: false
    }
  }
}
