/// One iteration, whose end releases its registrations: the sole owner of a subscription on the
/// consumer's side.
///
/// The source holds the subscription too, by the listeners' closures; this object is what it does
/// not hold.
package final class ListenerIteration<Element: Sendable, Failure: Error>: Sendable {
  private let subscription: ListenerSubscription<Element, Failure>

  init(_ subscription: ListenerSubscription<Element, Failure>) {
    self.subscription = subscription
  }

  deinit {
    subscription.abandon()
  }

  /// Ends the iteration from the outside: its listeners are removed, and the values that have come
  /// are handed out before the end.
  package func finish() {
    subscription.finish()
  }

  /// Ends the iteration because nobody will ask any more.
  package func abandon() {
    subscription.abandon()
  }

  @inline(__always)
  package func next(
    isolation actor: isolated (any Actor)?
  ) async throws(Failure) -> Element? {
    try await subscription.next(isolation: actor).get()
  }
}
