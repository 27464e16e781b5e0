public import SluiceSpies

/// What a stream passes to add besides its listener; the fake gives it no meaning and records it
/// unchanged.
public struct ListenerOptions: Sendable, Hashable {
  /// The options as the log shows them; `null` for none.
  public var value: Value

  /// Options that the log shows as this value.
  public init(_ value: Value) {
    self.value = value
  }

  /// No options.
  public static let none = ListenerOptions(.null)
}
