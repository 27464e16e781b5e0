import SluiceSpies

/// Stands in data for a value that the server decides when the write arrives there.
///
/// Until then the client shows what it expects. Source:
/// `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRServerValue.h`.
public enum ServerValue {
  /// The server's time in milliseconds since the Unix epoch.
  public static func timestamp() -> [AnyHashable: Any] {
    [".sv": "timestamp"]
  }

  /// What is there plus a number; the number itself where there is none.
  ///
  /// - Parameter delta: How much is added.
  /// - Returns: What stands for it in data.
  public static func increment(_ delta: some BinaryInteger & Sendable) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }

  /// What is there plus a number; the number itself where there is none.
  ///
  /// - Parameter delta: How much is added.
  /// - Returns: What stands for it in data.
  public static func increment(_ delta: Double) -> [AnyHashable: Any] {
    [".sv": ["increment": delta]]
  }
}

/// A value that the server decides when a write arrives, and that the client guesses until then.
///
/// Source: `FirebaseDatabase/Sources/Core/FServerValues.m`.
package enum DeferredValue: Hashable, Sendable {
  /// The server's time in milliseconds, `{".sv": "timestamp"}`.
  case timestamp
  /// What is there plus a number, `{".sv": {"increment": 1}}`.
  case increment(DatabaseNumber)

  /// An order that tells different values apart; the product never shows it.
  func order(against other: DeferredValue) -> Ordering {
    switch (self, other) {
    case (.timestamp, .timestamp): .same
    case (.timestamp, .increment): .ascending
    case (.increment, .timestamp): .descending
    case (.increment(let left), .increment(let right)): left.order(against: right)
    }
  }
}

extension TreeNode {
  /// The node with the values that the server decides replaced by what it would decide now.
  ///
  /// An increment adds to what is there if that is a number, and replaces it otherwise. Source:
  /// `FirebaseDatabase/Sources/Core/FServerValues.m`.
  ///
  /// - Parameters:
  ///   - milliseconds: The server's time since 1970.
  ///   - existing: What is there, asked for only if there is something to decide.
  /// - Returns: The node, or itself if the server has nothing to decide.
  package func resolved(
    milliseconds: Int64, over existing: @autoclosure () -> TreeNode
  ) -> TreeNode {
    holdsServerValues ? resolved(milliseconds, existing()) : self
  }

  /// Whether the server has anything to decide here.
  package var holdsServerValues: Bool {
    if case .server = priority { return true }
    switch self {
    case .empty, .leaf(.boolean, _), .leaf(.number, _), .leaf(.string, _): return false
    case .leaf(.server, _): return true
    case .children(let node): return node.children.contains { $0.node.holdsServerValues }
    }
  }

  private func resolved(_ milliseconds: Int64, _ existing: TreeNode) -> TreeNode {
    let resolvedPriority = priority?.resolved(milliseconds, existing.priority)
    switch self {
    case .empty: return self
    case .leaf(let value, _):
      return .leaf(value.resolved(milliseconds, existing.leafValue), priority: resolvedPriority)
    case .children(let node):
      return node.children.reduce(settingPriority(resolvedPriority)) { result, child in
        child.node.holdsServerValues
          ? result.setting(
            child.key, to: child.node.resolved(milliseconds, existing[child.key]))
          : result
      }
    }
  }
}

extension LeafValue {
  fileprivate func resolved(_ milliseconds: Int64, _ existing: LeafValue?) -> LeafValue {
    switch (self, existing) {
    case (.server(.timestamp), _): .integer(milliseconds)
    case (.server(.increment(let delta)), .number(let number)): .number(number.adding(delta))
    case (.server(.increment(let delta)), _): .number(delta)
    default: self
    }
  }
}
