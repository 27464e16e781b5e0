/// What a transaction's block decides.
///
/// Source: `FirebaseDatabase/Sources/Public/FirebaseDatabase/FIRTransactionResult.h`.
public final class TransactionResult {
  /// The data to write; nil to give up.
  let data: MutableData?

  private init(_ data: MutableData?) {
    self.data = data
  }

  /// The data shall be written, unless the server's have changed meanwhile.
  ///
  /// - Parameter value: The data.
  /// - Returns: The decision.
  public static func success(withValue value: MutableData) -> TransactionResult {
    TransactionResult(value)
  }

  /// Nothing shall be written.
  public static func abort() -> TransactionResult {
    TransactionResult(nil)
  }
}
