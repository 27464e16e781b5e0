public import SluiceSpies
import Synchronization

/// What a script tells the source to do; each call reaches every listener, in the order of their
/// adds.
///
/// In a hand-written test each call is a line of the test: everything settles before it, and the
/// log names its place. `file` and `line` say where that is, and are left to the compiler.
extension FakeListener {
  /// Calls back with a value.
  @_specialize(where Element == SentinelElement)
  public func send(
    _ element: Element, _ delivery: CallbackDelivery = .direct,
    file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.send", file: file, line: line) { tell(element, delivery) }
  }

  /// Calls back with an error; whether the source calls again after it is up to the script.
  public func fail(
    _ error: any Error, _ delivery: CallbackDelivery = .direct,
    file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.fail", file: file, line: line) { deliver(.failure(error), delivery) }
  }

  /// Calls back with the end; listeners added later are told of it as the source's behaviour says.
  public func finish(
    _ delivery: CallbackDelivery = .direct, file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.finish", file: file, line: line) {
      state.withLock { state in state.hasEnded = true }
      deliver(.finish, delivery)
    }
  }

  /// Calls back with neither a value nor an error.
  public func sendNothing(
    _ delivery: CallbackDelivery = .direct, file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.send-nothing", file: file, line: line) { deliver(.nothing, delivery) }
  }

  /// Calls back with both a value and an error.
  public func sendBoth(
    _ element: Element, _ error: any Error, _ delivery: CallbackDelivery = .direct,
    file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.send-both", file: file, line: line) {
      deliver(.both(element, error), delivery)
    }
  }

  /// Queues a value for whoever listens now; it arrives although they are removed meanwhile.
  public func sendLate(
    _ element: Element, after delay: Duration = .zero,
    file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.send-late", file: file, line: line) {
      tell(element, .late(after: delay))
    }
  }

  /// Makes an add throw; several refusals are used up one by one.
  ///
  /// - Parameters:
  ///   - error: What add throws.
  ///   - addsBefore: How many adds succeed before it, counted from the refusal before this one.
  ///   - file: The line's file.
  ///   - line: The line.
  public func refuseNextAdd(
    _ error: any Error, after addsBefore: Int = 0,
    file: StaticString = #fileID, line: Int = #line
  ) {
    precondition(addsBefore >= 0, "a number of adds is not negative")
    spy.stimulus("listener.refuse", file: file, line: line) {
      state.withLock { state in
        state.refusals.append(Refusal(error: error, addsBefore: addsBefore))
      }
    }
  }

  /// Shows a present value, from now on: ``FakeListener/presentValue`` is there to be read, each
  /// value sent moves it, and listeners are told of changes alone.
  ///
  /// So are sources with a property beside their listener, such as a battery's level. To listeners
  /// that are there already, the shown value is a change. The value moves when the first listener
  /// is about to be told of it; one that is sent on its way moves it when it arrives, and the
  /// listeners of then are told. A change that comes while listeners are told of one waits until
  /// they all have been.
  public func showPresentValue(
    _ element: Element, file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.show", file: file, line: line) { show(element) }
  }

  /// Sets the value that each new listener is handed first; nil for none.
  public func setPresentValue(
    _ element: Element?, file: StaticString = #fileID, line: Int = #line
  ) {
    spy.stimulus("listener.present-value", file: file, line: line) {
      let projection = element.map(project) ?? .null
      let previous = state.withLock { state in
        let previous = state.presentValue
        state.presentValue = element
        state.presentProjection = projection
        return previous
      }
      _ = consume previous
    }
  }
}
