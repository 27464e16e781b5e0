/// What a listener's callbacks are handed to: the way of one iteration's values, its error and its
/// end.
///
/// It may be called from any thread, inside add, inside remove and after remove. After the first
/// error or end, and once the consumer is gone, calls have no effect.
public struct ListenerSink<Element: Sendable, Failure: Error>: Sendable {
  let subscription: ListenerSubscription<Element, Failure>

  /// Hands over a value.
  public func send(_ element: Element) {
    subscription.receive(.value(element))
  }

  /// Ends the iteration with an error, after the values before it.
  public func fail(_ failure: Failure) {
    subscription.receive(.terminal(.failure(failure)))
  }

  /// Ends the iteration, after the values before it.
  public func finish() {
    subscription.receive(.terminal(.end))
  }

  /// Hands over what a callback of two optionals brought; the sequence's policies say what none or
  /// both of them mean.
  public func receive(_ element: Element?, _ failure: Failure?) {
    let policies = subscription.policies
    switch (element, failure) {
    case (let element?, nil): send(element)
    case (nil, let failure?): fail(failure)
    case (let element?, let failure?):
      switch policies.ambiguousEvent {
      case .fails: fail(failure)
      case .yields: send(element)
      }
    case (nil, nil):
      switch policies.emptyEvent {
      case .ignored: break
      case .ends: finish()
      }
    }
  }
}
