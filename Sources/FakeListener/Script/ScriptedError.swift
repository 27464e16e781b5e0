public import SluiceSpies

/// An error that a script hands to listeners: a code name and nothing else.
public struct ScriptedError: Error, Sendable, Hashable, ProjectsToValue {
  /// The name of the error's code, such as `unavailable`.
  public let code: String

  /// An error with a code name.
  public init(_ code: String) {
    self.code = code
  }

  /// The code name as a symbol.
  public var projected: Value { .symbol(code) }
}
