/// The stable name of an event: a label, and which of the events of that label it is.
public struct EventName: Sendable, Hashable, CustomStringConvertible {
  /// What stands among the possibilities for a backend's call that goes on.
  public static let goesOn = "goes-on"

  /// Whose event it is, as in `consumer.L`.
  public let label: String
  /// The number among the events of the same label, in the order they were made; the first is 1.
  public let ordinal: Int

  /// Creates the name of an event.
  public init(label: String, ordinal: Int) {
    self.label = label
    self.ordinal = ordinal
  }

  /// The label, `#` and the ordinal, as in `consumer.L#2`.
  public var description: String { "\(label)#\(ordinal)" }
}
