public import SluiceSpies

/// Whether the keyboard covers a part of the screen.
public enum KeyboardState: Sendable, Hashable, ProjectsToValue {
  /// It covers nothing.
  case hidden
  /// It covers so many points from below.
  case shown(height: Double)

  /// The points that it covers from below.
  public var height: Double {
    switch self {
    case .hidden: 0
    case .shown(let height): height
    }
  }

  /// The state as scenarios write it, such as `keyboard(shown, 320.0)`.
  public var projected: Value {
    switch self {
    case .hidden: .call("keyboard", .symbol("hidden"))
    case .shown(let height): .call("keyboard", .symbol("shown"), .double(height))
    }
  }
}
