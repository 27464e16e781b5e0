import Synchronization

/// A flag that is raised once, such as the end of a stream.
final class Flag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Raises the flag.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult func raise() -> Bool {
    !raised.exchange(true, ordering: .acquiringAndReleasing)
  }
}

/// The undoing of one subscription: it runs once, even if the end comes before the beginning.
final class Subscription: Sendable {
  private struct State {
    var undo: (@Sendable () -> Void)?
    var isOver = false
  }

  private let state = Mutex(State())

  var isOver: Bool { state.withLock { state in state.isOver } }

  /// Keeps what undoes the subscription, or calls it at once if the end has come.
  func begin(_ undo: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      if !state.isOver { state.undo = undo }
      return state.isOver
    }
    if isOver { undo() }
  }

  /// Undoes the subscription.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult func end() -> Bool {
    let (isFirst, undo) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.undo.take())
    }
    undo?()
    return isFirst
  }
}
