/// The way a callback takes from a script to the listeners.
public enum CallbackDelivery: Sendable, Hashable {
  /// At once, on the caller's stack.
  case direct
  /// As an event of the simulation, after a delay; whoever was removed meanwhile is left out.
  case queued(after: Duration = .zero)
  /// As an event of the simulation, to whoever was registered when it was queued, removed meanwhile
  /// or not.
  case late(after: Duration = .zero)
}
