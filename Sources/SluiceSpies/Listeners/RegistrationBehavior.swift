/// How a fake treats its registrations throughout a run, where real sources differ.
public struct RegistrationBehavior: Hashable, Sendable {
  /// Whether a handle that is dropped ends its registration; the vendor's do not.
  public var handlesRemoveThemselves = false
  /// Whether a second remove traps; by default it is ignored, as the vendor's SDK does.
  public var trapsOnSecondRemove = false
  /// Whether the closures of removed listeners are kept until the source goes away.
  public var keepsRemovedListeners = false

  /// The vendor's own ways.
  public init() {}
}
