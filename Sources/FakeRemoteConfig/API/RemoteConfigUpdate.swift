public import SluiceSpies

/// What a listener is told: the keys whose newest values are not the active ones.
///
/// Source: `FirebaseRemoteConfig/Sources/Public/FirebaseRemoteConfig/FIRRemoteConfig.h`.
public final class RemoteConfigUpdate: Sendable {
  /// The keys; there is at least one.
  public let updatedKeys: Set<String>
  private let sentinel: Sentinel

  init(_ updatedKeys: Set<String>, sentinel: Sentinel) {
    self.updatedKeys = updatedKeys
    self.sentinel = sentinel
  }
}

extension RemoteConfigUpdate: ProjectsToValue {
  /// The keys in the order of their bytes, as in `update("color", "size")`.
  public var projected: Value {
    let keys = updatedKeys.sorted { left, right in
      left.utf8.lexicographicallyPrecedes(right.utf8)
    }
    return .call("update", keys.map { key in Value.Argument(nil, .string(key)) })
  }
}
