import FakeListener

/// Breaks `teardown.in-flight-muted`: what is called back goes into its inbox whether it was
/// cancelled or not, and past its end it hands out what is there.
enum FaultyCollectsAfterTheCancel: BatchSteps {
  static let subject = FaultySubject.inBatches(
    "collects-after-the-cancel", Self.self,
    breaks: "teardown.in-flight-muted", in: "value-in-flight-at-the-cancel")

  static func ignores(_ event: ListenerEvent<SentinelElement>, _ inbox: BatchInbox) -> Bool {
    inbox.hasEnded
  }
}
