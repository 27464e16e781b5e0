public import SluiceSpies

/// How much of the user's attention an app has.
public enum AppLifecycleState: String, Sendable, Hashable, CaseIterable, ProjectsToValue {
  /// It is in front and takes input.
  case active
  /// It is in front and takes no input.
  case inactive
  /// It is not in front.
  case background

  /// The state as scenarios write it, such as `lifecycle(active)`.
  public var projected: Value { .call("lifecycle", .symbol(rawValue)) }
}
