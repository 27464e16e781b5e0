public import SluiceSpies

/// How a scripted source behaves throughout a run, where real sources differ.
public struct ListenerBehavior: Sendable {
  /// How registrations are treated.
  public var registrations = RegistrationBehavior()
  /// When a present value, if one is set, reaches a new listener.
  public var presentValueDelivery = CallbackDelivery.direct
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
