public import SluiceSpies

/// An element whose copies the harness can see die.
public struct SentinelElement: Sendable, ProjectsToValue {
  /// What the element stands for.
  public let value: Value
  private let sentinel: Sentinel

  /// An element that stands for a value.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - number: The number under which a leak is reported.
  ///   - log: The log that counts what lives.
  public init(_ value: Value, number: Int, log: EventLog) {
    self.value = value
    sentinel = Sentinel(.element(number), log: log)
  }

  /// The value that the element stands for.
  public var projected: Value { value }
}
