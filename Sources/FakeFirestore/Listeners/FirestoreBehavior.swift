/// How a fake Firestore treats its listeners throughout a run, where real sources differ.
public struct FirestoreBehavior: Hashable, Sendable {
  /// Whether a handle that is dropped ends its registration; the SDK's does not.
  public var handlesRemoveThemselves = false
  /// Whether a second remove traps; by default it is ignored, as the SDK does.
  public var trapsOnSecondRemove = false
  /// Whether the closures of removed listeners are kept until the Firestore object goes away.
  public var keepsRemovedListeners = false

  /// The SDK's own ways.
  public init() {}
}
