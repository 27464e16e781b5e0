/// The environment variables of a call, in an order of their own: sorted by name.
public struct EnvironmentVariables: Equatable, Sendable {
  private let values: [String: String]

  /// Variables by name.
  public init(_ values: [String: String] = [:]) {
    self.values = values
  }

  /// The value of a variable, or `nil` if it is not set.
  public subscript(name: String) -> String? {
    values[name]
  }

  /// All variables, sorted by name.
  public var sorted: [(name: String, value: String)] {
    values.sorted { one, other in one.key < other.key }
      .map { variable in (variable.key, variable.value) }
  }

  /// All variables as what a worker is started with.
  public var all: [String: String] { values }
}
