import SluiceHarness

/// A sink that does something at the first text.
final class ActingSink: TextSink {
  let isTerminal = false
  private let action: @Sendable () -> Void
  private let hasActed = Flag()

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  func put(_ text: String) {
    guard !hasActed.isRaised else { return }
    hasActed.raise()
    action()
  }
}
