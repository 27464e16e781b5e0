import FakeListener

/// Breaks `completion.late-callback-ignored`: the end is a flag beside its inbox, which takes what
/// comes whether the flag is set or not.
enum FaultyFillsItsInboxPastTheEnd: BatchSteps {
  static let subject = FaultySubject.inBatches(
    "fills-its-inbox-past-the-end", Self.self,
    breaks: "completion.late-callback-ignored", in: "value-after-the-end")

  static func ignores(_ event: ListenerEvent<SentinelElement>, _ inbox: BatchInbox) -> Bool {
    if case .value = event, inbox.hasEnded { return false }
    return inbox.latch.isOver
  }
}
