/// How a fake treats its registrations throughout a run, where real sources differ.
public struct RegistrationBehavior: Hashable, Sendable {
  /// Whether a handle that is dropped ends its registration; the vendor's do not.
  public var handlesRemoveThemselves = false
  /// Whether a second remove traps; by default it is ignored, as the vendor's SDK does.
  public var trapsOnSecondRemove = false
  /// Whether the closures of removed listeners are kept until the source goes away.
  public var keepsRemovedListeners = false
  /// Whether the source ignores each remove, as if its stream had never called it.
  ///
  /// So the kit's tests make a leaking twin of any right stream.
  package var ignoresRemoves = false

  /// The vendor's own ways.
  public init() {}
}

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
