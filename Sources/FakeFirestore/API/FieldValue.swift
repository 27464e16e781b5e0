/// A special value for a write: one that the server decides, or the deletion of a field.
///
/// Source: `Firestore/Source/Public/FirebaseFirestore/FIRFieldValue.h`.
public final class FieldValue: Sendable {
  let input: InputValue

  private init(_ input: InputValue) {
    self.input = input
  }

  /// Takes the field out, in an update or a merging set.
  public static func delete() -> FieldValue {
    FieldValue(.delete)
  }

  /// The server's time at the commit.
  public static func serverTimestamp() -> FieldValue {
    FieldValue(.transform(.serverTimestamp))
  }

  /// Appends to an array what it does not have.
  public static func arrayUnion(_ elements: [Any]) -> FieldValue {
    FieldValue(.transform(.arrayUnion(operands(elements))))
  }

  /// Takes elements out of an array, each as often as it is there.
  public static func arrayRemove(_ elements: [Any]) -> FieldValue {
    FieldValue(.transform(.arrayRemove(operands(elements))))
  }

  /// Adds a whole number.
  public static func increment(_ value: Int64) -> FieldValue {
    FieldValue(.transform(.increment(.integer(value))))
  }

  /// Adds a floating-point number.
  public static func increment(_ value: Double) -> FieldValue {
    FieldValue(.transform(.increment(.double(value))))
  }

  private static func operands(_ elements: [Any]) -> [DocumentValue] {
    stoppingOnMisuse { () throws(FirestoreUsageError) in
      var result: [DocumentValue] = []
      for element in elements {
        result.append(try InputValue(any: element, at: "an array operation").operand)
      }
      return result
    }
  }
}
