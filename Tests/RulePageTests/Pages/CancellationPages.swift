import FakeListener
import SluiceConformance
import SluiceSpies

enum CancellationPages {
  static let all = [
    suspendedRemoves, suspendedReturns, removedBeforeEnd, immediate, busyRemoves,
    registrationRace, idempotent, propagates,
  ]

  static let suspendedRemoves = RulePage.values(.suspendedRemoves) { source in
    // wrong: cancellation.suspended-removes
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { reason in
        if case .finished = reason { handle.remove() }
      }
    }
    // end
  } right: { source in
    // right: cancellation.suspended-removes
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let immediate = RulePage.values(.immediate) { source in
    // wrong: cancellation.immediate
    AsyncStream { continuation in
      let slot = Box<ListenerHandle>()
      slot.value = source.addValueListener { price in
        continuation.onTermination = { _ in slot.take()?.remove() }
        continuation.yield(price)
      }
    }
    // end
  } right: { source in
    // right: cancellation.immediate
    AsyncStream { continuation in
      let handle = source.addValueListener { continuation.yield($0) }
      continuation.onTermination = { _ in handle.remove() }
    }
    // end
  }

  static let suspendedReturns = iterators(
    .suspendedReturns, draining, SuspendedReturnsWrong.init, SuspendedReturnsRight.init)
  static let removedBeforeEnd = iterators(
    .removedBeforeEnd, draining, RemovedBeforeEndWrong.init, RemovedBeforeEndRight.init)
  static let busyRemoves = iterators(
    .busyRemoves, RulePage.iterating, BusyRemovesWrong.init, BusyRemovesRight.init)
  static let registrationRace = RulePage.sequences(
    .registrationRace,
    RulePage.iterating.with { $0.registration = .firstNext }, lacking: .fail, .finish, .sendNothing
  ) { source in
    Iterating { StartingIterator(start: RegistrationRaceWrong(source: source)) }
  } right: { source in
    Iterating { StartingIterator(start: RegistrationRaceRight(source: source)) }
  }
  static let idempotent = iterators(
    .idempotent, draining, IdempotentWrong.init, IdempotentRight.init)
  static let propagates = iterators(
    .propagates, RulePage.iterating, PropagatesWrong.init, PropagatesRight.init)

  /// What iterators declare whose cancel leaves the buffer.
  private static let draining = RulePage.iterating.with { $0.bufferOnCancel = .drains }

  /// A page with two iterators over an inbox.
  private static func iterators<
    Wrong: AsyncIteratorProtocol & SendableMetatype,
    Right: AsyncIteratorProtocol & SendableMetatype
  >(
    _ rule: Rule, _ traits: Traits,
    _ wrong: @escaping @Sendable (Inbox<RightState>) -> Wrong,
    _ right: @escaping @Sendable (Inbox<RightState>) -> Right
  ) -> RulePage where Wrong.Element == Double, Right.Element == Double {
    .sequences(rule, traits) { source in
      Iterating { wrong(Inbox(listeningTo: source)) }
    } right: { source in
      Iterating { right(Inbox(listeningTo: source)) }
    }
  }
}

private struct SuspendedReturnsWrong: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // wrong: cancellation.suspended-returns
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.remove()  // removes the listener
    }
  }
  // end
}

private struct SuspendedReturnsRight: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // right: cancellation.suspended-returns
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.remove()  // removes the listener
      inbox.finish()  // resumes the waiting continuation with nil
    }
  }
  // end
}

private struct RemovedBeforeEndWrong: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // wrong: cancellation.removed-before-end
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.finish()  // resumes the waiting continuation with nil
      Task { inbox.remove() }  // removes the listener
    }
  }
  // end
}

private struct RemovedBeforeEndRight: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // right: cancellation.removed-before-end
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.remove()  // removes the listener
      inbox.finish()  // resumes the waiting continuation with nil
    }
  }
  // end
}

private struct BusyRemovesWrong: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // wrong: cancellation.busy-removes
  func next() async throws -> Double? {
    if let price = inbox.poll() { return price }  // a buffered one
    return try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.stop()  // removes the listener and ends the iteration
    }
  }
  // end
}

private struct BusyRemovesRight: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // right: cancellation.busy-removes
  func next() async throws -> Double? {
    if Task.isCancelled { inbox.stop() }
    if let price = inbox.poll() { return price }  // a buffered one
    return try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.stop()  // removes the listener and ends the iteration
    }
  }
  // end
}

/// What an iterator does with its listener at its first `next()` and at a cancel.
private protocol Start: Sendable {
  var inbox: Inbox<RightState> { get }
  func start()
  func cancel()
}

private struct StartingIterator<Steps: Start>: AsyncIteratorProtocol {
  let start: Steps
  var hasStarted = false

  mutating func next(isolation actor: isolated (any Actor)?) async throws -> Double? {
    let isFirst = !hasStarted
    hasStarted = true
    return try await withTaskCancellationHandler(
      operation: { [start] in
        if isFirst { start.start() }
        return try await start.inbox.next()
      },
      onCancel: { [start] in
        start.cancel()
        start.inbox.stop()
      },
      isolation: actor)
  }
}

private struct RegistrationRaceWrong: Start {
  let source: Ticker
  let inbox = Inbox<RightState>()
  let isOver = Flag()
  var slot: Box<ListenerHandle> { inbox.slot }
  // wrong: cancellation.registration-race
  func start() {
    guard !isOver.isRaised else { return }
    slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
  }
  func cancel() {
    isOver.raise()
    slot.take()?.remove()  // by the handle, if it is stored
  }
  // end
}

private struct RegistrationRaceRight: Start {
  let source: Ticker
  let inbox = Inbox<RightState>()
  let isOver = Flag()
  var slot: Box<ListenerHandle> { inbox.slot }
  // right: cancellation.registration-race
  func start() {
    guard !isOver.isRaised else { return }
    slot.value = source.addValueListener { [inbox] in inbox.receive($0) }
    if isOver.isRaised { slot.take()?.remove() }
  }
  func cancel() {
    isOver.raise()
    slot.take()?.remove()  // by the handle, if it is stored
  }
  // end
}

private struct IdempotentWrong: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  var slot: Box<ListenerHandle> { inbox.slot }
  // wrong: cancellation.idempotent
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      slot.value?.remove()  // the handle stays in its slot
      inbox.finish()
    }
  }
  // end
}

private struct IdempotentRight: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  var slot: Box<ListenerHandle> { inbox.slot }
  // right: cancellation.idempotent
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      slot.take()?.remove()  // the handle is taken out, under a lock
      inbox.finish()
    }
  }
  // end
}

private struct PropagatesWrong: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // wrong: cancellation.propagates
  func next() async throws -> Double? {
    try await Task {
      try await withTaskCancellationHandler {
        try await inbox.next()
      } onCancel: {
        inbox.stop()  // removes the listener and ends the iteration
      }
    }.value
  }
  // end
}

private struct PropagatesRight: AsyncIteratorProtocol {
  let inbox: Inbox<RightState>
  // right: cancellation.propagates
  func next() async throws -> Double? {
    try await withTaskCancellationHandler {
      try await inbox.next()
    } onCancel: {
      inbox.stop()  // removes the listener and ends the iteration
    }
  }
  // end
}
