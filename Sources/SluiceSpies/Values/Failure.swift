/// An error as the event log keeps it: enough to say that two are the same, without keeping the
/// error alive.
public struct Failure: Sendable, Hashable {
  /// The error's Swift type, as the runtime names it.
  public var type: String
  /// What the error holds, in the notation of the scenario language: a code name and its fields.
  public var value: Value
  /// Whether the error is Swift's own `CancellationError`.
  public var isCancellation: Bool

  /// A failure of a named type.
  public init(type: String, value: Value, isCancellation: Bool = false) {
    self.type = type
    self.value = value
    self.isCancellation = isCancellation
  }

  /// The record of an error.
  ///
  /// An error that says itself how it is written in scenarios, by `ProjectsToValue`, keeps that
  /// form; any other is recorded by its type and description.
  public init(_ error: any Error) {
    let type = String(reflecting: Swift.type(of: error))
    if error is CancellationError {
      self.init(type: type, value: .symbol("cancelled"), isCancellation: true)
    } else if let error = error as? any ProjectsToValue {
      self.init(type: type, value: error.projected)
    } else {
      self.init(type: type, value: .string(String(describing: error)))
    }
  }
}

/// A type that knows how it is written in scenarios and in the event log.
public protocol ProjectsToValue {
  /// The value in the notation of the scenario language.
  ///
  /// It must depend on nothing but the value itself: no address, no clock, no hash order.
  var projected: Value { get }
}
