/// A place inside a backend's own call where a scenario can make something happen.
public enum InjectionPoint: String, Sendable, Hashable, CaseIterable {
  /// Inside add, after the listener is stored and before the handle is returned.
  case add
  /// Inside remove, after the call is recorded and before the listener is let go.
  case remove
  /// Inside a delivery, directly before the listener is called.
  case deliver
}
