/// How a scripted source behaves throughout a run, where real sources differ.
public struct ListenerBehavior: Sendable {
  /// Whether a handle that is dropped ends its registration.
  public var handlesRemoveThemselves = false
  /// Whether a second remove traps; by default it is ignored, as the vendor's SDK does.
  public var trapsOnSecondRemove = false
  /// Whether the closures of removed listeners are kept until the source goes away.
  public var keepsRemovedListeners = false
  /// When a present value, if one is set, reaches a new listener.
  public var presentValueDelivery = ListenerDelivery.direct
  /// What a listener that is added after the source's end is told.
  public var afterEnd = AfterEnd.finishesAgain

  /// A source with strong handles, which ignores second removes and tells late listeners of its
  /// end.
  public init() {}

  /// What a listener that is added after the source's end is told.
  public enum AfterEnd: Sendable {
    /// The end, inside add.
    case finishesAgain
    /// This error, inside add.
    case fails(any Error)
    /// Nothing, until the script goes on.
    case startsAfresh
  }
}

/// The way a callback takes from the script to the listeners.
public enum ListenerDelivery: Sendable, Hashable {
  /// At once, on the caller's stack.
  case direct
  /// As an event of the simulation, after a delay; whoever was removed meanwhile is left out.
  case queued(after: Duration = .zero)
  /// As an event of the simulation, to whoever was registered when it was queued, removed meanwhile
  /// or not.
  case late(after: Duration = .zero)
}
