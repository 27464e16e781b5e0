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
