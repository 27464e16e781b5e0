import FakeListener
package import SluiceConformance
import SluiceProducts

/// Streams that declare to share one listener among all readers, and break what that promises: each
/// is right in every way but one.
package enum SharingStreams {
  /// Every such stream, with the rule that has to catch it and a shipped case in which it does.
  package static let all: [DeclaringSubject] = [
    hub("shares-and-removes-with-the-first", RemovesWithTheFirst.self, sparing, cancelled),
    share("shares-the-task-of-the-first", EndsWithTheFirst.self, sparing, cancelled),
    hub("shares-and-never-removes", NeverRemoves.self, removing, "the last of three leaves"),
    share("shares-and-counts-wrongly", CountsWrongly.self, removing, cancelled),
    hub("shares-in-turns", TakesTurns.self, "delivery.wakes-waiter", values),
    share("shares-from-the-second-value-on", MissesTheFirst.self, "delivery.wakes-waiter", later),
    replay("shares-without-buffers", KeepsNothing.self, "delivery.each-value-once", busy),
    hub("shares-all-that-was", ReplaysAll.self, "delivery.no-invented-values", later),
    replay("shares-the-latest-undeclared", Honest.self, "delivery.no-invented-values", later) {
      traits in traits.lateIterator = .fromNow
    },
    replay("shares-no-latest", ReplaysNothing.self, "delivery.each-value-once", latest),
    hub(
      "shares-the-first-for-the-latest", ReplaysTheFirst.self, "delivery.no-invented-values", latest
    ) { traits in traits.lateIterator = .latest },
    replay("shares-and-counts-the-ended", CountsTheEnded.self, releasing, afterwards),
    replay("shares-and-tells-the-ended", TellsTheEnded.self, lateCallback, unheard),
    hub("shares-and-adds-for-each", AddsForEach.self, "registration.declared-adds", values),
    FaultyLooksBeforeItAwaits.subject,
    FaultyUnlocksBeforeItAdds.subject,
    FaultyStartsItsHubTwice.subject,
    divided("divides-and-overwrites-who-waits", OverwritesWhoWaits.self),
    divided("divides-and-tells-one-of-the-end", TellsOneOfTheEnd.self),
  ]

  /// The shipped case in which two readers begin together on an idle shared stream.
  static let beginning = "two readers begin together on an idle shared stream"

  private static let sparing = "isolation.cancel-one-spares-others"
  private static let removing = "cancellation.suspended-removes"
  private static let releasing = "teardown.released-while-held"
  private static let lateCallback = "completion.late-callback-ignored"
  private static let values = "all readers of a shared stream get every value"
  private static let later = "a later reader of a shared stream gets what comes from then on"
  private static let latest = "a later reader of a shared stream gets the latest value first"
  private static let cancelled = "a cancelled reader leaves the listener to the others"
  private static let afterwards =
    "a reader comes and goes while another one has yet to hear of the end"
  private static let unheard = "a reader who has yet to hear of the end gets nothing more"
  private static let busy = "a busy reader of a shared stream misses nothing"

  private static func divided<Steps: DividedSteps>(
    _ name: String, _ steps: Steps.Type
  ) -> DeclaringSubject {
    DeclaringSubject(
      name, "isolation.concurrent-next-contained",
      "readers who wait together all come to the end of the source", .shared
    ) { source, options in
      DividedSequence<Steps>(source: source, options: options)
    }
  }

  private static func hub<Steps: HubSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String,
    _ traits: (inout Traits) -> Void = { _ in }
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, ControlSharing.streaming.with(traits)) {
      source, options in
      HubSequence<Steps>(source: source, options: options)
    }
  }

  private static func share<Steps: ShareSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String
  ) -> DeclaringSubject {
    let traits = ControlSharing.streaming.with { traits in traits.removal = .settled }
    return DeclaringSubject(name, rule, scenario, traits) { source, options in
      ShareSequence<_, Steps>(HandwrittenSequence<RightSteps>(source: source, options: options))
    }
  }

  private static func replay<Steps: LatestSteps>(
    _ name: String, _ steps: Steps.Type, _ rule: String, _ scenario: String,
    _ traits: (inout Traits) -> Void = { traits in traits.lateIterator = .latest }
  ) -> DeclaringSubject {
    DeclaringSubject(name, rule, scenario, Traits.broadcast.with(traits)) { source, options in
      LatestSequence<Steps>(source: source, options: options)
    }
  }
}

/// A stream with a declaration other than the reference streams', which it breaks.
package struct DeclaringSubject: Sendable, CustomStringConvertible {
  /// The stream.
  package let subject: Subject
  /// The id of the rule that catches it.
  package let rule: String
  /// The name of a shipped case in which it is caught.
  package let scenario: String

  /// A stream over a scripted listener.
  init<Base: AsyncSequence & SendableMetatype>(
    _ name: String, _ rule: String, _ scenario: String, _ traits: Traits,
    open: @escaping @Sendable (FakeListener<SentinelElement>, ListenerOptions) -> Base
  ) where Base.Element == SentinelElement {
    subject = .overListener("faulty-\(name)", traits: traits, open: open)
    self.rule = rule
    self.scenario = scenario
  }

  /// A stream of any kind.
  init(_ subject: Subject, _ rule: String, _ scenario: String) {
    self.subject = subject
    self.rule = rule
    self.scenario = scenario
  }

  /// The subject's name, as test output shows it.
  package var description: String { subject.name }
}

/// Removes the listener with the first reader that leaves.
private enum RemovesWithTheFirst: HubSteps {
  static func isDeserted(readersLeft: Int) -> Bool { true }
}

/// Keeps the listener for readers that may come.
private enum NeverRemoves: HubSteps {
  static func isDeserted(readersLeft: Int) -> Bool { false }
}

/// Gives each value to the reader that has waited longest.
private enum TakesTurns: HubSteps {
  static func recipients(of readers: [HubReader]) -> [HubReader] { Array(readers.prefix(1)) }
}

/// Gives a reader that joins everything that came before it.
private enum ReplaysAll: HubSteps {
  static var remembers: Bool { true }
  static func replay(_ history: [SentinelElement]) -> [SentinelElement] { history }
}

/// Gives a reader that joins the oldest value, and declares that it is the latest.
private enum ReplaysTheFirst: HubSteps {
  static var remembers: Bool { true }
  static func replay(_ history: [SentinelElement]) -> [SentinelElement] {
    Array(history.prefix(1))
  }
}

/// Has room for one waiting consumer, and forgets the consumer that waited there.
private enum OverwritesWhoWaits: DividedSteps {
  static func waiting(
    _ waiters: [DividedWaiter], and newcomer: DividedWaiter
  ) -> [DividedWaiter] { [newcomer] }
}

/// Tells the consumer of the end that has waited longest, and forgets all others.
private enum TellsOneOfTheEnd: DividedSteps {
  static func told(_ waiters: [DividedWaiter]) -> [DividedWaiter] { Array(waiters.prefix(1)) }
}

/// Adds a listener for each reader, and forgets about the one before.
private enum AddsForEach: HubSteps {
  static func adds(isIdle: Bool) -> Bool { true }
}

/// Ties the task to the first reader.
private enum EndsWithTheFirst: ShareSteps {
  static func isDeserted(left side: Int, sides: Int) -> Bool { side == 1 || sides == 0 }
}

/// Counts the side that has left already, so that no side is ever the last.
private enum CountsWrongly: ShareSteps {
  static func isDeserted(left side: Int, sides: Int) -> Bool { sides < 0 }
}

/// A side that joins others is told only from the second value on.
private enum MissesTheFirst: ShareSteps {
  static func gets(_ side: Int, _ count: Int, joinedAt: Int) -> Bool {
    side == 1 || count > joinedAt + 1
  }
}

private enum Honest: LatestSteps {}

/// Gives a value to waiting readers only.
private enum KeepsNothing: LatestSteps {
  static var buffers: Bool { false }
}

/// Keeps the listener for a reader that has yet to hear of the end of an earlier listener.
private enum CountsTheEnded: LatestSteps {
  static func isLast(leaving others: [Bool]) -> Bool { others.isEmpty }
}

/// Gives a value also to a reader that has yet to hear of the end of an earlier listener.
private enum TellsTheEnded: LatestSteps {
  static var tellsTheEnded: Bool { true }
}

/// Declares to give a reader that joins the latest value, and gives none.
private enum ReplaysNothing: LatestSteps {
  static func replay(_ latest: SentinelElement?) -> [SentinelElement] { [] }
}
