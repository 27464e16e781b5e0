public import SluiceSpies
import Synchronization

/// What a script tells the source to do; each call reaches every listener, in the order of their
/// adds.
extension FakeListener {
  /// Calls back with a value.
  @specialized(where Element == SentinelElement)
  public func send(_ element: Element, _ delivery: CallbackDelivery = .direct) {
    deliver(.value(element), delivery)
  }

  /// Calls back with an error; whether the source calls again after it is up to the script.
  public func fail(_ error: any Error, _ delivery: CallbackDelivery = .direct) {
    deliver(.failure(error), delivery)
  }

  /// Calls back with the end; listeners added later are told of it as the source's behaviour says.
  public func finish(_ delivery: CallbackDelivery = .direct) {
    state.withLock { state in state.hasEnded = true }
    deliver(.finish, delivery)
  }

  /// Calls back with neither a value nor an error.
  public func sendNothing(_ delivery: CallbackDelivery = .direct) {
    deliver(.nothing, delivery)
  }

  /// Calls back with both a value and an error.
  public func sendBoth(
    _ element: Element, _ error: any Error, _ delivery: CallbackDelivery = .direct
  ) {
    deliver(.both(element, error), delivery)
  }

  /// Queues a value for whoever listens now; it arrives although they are removed meanwhile.
  public func sendLate(_ element: Element, after delay: Duration = .zero) {
    deliver(.value(element), .late(after: delay))
  }

  /// Makes an add throw; several refusals are used up one by one.
  ///
  /// - Parameters:
  ///   - error: What add throws.
  ///   - addsBefore: How many adds succeed before it, counted from the refusal before this one.
  public func refuseNextAdd(_ error: any Error, after addsBefore: Int = 0) {
    precondition(addsBefore >= 0, "a number of adds is not negative")
    state.withLock { state in
      state.refusals.append(Refusal(error: error, addsBefore: addsBefore))
    }
  }

  /// Sets the value that each new listener is handed first; nil for none.
  public func setPresentValue(_ element: Element?) {
    let previous = state.withLock { state in
      let previous = state.presentValue
      state.presentValue = element
      return previous
    }
    _ = consume previous
  }
}
