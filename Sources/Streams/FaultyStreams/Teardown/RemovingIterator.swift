import FakeListener
import SluiceConformance
import SluiceProducts

/// A stream whose listener belongs to its iterator: a cancel ends the wait of its consumer, and the
/// listener is removed by the iterator's `deinit`.
///
/// It is right for who declares that, and wrong for who declares to remove at once.
enum RemovingIterator: HandwrittenSteps {
  /// The stream with an honest declaration.
  static let right = Subject.overListener(
    "right-removes-with-its-iterator", traits: Traits().with { $0.removal = .withIterator }
  ) { source, options in
    HandwrittenSequence<Self>(source: source, options: options)
  }

  static func cancel(_ state: inout State) -> Effects { keepingItsHandle(&state) { $0.cancel() } }

  static func receive(_ event: Event, _ state: inout State) -> Effects {
    keepingItsHandle(&state) { state in state.receive(event) }
  }

  static func added(_ handle: ListenerHandle, _ state: inout State) -> Effects {
    guard state.terminal != nil else { return state.added(handle) }
    state.handle = handle
    return Effects()
  }

  private static func keepingItsHandle(
    _ state: inout State, _ step: (inout State) -> Effects
  ) -> Effects {
    var effects = step(&state)
    state.handle = state.handle ?? effects.removed
    effects.removed = nil
    return effects
  }

  static func drop(_ state: inout State) -> Effects {
    var effects = state.cancel()
    effects.removed = effects.removed ?? state.handle.take()
    return effects
  }
}
